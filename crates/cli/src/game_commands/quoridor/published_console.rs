//! Translates the command line of the published Quoridor console (Koirala 2024, section 7.1):
//! `play -s1=parallelminimaxab -s2=semirandom -dimension=5 -depth=1 -sim -numsim=100`.

/// Translates arguments of the published Quoridor console into arguments of `ludorum`; `None` if
/// they are not in its format.
pub(crate) fn translate(args: &[String]) -> Option<Vec<String>> {
    let [command, flags @ ..] = args else {
        return None;
    };
    if command != "play" || flags.is_empty() {
        return None;
    }
    let mut console = QuoridorConsoleArgs::default();
    for flag in flags {
        let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
        let field = match name {
            "-s1" => &mut console.first,
            "-s2" => &mut console.second,
            "-dimension" => &mut console.dimension,
            "-depth" => &mut console.depth,
            "-numsim" => &mut console.games,
            "-sim" if value.is_empty() => {
                console.is_simulation = true;
                continue;
            }
            _ => return None,
        };
        *field = Some(value);
    }
    Some(console.to_command())
}

/// Arguments of the published Quoridor console.
#[derive(Default)]
struct QuoridorConsoleArgs<'a> {
    first: Option<&'a str>,
    second: Option<&'a str>,
    dimension: Option<&'a str>,
    depth: Option<&'a str>,
    games: Option<&'a str>,
    is_simulation: bool,
}

impl QuoridorConsoleArgs<'_> {
    fn to_command(&self) -> Vec<String> {
        let game = match self.dimension {
            Some(size) => format!("quoridor:size={size}"),
            None => "quoridor".to_owned(),
        };
        let [first, second] = [self.first, self.second].map(|name| self.player(name));
        if self.is_simulation {
            let mut command = vec!["match".to_owned(), game, first, second];
            let games = self
                .games
                .map(|games| ["--games", games].map(str::to_owned));
            command.extend(games.into_iter().flatten());
            command
        } else {
            ["play", &game, "--seats", &format!("{first},{second}")]
                .map(str::to_owned)
                .into()
        }
    }

    /// Agent spec of a published strategy name; `human` for `None`. Unknown names are taken as
    /// specs.
    fn player(&self, name: Option<&str>) -> String {
        let name = match name.unwrap_or("human") {
            "minimaxab" => "alphabeta",
            "parallelminimaxab" => "parallel-alphabeta",
            other => other,
        };
        match (name, self.depth) {
            ("minimax" | "alphabeta" | "parallel-alphabeta", Some(depth)) => {
                format!("{name}:depth={depth}")
            }
            _ => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Option<String> {
        let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
        translate(&args).map(|words| words.join(" "))
    }

    #[test]
    fn the_published_flags_are_said_in_our_words() {
        for (published, ours) in [
            (
                "play -s1=parallelminimaxab -s2=semirandom -dimension=5 -depth=1 -sim -numsim=100",
                "match quoridor:size=5 parallel-alphabeta:depth=1 semirandom --games 100",
            ),
            (
                "play -s2=minimaxab -depth=3",
                "play quoridor --seats human,alphabeta:depth=3",
            ),
            (
                "play -sim -s1=astar -s2=mcts:iterations=90,c=1.7 -depth=3",
                "match quoridor astar mcts:iterations=90,c=1.7",
            ),
        ] {
            assert_eq!(command(published).as_deref(), Some(ours), "{published}");
        }
    }

    #[test]
    fn our_own_commands_are_left_alone() {
        for line in [
            "play",
            "play quoridor",
            "play --seats human,human",
            "play -h",
            "play -s1=astar --seed 3",
            "match -s1=astar -sim",
        ] {
            assert_eq!(command(line), None, "{line}");
        }
    }
}
