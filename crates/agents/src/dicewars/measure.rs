//! What the thesis measures on the way: how much of what they could agents attack, and whether
//! areas are held as often as equation 5.1 says.

use ludorum_core::{MAX_SEATS, Seat};
use ludorum_games::dicewars::{Area, Areas, Attack, State};

use super::rules_of_thumb::take_and_hold;
use super::simulate::Watch;

/// Attacks made and possible, and areas taken and held, of each seat.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Attacks made by each seat.
    pub made: [u64; MAX_SEATS],
    /// Areas from which each seat could still have attacked when it ended its turn.
    pub left: [u64; MAX_SEATS],
    /// For each tenth of the estimate, of each seat: attacks, the sum of their estimates, and how
    /// many of the areas were the attacker's own when its next turn began.
    pub tenths: [[Tenth; 10]; MAX_SEATS],
    /// Attacks of the last turn of each seat, which its next turn will tell about.
    open: [Vec<(Area, f64)>; MAX_SEATS],
}

/// Attacks whose estimates lie in one tenth of the range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tenth {
    /// The number of attacks.
    pub attacks: u64,
    /// The sum of their estimates.
    pub estimated: f64,
    /// How many areas were taken and held until the attacker's next turn.
    pub held: u64,
}

impl Measures {
    /// The share of the attacks it could have made that a seat made.
    pub fn aggressivity(&self, seat: Seat) -> f64 {
        let (made, left) = (self.made[seat.index()], self.left[seat.index()]);
        made as f64 / (made + left).max(1) as f64
    }
}

impl Watch for Measures {
    fn begins(&mut self, state: &State) {
        let seat = state.turn();
        let own = state.owned(seat);
        for (area, estimate) in self.open[seat.index()].drain(..) {
            let place = ((estimate * 10.0) as usize).min(9);
            let tenth = &mut self.tenths[seat.index()][place];
            tenth.attacks += 1;
            tenth.estimated += estimate;
            tenth.held += u64::from(own.has(area));
        }
    }

    fn attacked(&mut self, before: &State, attack: Attack, _: bool) {
        let seat = before.turn().index();
        self.made[seat] += 1;
        self.open[seat].push((attack.to, take_and_hold(before, attack)));
    }

    fn ends(&mut self, state: &State) {
        let able: Areas = state
            .strong()
            .filter(|&area| !state.targets(area).is_empty())
            .collect();
        self.left[state.turn().index()] += able.count() as u64;
    }
}
