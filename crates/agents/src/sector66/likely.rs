//! What a seat is likely to do: what is best for it at once, as the thesis scores it, or nearly that.

use ludorum_core::{Game, PerSeat, Seat};
use ludorum_games::quoridor::{Direction, Squares, Wall};
use ludorum_games::sector66::{Content, HAND, Move, State, WallState};

use super::distance::Distances;
use super::focus::Focused;

/// What a turn, a wall in hand and a spell in hand count, by the weights of the thesis.
const A_TURN: i32 = 100;
const A_WALL: i32 = 50;
const A_SPELL: i32 = 75;

/// The worth of having arrived, beyond that of any position.
const ARRIVED: i32 = 1_000_000;

/// What it costs to leave a seat one step from its target, by how soon it moves.
const LEFT_TO_ARRIVE: [i32; 3] = [1850, 800, 300];

/// What it costs to leave the seat that moves next two steps from its target.
const LEFT_NEAR: i32 = 480;

/// A wall is less likely, and a spell more likely, than a step worth as much.
const RELUCTANCE_TO_BUILD: i32 = 360;
const EAGERNESS_TO_CAST: i32 = 270;

/// A move worth this much less than the best is less likely by a factor of e.
const INDIFFERENCE: f64 = 260.0;

/// Moves less likely than the best by more than this factor are left out.
const RARE: f64 = 0.001;

/// Spells with more targets than this are left out.
const MOST_TARGETS: usize = 12;

/// The moves the seat to move is likely to choose from, the most likely first, each with its chance:
/// steps, spells, and walls across the way of whoever else stands best or is about to arrive.
pub(super) fn likely<C: Content>(
    focused: &Focused<C>,
    distances: &Distances,
    state: &State,
) -> Vec<(Move, f64)> {
    let mut options = Options::new(focused, distances, state);
    options.add_steps();
    // Who may not step may not move at all, or is shut in, which is too rare to be looked into.
    if options.worth.is_empty() {
        let mut moves = Vec::new();
        focused.moves(state, &mut moves);
        return vec![(moves.first().copied().unwrap_or(Move::Pass), 1.0)];
    }
    options.add_casts();
    options.add_walls();
    options.chances()
}

struct Options<'a, C> {
    focused: &'a Focused<C>,
    distances: &'a Distances,
    state: &'a State,
    now: Standing,
    /// Moves, and what they are worth to the mover.
    worth: Vec<(Move, i32)>,
}

impl<'a, C: Content> Options<'a, C> {
    fn new(focused: &'a Focused<C>, distances: &'a Distances, state: &'a State) -> Options<'a, C> {
        let game = focused.game();
        let turns = |seat: Seat| distances.of(game, state, seat) as i32;
        let turns = PerSeat::from_fn(game.seats(), turns);
        Options {
            focused,
            distances,
            state,
            now: Standing::new(state, state.to_move(), turns),
            worth: Vec::new(),
        }
    }

    fn add_steps(&mut self) {
        let state = self.state;
        let game = self.focused.game();
        let rules = game.rules();
        let seat = state.to_move();
        let effects = rules.fields_with_effects(state);
        let has_room = state.spells_of(seat).count() < HAND;
        for to in rules.pawn_steps(state) {
            if effects.has(to) {
                self.add_tried([Move::Step(to)]);
                continue;
            }
            let mut then = self.now;
            let turns = self.distances.from(game, state, seat, to) as i32;
            then.own += A_TURN * (self.now.turns[seat] - turns);
            if has_room && state.spell_on(to).is_some() {
                then.own += A_SPELL;
            }
            let worth = match turns {
                0 => ARRIVED,
                _ => then.worth(),
            };
            self.worth.push((Move::Step(to), worth));
        }
    }

    fn add_casts(&mut self) {
        let mut casts = Vec::new();
        let rules = self.focused.game().rules();
        rules.list_casts_on_few(self.state, MOST_TARGETS, &mut casts);
        self.add_tried(casts);
    }

    /// Finds out what moves are worth by making them.
    fn add_tried(&mut self, moves: impl IntoIterator<Item = Move>) {
        let focused = self.focused;
        let seat = self.state.to_move();
        // Copied only where something is tried.
        let mut copy = None;
        for mv in moves {
            let after = copy.get_or_insert_with(|| self.state.clone());
            let undo = focused.make(after, mv);
            let worth = match focused.outcome(after) {
                Some(outcome) if outcome.winner() == Some(seat) => ARRIVED,
                Some(_) => -ARRIVED,
                None => Standing::new(after, seat, self.turns_after(after)).worth(),
            };
            focused.unmake(after, mv, undo);
            let eager = match mv {
                Move::Cast(..) => EAGERNESS_TO_CAST,
                _ => 0,
            };
            self.worth.push((mv, worth + eager));
        }
    }

    /// The turns each seat needs after a move: found out for those who were moved, and as much longer
    /// as the way without effects for the others.
    fn turns_after(&self, after: &State) -> PerSeat<i32> {
        let (before, game) = (self.state.board(), self.focused.game());
        PerSeat::from_fn(game.seats(), |seat| {
            let board = after.board();
            if board.pawn(seat) != before.pawn(seat) {
                return self.distances.of(game, after, seat) as i32;
            }
            let longer = board.distance(seat) as i32 - before.distance(seat) as i32;
            self.now.turns[seat] + longer
        })
    }

    fn add_walls(&mut self) {
        let Options { state, now, .. } = *self;
        let rules = self.focused.game().rules();
        let (seats, seat) = (self.focused.seats(), state.to_move());
        if state.board().walls_left(seat) == 0 {
            return;
        }
        let ways = PerSeat::from_fn(seats, |seat| rules.walls_in_the_way(state, seat));
        let free = rules.grid().free_slots(state.board().walls());
        let hindered = now.worth_hindering();
        for direction in [Direction::Horizontal, Direction::Vertical] {
            let across = hindered
                .clone()
                .map(|other| ways[other].along(direction))
                .fold(Squares::NONE, |all, more| all | more);
            'walls: for square in across & free.along(direction) {
                let wall = Wall { square, direction };
                if state.wall(wall) != WallState::Open || !rules.may_change(state, wall, seat) {
                    continue;
                }
                let mut then = now;
                then.own -= A_WALL;
                for other in Seat::all(seats) {
                    if !ways[other].along(direction).has(square) {
                        continue;
                    }
                    let Some(steps) = rules.steps_behind(state, other, wall) else {
                        // It would close the last way.
                        continue 'walls;
                    };
                    let longer = steps as i32 - state.board().distance(other) as i32;
                    then.lengthen(other, longer);
                }
                let worth = then.worth() - RELUCTANCE_TO_BUILD;
                self.worth.push((Move::Build(wall), worth));
            }
        }
    }

    /// The options with their chances.
    fn chances(&self) -> Vec<(Move, f64)> {
        let best = self
            .worth
            .iter()
            .map(|&(_, worth)| worth)
            .max()
            .unwrap_or(0);
        // libm, because the standard library's differs between platforms.
        let weigh = |worth: i32| libm::exp(-f64::from(best - worth) / INDIFFERENCE);
        let weighed = self.worth.iter().map(|&(mv, worth)| (mv, weigh(worth)));
        let mut chances: Vec<(Move, f64)> = weighed.filter(|&(_, weight)| weight > RARE).collect();
        let all: f64 = chances.iter().map(|(_, weight)| weight).sum();
        chances.iter_mut().for_each(|(_, weight)| *weight /= all);
        chances.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        chances
    }
}

/// How a seat stands against the others.
#[derive(Clone, Copy)]
struct Standing {
    me: Seat,
    own: i32,
    /// The others; the seat itself is never the best of them.
    others: PerSeat<i32>,
    /// The turns each seat needs, and the same with those it is to skip.
    turns: PerSeat<i32>,
    away: PerSeat<i32>,
}

impl Standing {
    fn new(state: &State, me: Seat, turns: PerSeat<i32>) -> Standing {
        let seats = turns.seats();
        let value = |seat: Seat| {
            let walls = i32::from(state.board().walls_left(seat));
            let spells = state.spells_of(seat).count() as i32;
            A_WALL * walls + A_SPELL * spells - A_TURN * turns[seat]
        };
        Standing {
            me,
            // Turns somebody loses by an own move are as bad as steps.
            own: value(me) - A_TURN * i32::from(state.skips(me)),
            others: PerSeat::from_fn(seats, |seat| match seat == me {
                true => -ARRIVED,
                false => value(seat),
            }),
            turns,
            away: PerSeat::from_fn(seats, |seat| turns[seat] + i32::from(state.skips(seat))),
        }
    }

    /// The way of a seat gets longer by so many steps.
    fn lengthen(&mut self, seat: Seat, steps: i32) {
        self.away[seat] += steps;
        match seat == self.me {
            true => self.own -= A_TURN * steps,
            false => self.others[seat] -= A_TURN * steps,
        }
    }

    /// The other seats in the order of their turns.
    fn in_turn(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let seats = self.others.seats();
        let next = move |seat: &Seat| Some(seat.next(seats));
        std::iter::successors(next(&self.me), next).take(seats - 1)
    }

    /// The seats worth building a wall against: who stands best, and who is about to arrive.
    fn worth_hindering(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let Standing { others, away, .. } = *self;
        let best = others.iter().max();
        let order = self.in_turn().enumerate();
        order
            .filter(move |&(turn, seat)| {
                Some(others[seat]) == best || away[seat] <= 1 + i32::from(turn == 0)
            })
            .map(|(_, seat)| seat)
    }

    /// What it is worth, in thousandths of a turn, the own value counting nine tenths.
    fn worth(&self) -> i32 {
        let order = self.in_turn().zip(LEFT_TO_ARRIVE).enumerate();
        let left: i32 = order
            .map(|(turn, (seat, costs))| match self.away[seat] {
                ..=1 => costs,
                2 if turn == 0 => LEFT_NEAR,
                _ => 0,
            })
            .sum();
        9 * self.own - 10 * self.others.iter().max().unwrap_or(0) - left
    }
}
