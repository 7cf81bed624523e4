//! Agents in Python without the installed package, among them those of the published Colonizers.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::guests::with;
use crate::{Run, folder};

/// A Python without packages.
const BARE_PYTHON: [&str; 2] = ["--python", "python3 -S"];

/// Runs with a Python without packages and only the installed agents of this test.
pub(crate) fn bare(shelf: &Path, args: &[&str]) -> Run {
    with(shelf, &[&BARE_PYTHON[..], args].concat())
}

/// Checks that a match of four games was completed.
#[track_caller]
fn all_played(report: &Value) {
    assert_eq!(report["played"], 4);
    for game in report["games"].as_array().unwrap() {
        assert_eq!(game["forfeit"], Value::Null, "{game}");
    }
}

#[test]
fn a_python_agent_needs_no_package() {
    let scratch = folder("guests-bare");
    let shelf = scratch.join("agents");
    let mine = "\
import ludorum
from ludorum import colonizers

class Mine(ludorum.Agent):
    def choose(self, view):
        print('for people', view.seat)
        assert view.draw() and view.text and view.rng.random() < 1
        if view.game.name == 'colonizers':
            assert view.position is None
            assert sum(colonizers.by_colour(view, 3).values()) <= 8
        best = max(view.moves(), key=lambda move: (view.simulate(move).utilities() or [0] * 4)[view.seat])
        return best, 0.5

if __name__ == '__main__':
    Mine().run()
";
    let file = scratch.join("mine.py");
    fs::write(&file, mine).unwrap();
    bare(&shelf, &["agent", "add", &file.display().to_string()]).ok();
    let seats = ["@mine", "random", "random", "random"];
    for (game, seats) in [("tictactoe", &seats[..2]), ("colonizers", &seats[..])] {
        let args = [&["match", game], seats, &["--games", "4", "--json", "-"]].concat();
        all_played(&bare(&shelf, &args).json());
    }
    // What the base class leaves to the package says so.
    let more = mine.replace("view.draw()", "view.observation()");
    fs::write(&file, more).unwrap();
    let spec = format!("exec:{}", file.display());
    let report = bare(
        &shelf,
        &["match", "tictactoe", &spec, "random", "--json", "-"],
    )
    .json();
    let reason = report["games"][0]["forfeit"]["reason"].as_str().unwrap();
    assert!(reason.contains("needs the whole package"), "{reason}");
}

/// Figure 3.1 of Crha 2020, verbatim.
const FIGURE_3_1: &str = "\
from AICore import *

import sys
from random import seed, randint

class RandomAI(AIBase):
    def __init__(self):
        super().__init__()

    def messageCallback(self, gameState):
        # important to return string, not number
        return str(self.pickRandomAction(gameState))

    def pickRandomAction(self, gameState):
        actionCount = len(gameState[\"Actions\"])
        return randint(0, actionCount - 1)

if __name__ == \"__main__\":
    if len(sys.argv) != 2:
        # AI Script must have 1 argument - name of named pipe
        raise Exception('Invalid arguments')
    seed(42) # Seed AI for reproducibility
    ai = RandomAI()
    ai.run(sys.argv[1])
";

/// Agent that uses the whole interface of the thesis and plays the best move of one determinization.
const STUDIOUS: &str = "\
import sys
from AICore import *
from helping.worth import worth

class Studious(AIBase):
    def messageCallback(self, gameState):
        assert gameState['GameOver'] is False and gameState['GameEndInfo'] is None
        board = gameState['BoardState']
        assert board['GamePhase'] in ('ColonistPick', 'Draw', 'Discard', 'Power', 'Build')
        assert len(board['Players']) == 4 and len(board['StartingDeck']) == 52
        assert len(board['PlayableColonists']) == 6 and isinstance(board['DiscardTempStorage'], list)
        assert all(module['Name'] == 'Unknown' for module in board['Deck'][:3])
        me = getCurrentPlayer(gameState)
        assert me['ID'] == board['PlayerTurn']
        assert all(module['Name'] != 'Unknown' for module in me['Hand'])
        if board['GamePhase'] == 'ColonistPick':
            assert len(gameState['Actions']) == 6 - me['ID'] == len(board['AvailableColonists'])
        assert sum(count for _, count in getColonyModuleCountPerColor(gameState, me['ID'])) <= len(me['Colony'])
        world = self.determinize()
        assert len(world['Actions']) == len(gameState['Actions'])
        assert all(module['Name'] != 'Unknown' for player in world['BoardState']['Players'] for module in player['Hand'])
        worths = []
        for action in world['Actions']:
            after = self.simulate(world['BoardState'], getActionString(action))
            if after['GameOver']:
                assert 0 <= getPlayerRanking(after, me['ID']) <= 4
            worths.append(worth(getPlayerByNumber(after, me['ID'])))
        return str(worths.index(max(worths)))

if __name__ == '__main__':
    Studious().run(sys.argv[1])
";

#[test]
fn agents_of_the_published_colonizers_play_unchanged() {
    let scratch = folder("guests-thesis");
    let shelf = scratch.join("agents");
    let file = scratch.join("RandomIntelligence.py");
    fs::write(&file, FIGURE_3_1).unwrap();
    bare(&shelf, &["agent", "add", &file.display().to_string()]).ok();
    let nested = scratch.join("NestedIntelligence");
    fs::create_dir_all(nested.join("helping")).unwrap();
    fs::write(nested.join("main.py"), STUDIOUS).unwrap();
    let worth = "def worth(player):\n    return sum(module['VictoryValue'] for module in player['Colony'])\n";
    fs::write(nested.join("helping/worth.py"), worth).unwrap();
    bare(&shelf, &["agent", "add", &nested.display().to_string()]).ok();
    let agents = ["@randomintelligence", "@nestedintelligence"];
    let seats = ["random", "heuristic"];
    let args = [
        &["match", "colonizers"],
        &agents[..],
        &seats,
        &["--games", "4", "--json", "-"],
    ];
    let report = bare(&shelf, &args.concat()).json();
    all_played(&report);
    // They play nothing else, and say so.
    let other = [
        "match",
        "tictactoe",
        "@randomintelligence",
        "random",
        "--json",
        "-",
    ];
    let report = bare(&shelf, &other).json();
    let reason = report["games"][0]["forfeit"]["reason"].as_str().unwrap();
    assert!(reason.contains("does not play tictactoe"), "{reason}");
}
