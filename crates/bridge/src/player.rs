//! An external agent at a seat. The program starts with the first move it is asked for.

use ludorum_catalog::{Forfeit, Guest, Opinion, Reasons, Variant, Verdict, View, Watch};
use ludorum_core::{Budget, Effort, PerSeat, Rng, Seat, Stop};
use ludorum_protocol::engine::{Chosen, NewGame, portable};

use crate::Limits;
use crate::recipe::Recipe;
use crate::session::{Session, Sight};
use crate::tap::Tap;
use crate::trouble::Trouble;

pub(crate) struct External {
    variant: Variant,
    recipe: Recipe,
    limits: Limits,
    tap: Option<Tap>,
    state: State,
    reasons: Reasons,
}

enum State {
    /// Nobody needs it yet: a plan that only checks its specs starts no programs.
    Idle,
    Playing(Box<Session>),
    Lost(Forfeit),
}

impl External {
    pub(crate) fn new(
        variant: Variant,
        recipe: Recipe,
        limits: Limits,
        tap: Option<Tap>,
    ) -> External {
        External {
            variant,
            recipe,
            limits,
            tap,
            state: State::Idle,
            reasons: Reasons::default(),
        }
    }

    fn session(
        &mut self,
        view: &View,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Result<&mut Session, Trouble> {
        if let State::Idle = self.state {
            let game = NewGame {
                game: self.variant.spec().to_owned(),
                rules: self.variant.rules_version(),
                seat: view.seat().index() as u8 + 1,
                seats: self.variant.seats() as u8,
                seed: portable(rng.bits()),
            };
            let session = Session::start(&self.recipe, self.limits, self.tap.as_ref(), game, stop)?;
            self.state = State::Playing(Box::new(session));
        }
        match &mut self.state {
            State::Playing(session) => Ok(session),
            State::Idle | State::Lost(_) => unreachable!("a lost game is not asked about"),
        }
    }

    /// Ends the agent and remembers why.
    fn lose(&mut self, trouble: Trouble) -> Forfeit {
        let forfeit = Forfeit {
            reason: trouble.reason,
        };
        let state = std::mem::replace(&mut self.state, State::Lost(forfeit.clone()));
        if let State::Playing(session) = state {
            session.close(Some(forfeit.reason.clone()));
        }
        forfeit
    }
}

impl Guest for External {
    fn choose(
        &mut self,
        view: &View,
        budget: &Budget,
        stop: &Stop,
        rng: &mut Rng,
        watch: Option<&Watch<'_>>,
    ) -> Result<Verdict, Forfeit> {
        if let State::Lost(forfeit) = &self.state {
            return Err(forfeit.clone());
        }
        let variant = self.variant.clone();
        let (seats, seat) = (variant.seats(), view.seat());
        let sight = |best, so_far| {
            if let Some(watch) = watch {
                watch(opinion(seats, seat, best, so_far));
            }
        };
        let sight: Option<&Sight<'_>> = watch.is_some().then_some(&sight);
        let turn = self
            .session(view, stop, rng)
            .and_then(|session| session.turn(&variant, view, budget, stop, rng, sight));
        let (best, chosen) = turn.map_err(|trouble| self.lose(trouble))?;
        let Opinion { verdict, reasons } = opinion(seats, seat, best, chosen);
        self.reasons = reasons;
        Ok(verdict)
    }

    fn observe(&mut self, view: &View) {
        if let State::Playing(session) = &mut self.state
            && let Err(trouble) = session.observe(view)
        {
            self.lose(trouble);
        }
    }

    fn reasons(&self) -> Reasons {
        self.reasons.clone()
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if let State::Playing(session) = std::mem::replace(&mut self.state, State::Idle) {
            session.close(None);
        }
    }
}

/// What an agent said about its move, which is the one of this number.
fn opinion(seats: usize, seat: Seat, best: usize, chosen: Chosen) -> Opinion {
    Opinion {
        verdict: Verdict {
            best,
            value: chosen.value.map(|value| share(seats, seat, value)),
            effort: Effort {
                nodes: chosen.nodes.unwrap_or(0),
                depth: chosen.depth.unwrap_or(0),
                ..Effort::default()
            },
        },
        reasons: Reasons {
            line: line(&chosen.mv, chosen.line),
            candidates: Vec::new(),
        },
    }
}

/// What an agent expects for itself, the others sharing what that leaves them.
fn share(seats: usize, seat: Seat, value: f64) -> PerSeat<f64> {
    let value = value.clamp(-1.0, 1.0);
    let others = seats.saturating_sub(1).max(1) as f64;
    PerSeat::from_fn(seats, |other| match other == seat {
        true => value,
        false => -value / others,
    })
}

/// The line an agent expects, as far as it can be shown.
fn line(best: &str, told: Vec<String>) -> Vec<String> {
    const LONGEST: usize = 64;
    let is_move = |text: &String| {
        (1..=16).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic())
    };
    match told.first().is_some_and(|first| first == best) {
        true => told.into_iter().take(LONGEST).take_while(is_move).collect(),
        false => vec![best.to_owned()],
    }
}
