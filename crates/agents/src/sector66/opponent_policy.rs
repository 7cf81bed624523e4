//! Softmax policy over the one-move gains of a seat, scored as in the thesis.

use ludorum_core::{Game, PerSeat, Seat};
use ludorum_games::quoridor::grid::WallSet;
use ludorum_games::sector66::{ContentSource, HAND, Move, State, WallState};

use super::distance::DistanceCache;
use super::fixed_chance::FixedChance;
use crate::wall_game::{PathCrossingWalls, PrunedWallGame, WallGame, delays};

/// Values of a turn, a wall in hand and a spell in hand, in hundredths of a turn (Brenner 2015).
const TURN_POINTS: i32 = 100;
const WALL_POINTS: i32 = 50;
const SPELL_POINTS: i32 = 75;

/// Value of a pawn on its goal; exceeds the value of any other position.
const ARRIVED: i32 = 1_000_000;

/// Costs of leaving an opponent one turn from its goal: for the next, second and third to move.
const ARRIVAL_COSTS: [i32; 3] = [1850, 800, 300];

/// Cost of leaving the opponent that moves next two turns from its goal.
const NEAR_ARRIVAL_COST: i32 = 480;

/// Offsets to move values that make walls less and spells more likely than steps of equal value.
const WALL_PENALTY: i32 = 360;
const SPELL_BONUS: i32 = 270;

/// Softmax temperature: a move whose value is lower by this much is e times less likely.
const SOFTMAX_TEMPERATURE: f64 = 260.0;

/// Moves whose softmax weight is a smaller fraction of the best move's weight are dropped.
const MIN_RELATIVE_WEIGHT: f64 = 0.001;

/// Spells with more possible targets than this are ignored.
const MAX_TARGETS: usize = 12;

/// Probable moves of the seat to move with their probabilities, most likely first: steps, spells,
/// and walls against the leading opponent and against opponents about to reach their goal.
pub(super) fn opponent_policy<C: ContentSource>(
    pruned: &PrunedWallGame<FixedChance<C>>,
    distances: &DistanceCache,
    state: &State,
) -> Vec<(Move, f64)> {
    let mut moves_of_seat = RatedOpponentMoves::new(pruned, distances, state);
    moves_of_seat.add_steps();
    // Without a step the seat is blocked or must pass, which is too rare to model.
    if moves_of_seat.worth.is_empty() {
        let mut moves = Vec::new();
        pruned.moves(state, &mut moves);
        return vec![(moves.first().copied().unwrap_or(Move::Pass), 1.0)];
    }
    moves_of_seat.add_casts();
    moves_of_seat.add_walls();
    moves_of_seat.softmax()
}

struct RatedOpponentMoves<'a, C> {
    pruned: &'a PrunedWallGame<FixedChance<C>>,
    distances: &'a DistanceCache,
    state: &'a State,
    now: RelativeSeatValue,
    /// Rated moves, each with its value to the mover.
    worth: Vec<(Move, i32)>,
}

impl<'a, C: ContentSource> RatedOpponentMoves<'a, C> {
    fn new(
        pruned: &'a PrunedWallGame<FixedChance<C>>,
        distances: &'a DistanceCache,
        state: &'a State,
    ) -> RatedOpponentMoves<'a, C> {
        let rules = pruned.wall_rules();
        let turns = |seat: Seat| distances.of(rules, state, seat) as i32;
        let turns = PerSeat::from_fn(pruned.seats(), turns);
        RatedOpponentMoves {
            pruned,
            distances,
            state,
            now: RelativeSeatValue::new(state, state.to_move(), turns),
            worth: Vec::new(),
        }
    }

    fn add_steps(&mut self) {
        let state = self.state;
        let rules = self.pruned.wall_rules();
        let seat = state.to_move();
        let effects = rules.fields_with_effects(state);
        let has_room = state.spells_of(seat).count() < HAND;
        for to in rules.pawn_steps(state) {
            if effects.has(to) {
                self.add_simulated([Move::Step(to)]);
                continue;
            }
            let mut then = self.now;
            let turns = self.distances.from(rules, state, seat, to) as i32;
            then.own += TURN_POINTS * (self.now.turns[seat] - turns);
            if has_room && state.spell_on(to).is_some() {
                then.own += SPELL_POINTS;
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
        let rules = self.pruned.wall_rules();
        rules.list_casts_on_few(self.state, MAX_TARGETS, &mut casts);
        self.add_simulated(casts);
    }

    /// Rates each move by making it and valuing the position after it.
    fn add_simulated(&mut self, moves: impl IntoIterator<Item = Move>) {
        let pruned = self.pruned;
        let seat = self.state.to_move();
        // Copied only if a move is simulated.
        let mut copy = None;
        for mv in moves {
            let after = copy.get_or_insert_with(|| self.state.clone());
            let undo = pruned.make(after, mv);
            let worth = match pruned.outcome(after) {
                Some(outcome) if outcome.winner() == Some(seat) => ARRIVED,
                Some(_) => -ARRIVED,
                None => RelativeSeatValue::new(after, seat, self.turns_after(after)).worth(),
            };
            pruned.unmake(after, mv, undo);
            let bonus = match mv {
                Move::Cast(..) => SPELL_BONUS,
                _ => 0,
            };
            self.worth.push((mv, worth + bonus));
        }
    }

    /// Turns that each seat needs to its goal after a move: recomputed for pawns that moved; for
    /// others adjusted by the change of the shortest path without field effects.
    fn turns_after(&self, after: &State) -> PerSeat<i32> {
        let (before, rules) = (self.state.board(), self.pruned.wall_rules());
        PerSeat::from_fn(self.pruned.seats(), |seat| {
            let board = after.board();
            if board.pawn(seat) != before.pawn(seat) {
                return self.distances.of(rules, after, seat) as i32;
            }
            let longer = board.distance(seat) as i32 - before.distance(seat) as i32;
            self.now.turns[seat] + longer
        })
    }

    fn add_walls(&mut self) {
        let RatedOpponentMoves { state, now, .. } = *self;
        let rules = self.pruned.wall_rules();
        let seat = state.to_move();
        if state.board().walls_left(seat) == 0 {
            return;
        }
        let blocking = PathCrossingWalls::of_all(rules, state);
        let free = rules.grid().free_slots(state.board().walls());
        let across = now.seats_to_block().map(|other| blocking[other].crossing);
        let across = across.fold(WallSet::default(), WallSet::with_all);
        for wall in (across & free).iter() {
            if state.wall(wall) != WallState::Open || !rules.may_change(state, wall, seat) {
                continue;
            }
            // A wall that blocks a last path is illegal.
            let Some(longer) = delays(rules, state, &blocking, wall) else {
                continue;
            };
            let mut then = now;
            then.own -= WALL_POINTS;
            for other in Seat::all(longer.seats()) {
                then.add_distance(other, longer[other]);
            }
            let worth = then.worth() - WALL_PENALTY;
            self.worth.push((Move::Build(wall), worth));
        }
    }

    /// Move probabilities: softmax of the move values.
    fn softmax(&self) -> Vec<(Move, f64)> {
        let best = self
            .worth
            .iter()
            .map(|&(_, worth)| worth)
            .max()
            .unwrap_or(0);
        // From libm, because results of the standard library differ between platforms.
        let weigh = |worth: i32| libm::exp(-f64::from(best - worth) / SOFTMAX_TEMPERATURE);
        let weighed = self.worth.iter().map(|&(mv, worth)| (mv, weigh(worth)));
        let mut chances: Vec<(Move, f64)> = weighed
            .filter(|&(_, weight)| weight > MIN_RELATIVE_WEIGHT)
            .collect();
        let all: f64 = chances.iter().map(|(_, weight)| weight).sum();
        chances.iter_mut().for_each(|(_, weight)| *weight /= all);
        chances.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        chances
    }
}

/// Position value of one seat, `me`, relative to its opponents.
#[derive(Clone, Copy)]
struct RelativeSeatValue {
    me: Seat,
    own: i32,
    /// Values of the opponents; the element of `me` is lower than all others.
    others: PerSeat<i32>,
    /// Number of turns that each seat needs to its goal, without counting turns it must skip.
    turns: PerSeat<i32>,
    turns_with_skips: PerSeat<i32>,
}

impl RelativeSeatValue {
    fn new(state: &State, me: Seat, turns: PerSeat<i32>) -> RelativeSeatValue {
        let seats = turns.seats();
        let value = |seat: Seat| {
            let walls = i32::from(state.board().walls_left(seat));
            let spells = state.spells_of(seat).count() as i32;
            WALL_POINTS * walls + SPELL_POINTS * spells - TURN_POINTS * turns[seat]
        };
        RelativeSeatValue {
            me,
            // An own skipped turn costs as much as a step.
            own: value(me) - TURN_POINTS * i32::from(state.skips(me)),
            others: PerSeat::from_fn(
                seats,
                |seat| if seat == me { -ARRIVED } else { value(seat) },
            ),
            turns,
            turns_with_skips: PerSeat::from_fn(seats, |seat| {
                turns[seat] + i32::from(state.skips(seat))
            }),
        }
    }

    /// Lengthens the path of `seat` by `steps` and lowers its value accordingly.
    fn add_distance(&mut self, seat: Seat, steps: i32) {
        self.turns_with_skips[seat] += steps;
        if seat == self.me {
            self.own -= TURN_POINTS * steps;
        } else {
            self.others[seat] -= TURN_POINTS * steps;
        }
    }

    /// Opponents of `me` in turn order.
    fn opponents_in_turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.others.seats();
        let next = move |seat: &Seat| Some(seat.next(seats));
        std::iter::successors(next(&self.me), next).take(seats - 1)
    }

    /// Opponents worth blocking with a wall: the leading one, and those about to reach their goal.
    fn seats_to_block(&self) -> impl Iterator<Item = Seat> + use<> {
        let RelativeSeatValue {
            others,
            turns_with_skips,
            ..
        } = *self;
        let best = others.iter().max();
        let order = self.opponents_in_turn_order().enumerate();
        order
            .filter(move |&(turn, seat)| {
                Some(others[seat]) == best || turns_with_skips[seat] <= 1 + i32::from(turn == 0)
            })
            .map(|(_, seat)| seat)
    }

    /// Value of the position to `me`, in thousandths of a turn; its own value has weight 9, that of
    /// the best opponent 10.
    fn worth(&self) -> i32 {
        let order = self
            .opponents_in_turn_order()
            .zip(ARRIVAL_COSTS)
            .enumerate();
        let left: i32 = order
            .map(|(turn, (seat, costs))| match self.turns_with_skips[seat] {
                ..=1 => costs,
                2 if turn == 0 => NEAR_ARRIVAL_COST,
                _ => 0,
            })
            .sum();
        9 * self.own - 10 * self.others.iter().max().unwrap_or(0) - left
    }
}
