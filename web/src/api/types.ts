// Made from the Rust types by crates/protocol/tests/typescript.rs.

export const VERSION = 1;

export type Code = "bad_request" | "bad_version" | "too_large" | "not_found" | "unknown_table" | "unknown_replay" | "unknown_seat" | "no_session" | "not_host" | "not_seated" | "out_of_game" | "seat_taken" | "name_taken" | "colour_taken" | "table_full" | "password_needed" | "wrong_password" | "too_many_tries" | "too_many_requests" | "server_full" | "too_many_tables" | "bad_game" | "bad_agent" | "agent_taken" | "bad_template" | "bad_translation" | "content_changed" | "plugin_stopped" | "check_running" | "bad_text" | "wrong_phase" | "not_ready" | "match_running" | "not_your_turn" | "illegal_move" | "nothing_to_undo" | "no_undo_asked" | "not_allowed" | "local_only" | "operator_only" | "origin_refused" | "host_refused" | "not_stored" | "internal";

export type Problem = { 
/**
 * What went wrong.
 */
code: Code, 
/**
 * Parameters of the message, by name.
 */
params?: { [key in string]: string }, };

export type Session = { 
/**
 * The secret. Pages need not keep it: it comes as a cookie too.
 */
token: string, };

export type NewTable = { 
/**
 * What is played and how.
 */
settings: Settings, 
/**
 * Who wants to join or watch must know it.
 */
password?: string | null, 
/**
 * Who sits where. If left out the host takes the first seat and the others are open.
 */
seats: Array<Seating>, 
/**
 * What the host is called.
 */
name: string, };

export type Seating = { "kind": "open" } | { "kind": "here", 
/**
 * What they are called.
 */
name: string, 
/**
 * Their colour, `#rrggbb`.
 */
colour?: string | null, } | { "kind": "agent", 
/**
 * Its spec, `name:key=value,...`.
 */
spec: string, 
/**
 * What it is called here; as the agent is called if left out.
 */
name?: string | null, 
/**
 * Its colour, `#rrggbb`.
 */
colour?: string | null, };

export type Join = { 
/**
 * Where; if left out the first open seat, unless the person sits already.
 */
seat?: number | null, 
/**
 * What the person is called.
 */
name: string, 
/**
 * Their colour, `#rrggbb`.
 */
colour?: string | null, 
/**
 * The password of the table.
 */
password?: string | null, };

export type Enter = { 
/**
 * The password of the table.
 */
password: string, };

export type Ready = { 
/**
 * Whether the game may start.
 */
ready: boolean, };

export type Phase = "open" | "playing" | "over";

export type SeatInfo = { 
/**
 * Who sits there.
 */
kind: SeatKind, 
/**
 * What they are called; empty if nobody sits there. An agent without a name is called by its spec.
 */
name: string, 
/**
 * Whether an agent was given a name.
 */
named?: boolean, 
/**
 * Their colour, `#rrggbb`.
 */
colour: string, 
/**
 * Whether they have ticked that the game may start. Agents always have.
 */
ready: boolean, 
/**
 * Whether they are connected. Agents always are.
 */
present: boolean, 
/**
 * The spec of the agent that plays: the agent itself, or one in the place of a person.
 */
agent?: string | null, };

export type SeatKind = "open" | "person" | "away" | "agent";

export type TableInfo = { 
/**
 * The address of the table. Who has it can find the table, so unlisted ones are secret.
 */
id: string, 
/**
 * What is played and how.
 */
settings: Settings, 
/**
 * Whether there is a password.
 */
locked: boolean, 
/**
 * Where it is in its life.
 */
phase: Phase, 
/**
 * Who sits where.
 */
seats: Array<SeatInfo>, 
/**
 * What the host is called.
 */
host: string, 
/**
 * How many watch.
 */
watching: number, };

export type GameInfo = { 
/**
 * The name in specs.
 */
name: string, 
/**
 * What it is, in one line.
 */
summary: string, 
/**
 * The seats of the variant with all parameters as they come.
 */
seats: number, 
/**
 * The parameters.
 */
params: Array<ParamInfo>, 
/**
 * The agents that play it.
 */
agents: Array<AgentInfo>, 
/**
 * The name of the strongest agent.
 */
strongest: string, 
/**
 * How the strengths of its agents were measured, if they were.
 */
measured?: Measured | null, };

export type AgentInfo = { 
/**
 * The name in specs.
 */
name: string, 
/**
 * What it does, in one line.
 */
summary: string, 
/**
 * The parameters.
 */
params: Array<ParamInfo>, 
/**
 * How strong and how quick it is in the plain game, as it comes or at each of its levels.
 */
strengths: Array<Strength>, 
/**
 * The agent whose moves it makes, if it was not measured for that reason.
 */
plays_as?: string | null, };

export type Strength = { 
/**
 * The spec of the agent.
 */
spec: string, 
/**
 * On the scale of Elo; random play has 0, and 200 points more win about three games in four.
 */
elo: number, 
/**
 * The lower end of its 95 % interval.
 */
low: number, 
/**
 * The upper end.
 */
high: number, 
/**
 * The number of games it rests on.
 */
games: number, 
/**
 * The average time for a move, in milliseconds, on the machine where it was measured.
 */
time_ms: number, };

export type Measured = { 
/**
 * The spec of the game that was played.
 */
game: string, 
/**
 * The number of games, of all agents together.
 */
games: number, 
/**
 * The program that played, with its version.
 */
program: string, 
/**
 * The command that plays the same games.
 */
command: string, };

export type ParamInfo = { 
/**
 * The name in specs.
 */
name: string, 
/**
 * What it is, in one line.
 */
summary: string, 
/**
 * What it may be.
 */
kind: ParamKind, 
/**
 * Its value if a spec does not say; none if it then has none.
 */
default?: string | null, };

export type ParamKind = { "type": "int", 
/**
 * The least.
 */
min: number, 
/**
 * The most.
 */
max: number, } | { "type": "int_or", 
/**
 * The least.
 */
min: number, 
/**
 * The most.
 */
max: number, 
/**
 * The word.
 */
word: string, } | { "type": "real", 
/**
 * The least.
 */
min: number, 
/**
 * The most.
 */
max: number, } | { "type": "time" } | { "type": "switch" } | { "type": "choice", 
/**
 * The words.
 */
words: Array<string>, } | { "type": "words" };

export type VariantInfo = { 
/**
 * Its spec in the shortest form.
 */
game: string, 
/**
 * The number of seats.
 */
seats: number, 
/**
 * Whether every seat sees everything.
 */
open: boolean, 
/**
 * The agents that play it.
 */
agents: Array<AgentInfo>, 
/**
 * The spec of an agent to play against when nobody else was named.
 */
opponent: string, 
/**
 * How the strengths of its agents were measured, if they were.
 */
measured?: Measured | null, };

export type InstalledAgent = { 
/**
 * Its spec: `@` and its name.
 */
spec: string, 
/**
 * The games it plays; all if there are none.
 */
games: Array<string>, 
/**
 * What it is, in one line.
 */
summary: string, };

export type Runner = { 
/**
 * The ending, such as `py`.
 */
ending: string, 
/**
 * The command that somebody has set; the usual one if there is none.
 */
command?: string | null, 
/**
 * The usual command.
 */
usual: string, };

export type NewRunner = { 
/**
 * The command; the usual one if there is none.
 */
command?: string | null, };

export type NewAgent = { 
/**
 * The name of the folder; without one there is a single file.
 */
folder?: string | null, 
/**
 * The files.
 */
files: Array<AgentFile>, 
/**
 * Whether it takes the place of an installed agent of the same name.
 */
replace: boolean, };

export type AgentFile = { 
/**
 * Its name, with `/` between folders.
 */
path: string, 
/**
 * What is in it.
 */
content: string, 
/**
 * How the content is written here.
 */
encoding: Encoding, };

export type Encoding = "text" | "base64";

export type LocaleInfo = { 
/**
 * Its code, such as `cs`.
 */
code: string, 
/**
 * What it calls itself.
 */
name: string, 
/**
 * Whether it is part of the program; otherwise it lies in the server's content folder.
 */
shipped: boolean, };

export type TranslationShelf = { 
/**
 * Whether who asks may save translations here.
 */
saving: Saving, 
/**
 * The translations, by their codes.
 */
translations: Array<TranslationInfo>, };

export type Saving = "allowed" | "with_token" | "never";

export type TranslationInfo = { 
/**
 * The code of the language, such as `de`: the name of its file.
 */
code: string, 
/**
 * What the language calls itself; the code if the file does not say.
 */
name: string, 
/**
 * Who wrote it.
 */
author: string, 
/**
 * Its version.
 */
version: string, 
/**
 * How many messages of the page it has.
 */
messages: number, 
/**
 * How many messages the page has.
 */
wanted: number, 
/**
 * Why it is not offered; none if it is.
 */
refused?: Problem | null, 
/**
 * What is wrong with single messages, which are then said in English; the first hundred.
 * Missing messages are not among them.
 */
findings: Array<TranslationFinding>, };

export type TranslationFinding = { 
/**
 * The line, counted from 1.
 */
line?: number | null, 
/**
 * The name of the message, if it has one.
 */
key?: string | null, 
/**
 * What is wrong.
 */
kind: FindingKind, 
/**
 * The same in English, with details.
 */
text: string, };

export type FindingKind = "syntax" | "twice" | "unknown" | "plural" | "placeholders";

export type NewTranslation = { 
/**
 * The Fluent file.
 */
text: string, };

export type ReplayInfo = { 
/**
 * The address of the replay.
 */
id: string, 
/**
 * The spec of the game.
 */
game: string, 
/**
 * Who played, in seat order.
 */
seats: Array<string>, 
/**
 * When it ended, in seconds since 1970.
 */
ended: number, 
/**
 * Those who did not play to the end, with their places.
 */
dropouts: Array<Dropout>, 
/**
 * How often moves were taken back in it.
 */
take_backs: number, 
/**
 * Whether chance or hidden cards had been seen in what was taken back: it counts for no level.
 */
unrated: boolean, };

export type LoadProgress = { 
/**
 * The tables that are loaded, or cannot be.
 */
done: number, 
/**
 * All of them.
 */
total: number, };

export type LobbyMessage = { "type": "tables", 
/**
 * The tables.
 */
tables: Array<TableInfo>, 
/**
 * How many are loaded, while a server that has just started still loads them.
 */
loading?: LoadProgress, } | { "type": "changed", 
/**
 * Tables that are new or have changed.
 */
tables: Array<TableInfo>, 
/**
 * The ids of tables that are no longer listed.
 */
gone: Array<string>, 
/**
 * As in `Tables`; left out when all are loaded.
 */
loading?: LoadProgress, };

export type Settings = { 
/**
 * What the table is called.
 */
name: string, 
/**
 * More about it.
 */
description: string, 
/**
 * The spec of the game, `name:key=value,...`.
 */
game: string, 
/**
 * Who can find the table.
 */
visibility: Visibility, 
/**
 * Whether others may watch.
 */
spectators: boolean, 
/**
 * Whether players may ask for hints. If left out, they may where one person plays and may not
 * between several. With `true` everyone who ticks that the game may start agrees; whoever changes
 * it takes the ticks away.
 */
hints?: boolean | null, 
/**
 * Whether everyone sees what agents think. Where something is hidden, only who sees with their
 * eyes does.
 */
thinking: boolean, 
/**
 * Whether everyone at the table sees what is hidden, those who watch too: for study. It is said
 * when the table is opened and not later, and means nothing where nothing is hidden. Agents are
 * still told only what their seat may know.
 */
reveal: boolean, 
/**
 * The seed of the game's chances and of its agents, known to all; a secret one if left out.
 */
seed?: number | null, 
/**
 * How long players may think; as long as they like if left out.
 */
clock?: Clock | null, 
/**
 * Milliseconds between moves where only agents play, for those who watch; the game then waits
 * while nobody does. As fast as they think if left out.
 */
pace?: number | null, 
/**
 * The spec of the agent that plays for those who leave; the others wait if left out. It is
 * one of the server's own.
 */
substitute?: string | null, 
/**
 * What becomes of an agent that fails.
 */
failing?: Failing, };

export type Visibility = "listed" | "unlisted";

export type Failing = "replaced" | "loses";

export type Clock = { 
/**
 * Seconds for the game.
 */
base: number, 
/**
 * Seconds added with each move.
 */
increment: number, };

export type Explore = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The position in text form; the one before the first move if left out.
 */
position?: string | null, 
/**
 * Moves and events of chance played from there.
 */
moves: Array<string>, 
/**
 * A seat with whose eyes the position shall be shown too.
 */
eyes?: number | null, };

export type Explored = { 
/**
 * The position in text form.
 */
position: string, 
/**
 * The position as far as the seat may know it whose eyes were asked for.
 */
seen?: string | null, 
/**
 * The seat to move; none when the game is over or chance is to act.
 */
to_move?: number | null, 
/**
 * The legal moves.
 */
moves: Array<string>, 
/**
 * The rank of each seat, 1 being the best, when the game is over.
 */
ranks?: Array<number> | null, 
/**
 * What is worth knowing, for each seat.
 */
insights: Array<Insight>, 
/**
 * What may happen here, if it is for chance to act; nothing if there are too many events to
 * list.
 */
events?: Array<ChanceEvent>, };

export type Insight = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The number, such as the length of the line.
 */
number: number, 
/**
 * Places on the board in text form, from the first to the last.
 */
line: Array<string>, };

export type ChanceEvent = { 
/**
 * The event, as a move in text form.
 */
text: string, 
/**
 * How likely it is.
 */
probability: number, };

export type Analyse = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The position in text form; the one before the first move if left out.
 */
position?: string | null, 
/**
 * Moves and events of chance played from there.
 */
moves: Array<string>, 
/**
 * The spec of the agent; the game's adviser if left out.
 */
agent?: string | null, 
/**
 * No more milliseconds than this; the server may give fewer.
 */
time?: number | null, };

export type Analysis = { 
/**
 * The position in text form.
 */
position: string, 
/**
 * The utility expected for each seat, from -1 to 1: what the agent says, at the end of a game
 * its result, and where chance acts the average over what may happen. Where something is
 * hidden the agent knows only what the seat to move knows.
 */
values?: Array<number> | null, 
/**
 * What the agent thought, if it is for a seat to move.
 */
thought?: Thought | null, };

export type SearchTree = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The position at the root, in text form.
 */
position: string, 
/**
 * The spec of the agent that searched.
 */
agent: string, 
/**
 * Positions the search visited fewer times are left out; none if all are there.
 */
least_visits?: number | null, 
/**
 * The root.
 */
tree: TreeNode, };

export type TreeNode = { 
/**
 * The move or event of chance that leads here; null at the root.
 */
move: string | null, 
/**
 * The number of the seat that chose it, from 1; null at the root and for chance.
 */
seat: number | null, 
/**
 * How often the search was here.
 */
visits: number, 
/**
 * The mean result of that seat, from 0 (lost) to 1 (won).
 */
score: number | null, 
/**
 * What the search went on with, in the order in which it was first tried.
 */
children: Array<TreeNode>, };

export type CheckRecord = { 
/**
 * The file.
 */
text: string, 
/**
 * The seat with whose eyes the game is looked at; nothing is hidden if left out.
 */
eyes?: number | null, };

export type Checked = { "is": "good" } & RecordInfo | { "is": "bad", 
/**
 * The line, counted from 1.
 */
line: number, 
/**
 * What is wrong with it, in English.
 */
reason: string, };

export type RecordInfo = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The program that wrote it.
 */
program: string, 
/**
 * The seed of the setup and of chance, as text: not every client has such large numbers.
 */
seed: string, 
/**
 * How often moves were taken back.
 */
take_backs: number, 
/**
 * Whether chance or hidden cards had been seen in what was taken back.
 */
unrated: boolean, 
/**
 * The spec of the agent at each seat, or the name of a person.
 */
seats: Array<string>, 
/**
 * Whether every seat sees everything.
 */
open: boolean, 
/**
 * The moves.
 */
plies: Array<RecordPly>, 
/**
 * The position before the first move, then that after each of them.
 */
positions: Array<string>, 
/**
 * Those who did not play to the end, with the places that are theirs.
 */
dropouts: Array<Dropout>, 
/**
 * The rank of each seat, 1 being the best; none if the game is not finished.
 */
ranks?: Array<number> | null, };

export type RecordPly = { 
/**
 * Who moved; none is chance.
 */
seat?: number | null, 
/**
 * The move, as far as the eyes may know it.
 */
text: string, 
/**
 * The utility the mover expected, if it said so.
 */
value?: number | null, 
/**
 * The milliseconds the mover took, if they were measured.
 */
time?: number | null, };

export type NewMatch = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The specs of the agents, one for each seat.
 */
agents: Array<string>, 
/**
 * The number of games, rounded up so that each agent sits everywhere equally often.
 */
games: number, 
/**
 * The seed, as text; the same seed gives the same games.
 */
seed?: string | null, 
/**
 * What games begin with, such as `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1` or the name of
 * a suite of the program; none if they begin at the start.
 */
openings?: string | null, };

export type MatchDesk = { 
/**
 * Whether who asks may start and end matches.
 */
allowed: boolean, 
/**
 * No match has more games.
 */
most_games: number, 
/**
 * The match being played, or the last one.
 */
current?: MatchInfo | null, };

export type MatchInfo = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The seed, as text.
 */
seed: string, 
/**
 * The openings with which games begin, in full; none if they begin at the start.
 */
openings?: string | null, 
/**
 * How far it is.
 */
state: MatchState, 
/**
 * The number of games planned.
 */
planned: number, 
/**
 * The number of games played.
 */
played: number, 
/**
 * The number of different games; a game that is repeated is no more evidence. None while nobody knows.
 */
distinct?: number | null, 
/**
 * Whether games were repeated so often that more of them are of little use.
 */
repetition?: Repetition | null, 
/**
 * The average number of moves in a game.
 */
plies_per_game: number, 
/**
 * What it says about each agent, in the order given.
 */
agents: Array<Standing>, };

export type MatchState = "running" | "done" | "stopped";

export type Repetition = "always" | "often";

export type Standing = { 
/**
 * The spec of the agent.
 */
spec: string, 
/**
 * Games in which it alone came first.
 */
wins: number, 
/**
 * Games in which it shared the first place.
 */
draws: number, 
/**
 * All other games.
 */
losses: number, 
/**
 * The mean share of the win.
 */
rate: number, 
/**
 * The lower end of the 95 % interval of the rate.
 */
low: number, 
/**
 * The upper end of it.
 */
high: number, 
/**
 * The average number of milliseconds it thought about a move.
 */
time_per_move: number, 
/**
 * The average number of positions it looked at for a move.
 */
nodes_per_move: number, };

export type PluginShelf = { 
/**
 * Those that can be used.
 */
plugins: Array<PluginInfo>, 
/**
 * Those that cannot, and why.
 */
troubles: Array<PluginTrouble>, };

export type PluginInfo = { 
/**
 * What it is for all games.
 */
uuid: string, 
/**
 * The name of its folder.
 */
folder: string, 
/**
 * What it is.
 */
kind: PluginKind, 
/**
 * Its name for people, in English.
 */
name: string, 
/**
 * What it does, in English.
 */
description: string, 
/**
 * The same as it is seen after one, two and three quarter turns of the board; empty where
 * that makes no difference.
 */
turned?: Array<string>, 
/**
 * Its version.
 */
version: string, 
/**
 * The SHA-256 of its files.
 */
hash: string, 
/**
 * Whether it is part of the program.
 */
shipped: boolean, 
/**
 * How it looks, if it is a field.
 */
look: FieldLook, 
/**
 * On what it can be cast, if it is a spell.
 */
cast: Array<CastOn>, 
/**
 * From how many fields away it is cast; from anywhere without it.
 */
range?: number | null, 
/**
 * Name and description in other languages.
 */
translations: { [key in string]: PluginWords }, 
/**
 * The last check of it, if there was one.
 */
check?: PluginCheck | null, };

export type PluginKind = "field" | "spell";

export type CastOn = "field" | "pawn" | "built" | "unbuilt";

export type FieldLook = { 
/**
 * The colour, as the plug-in says it.
 */
fill: string, 
/**
 * The shape, unless it has an outline of its own; `/api/plugins/{uuid}/field.svg` shows it.
 */
shape: FieldShape, 
/**
 * Whether it has an outline of its own.
 */
outlined: boolean, 
/**
 * Whether it has a texture.
 */
textured: boolean, 
/**
 * Where a pawn stands on it, from the lower left corner, 0 to 1 each.
 */
pawn: [number, number], 
/**
 * Where a spell lies on it.
 */
spell: [number, number], };

export type FieldShape = "square" | "circle" | "diamond";

export type PluginWords = { 
/**
 * The name.
 */
name: string, 
/**
 * The description.
 */
description: string, 
/**
 * The description as it is seen after one, two and three quarter turns of the board.
 */
turned?: Array<string>, };

export type PluginTrouble = { 
/**
 * Its file.
 */
file: string, 
/**
 * What is wrong with it.
 */
problems: Array<FileProblem>, };

export type FileProblem = { 
/**
 * The line, counted from 1.
 */
line: number, 
/**
 * The key it is about, such as `places.south.start`; empty if it is about none.
 */
key: string, 
/**
 * What is wrong and what to do about it, in English.
 */
message: string, 
/**
 * The same in a word, for pages in other languages; empty if there is none.
 */
why?: string, 
/**
 * What such a message needs to know, by name.
 */
details?: { [key in string]: string }, };

export type PluginCheck = { 
/**
 * Whether it is still going on.
 */
running: boolean, 
/**
 * The number of games.
 */
games: number, 
/**
 * What was found out, in English.
 */
findings: Array<CheckFinding>, };

export type CheckFinding = { 
/**
 * Whether it is as it should be.
 */
well: boolean, 
/**
 * What it is.
 */
text: string, };

export type TemplateShelf = { 
/**
 * Whether who asks may save templates here.
 */
may_save: boolean, 
/**
 * The templates, the usual one first.
 */
templates: Array<TemplateInfo>, };

export type TemplateInfo = { 
/**
 * What it is called in specs of games.
 */
name: string, 
/**
 * Whether it is part of the program, which cannot be changed.
 */
shipped: boolean, 
/**
 * What it says; none if it cannot be read.
 */
draft: TemplateDraft | null, 
/**
 * What is wrong with it.
 */
problems: Array<FileProblem>, };

export type TemplateDraft = { 
/**
 * Its name for people.
 */
name: string, 
/**
 * What is special about it.
 */
description: string, 
/**
 * The UUIDs of plug-ins, by the names they have here.
 */
plugins: { [key in string]: string }, 
/**
 * Where players start and go, by names of the author's choice.
 */
places: { [key in string]: TemplatePlace }, 
/**
 * The places of each number of players.
 */
seats: { [key in string]: TemplateSeats }, 
/**
 * Walls that are built or disabled.
 */
walls: TemplateWalls, 
/**
 * Fields that are not ordinary ones, by the names of plug-ins.
 */
fields: { [key in string]: Array<string> }, 
/**
 * The spells, if there are any.
 */
spells: TemplateSpells | null, };

export type TemplatePlace = { 
/**
 * A field.
 */
start: string, 
/**
 * `row 9`, `column i` or `e5`, or several of these.
 */
target: TemplateTarget, };

export type TemplateTarget = string | Array<string>;

export type TemplateSeats = { 
/**
 * The names of places, in the order of turns.
 */
places: Array<string>, 
/**
 * The walls of each player.
 */
walls: TemplateLimits, };

export type TemplateLimits = { 
/**
 * The smallest.
 */
least: number, 
/**
 * The largest.
 */
most: number, 
/**
 * What it is if nobody chooses.
 */
usual: number, };

export type TemplateWalls = { 
/**
 * Those that stand at the start.
 */
built: Array<string>, 
/**
 * Those that may not be built.
 */
disabled: Array<string>, };

export type TemplateSpells = { 
/**
 * Those that may lie on the board.
 */
allowed: Array<string>, 
/**
 * Those that lie on the board in every game; there are never fewer spells than these.
 */
forced: Array<string>, 
/**
 * The fewest for each player.
 */
least: number, 
/**
 * The most.
 */
most: number, 
/**
 * As many as there are if nobody chooses.
 */
usual: number, };

export type TemplateSource = { "text": string } | { "draft": TemplateDraft };

export type CheckedTemplate = { 
/**
 * The file.
 */
text: string, 
/**
 * What it says; none if it cannot be read.
 */
draft: TemplateDraft | null, 
/**
 * What is wrong with it; nothing if games can be played with it.
 */
problems: Array<FileProblem>, };

export type KeptTemplate = { 
/**
 * What it is called in specs of games.
 */
name: string, };

export type ClientMessage = { "type": "hello", 
/**
 * The version the client speaks.
 */
version: number, 
/**
 * The number of the last event the client knows; everything of the game if left out.
 */
last?: number | null, 
/**
 * With the eyes of which of its seats the client sees. If left out: the only one, or the
 * first one where nothing is hidden, or else nobody's.
 */
seat?: number | null, 
/**
 * Whether positions are wanted as drawings for a terminal, too.
 */
drawing: Drawing, } | { "type": "look", 
/**
 * The seat; none sees what everyone may know.
 */
seat?: number | null, } | { "type": "move", 
/**
 * The number of moves played before it, so that no move is played twice or too late.
 */
ply: number, 
/**
 * The move in text form.
 */
text: string, } | { "type": "undo" } | { "type": "answer_undo", 
/**
 * Whether they may.
 */
accept: boolean, } | { "type": "resign" } | { "type": "rematch" } | { "type": "hint" } | { "type": "pace", 
/**
 * Milliseconds between their moves, 60,000 at most.
 */
pause: number, 
/**
 * Whether they wait altogether; a move that is being thought about is still made.
 */
paused: boolean, } | { "type": "step" };

export type Drawing = "none" | "plain" | "colour";

export type ServerMessage = { "type": "you" } & You | { "type": "update" } & Update | { "type": "thinking", 
/**
 * Its seat.
 */
seat: number, 
/**
 * The number of moves played.
 */
ply: number, } | { "type": "considering", 
/**
 * Its seat.
 */
seat: number, 
/**
 * What it thinks; `best` is what it would choose now.
 */
thought: Thought, } | { "type": "thought", 
/**
 * Its seat.
 */
seat: number, 
/**
 * What it thought.
 */
thought: Thought, } | { "type": "hint", 
/**
 * What the adviser thought.
 */
thought: Thought, } | { "type": "refused", 
/**
 * Why.
 */
problem: Problem, };

export type You = { 
/**
 * The version the server speaks.
 */
version: number, 
/**
 * The table.
 */
table: string, 
/**
 * The seats the client moves for; none is a spectator.
 */
seats: Array<number>, 
/**
 * The seat with whose eyes it sees.
 */
eyes?: number | null, 
/**
 * Whether it is the host.
 */
host: boolean, 
/**
 * Whether each seat sees only what it may know.
 */
hidden: boolean, };

export type Update = { 
/**
 * The number of the last event there is.
 */
seq: number, 
/**
 * The events the client does not know yet, in order.
 */
events: Array<Numbered>, 
/**
 * The table, if it has changed.
 */
table?: TableInfo | null, 
/**
 * The game as the client may know it, if it has changed and there is one.
 */
game?: GameView | null, };

export type GameView = { 
/**
 * The number of moves played.
 */
ply: number, 
/**
 * The position in text form, as far as the seat may know it: all of it where the table is
 * revealed, what everyone may know for other spectators of a game with hidden information, if
 * the game can say that.
 */
position?: string | null, 
/**
 * The position drawn for a terminal, if wanted.
 */
drawing?: string | null, 
/**
 * The seat to move; none when the game is over.
 */
to_move?: number | null, 
/**
 * The legal moves, if it is for the client to move.
 */
moves?: Array<string> | null, 
/**
 * The time left to each seat; that of the seat to move is running.
 */
clocks?: Array<number> | null, 
/**
 * The seat that wants to take a move back, if one does.
 */
undo_asked?: number | null, 
/**
 * How the game ended.
 */
verdict?: Verdict | null, 
/**
 * Those who have left the game before its end, with the places that are theirs.
 */
dropouts: Array<Dropout>, 
/**
 * How often moves were taken back.
 */
take_backs: number, 
/**
 * Whether chance or hidden cards had been seen in what was taken back: such a game counts for no
 * level and no rating.
 */
unrated: boolean, 
/**
 * The pace of the game, where only agents play and somebody has said one.
 */
pacing?: Pacing | null, };

export type Pacing = { 
/**
 * Milliseconds between moves.
 */
pause: number, 
/**
 * Whether it waits for the host.
 */
paused: boolean, };

export type Thought = { 
/**
 * The number of moves played before.
 */
ply: number, 
/**
 * The spec of the agent.
 */
agent: string, 
/**
 * The move it chose.
 */
best: string, 
/**
 * The utility it expects for the seat to move, from -1 to 1.
 */
value?: number | null, 
/**
 * The line it expects, beginning with the move.
 */
line: Array<string>, 
/**
 * The moves it considered, best first.
 */
candidates: Array<Candidate>, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Games played out.
 */
playouts: number, 
/**
 * Moves looked ahead.
 */
depth: number, 
/**
 * The time it took.
 */
time: number, };

export type Candidate = { 
/**
 * The move.
 */
text: string, 
/**
 * The utility it expects of it.
 */
value?: number | null, 
/**
 * How well the value is known.
 */
known: Known, 
/**
 * How often it was tried.
 */
visits: number, };

export type Known = "exactly" | "at_most";

export type Numbered = { 
/**
 * The number.
 */
seq: number, } & ({ "event": "opened" } | { "event": "changed" } | { "event": "seated", 
/**
 * The seat.
 */
seat: number, 
/**
 * What they are called.
 */
name: string, 
/**
 * The spec, if it is an agent. One without a name is called by it.
 */
agent?: string | null, } | { "event": "vacated", 
/**
 * The seat.
 */
seat: number, } | { "event": "ready", 
/**
 * The seat.
 */
seat: number, 
/**
 * Whether the game may start.
 */
ready: boolean, } | { "event": "host", 
/**
 * What they are called.
 */
name: string, } | { "event": "started", 
/**
 * Its spec.
 */
game: string, 
/**
 * Who plays, in seat order.
 */
seats: Array<string>, } | { "event": "moved", 
/**
 * The number of moves played before it.
 */
ply: number, 
/**
 * Who moved; none is chance.
 */
seat?: number | null, 
/**
 * The move, as far as the client may know it.
 */
text: string, 
/**
 * The time it took, where there are clocks.
 */
time?: number | null, } | { "event": "cancelled", 
/**
 * The number of moves played before that move.
 */
ply: number, 
/**
 * Whose doing it was: the plug-in, or all that had a part in it.
 */
plugin: string, 
/**
 * Where and why, in words.
 */
reason: string, } | { "event": "limited", 
/**
 * Its seat.
 */
seat: number, 
/**
 * Which.
 */
limit: Limit, 
/**
 * The most seconds an agent has for a move on this server.
 */
most: number, } | { "event": "halted", 
/**
 * The plug-in.
 */
plugin: string, 
/**
 * Where and why, in words.
 */
reason: string, } | { "event": "undo_asked", 
/**
 * The seat.
 */
seat: number, } | { "event": "undo_accepted", 
/**
 * The seat that agreed.
 */
seat: number, } | { "event": "undo_refused", 
/**
 * The seat that refused.
 */
seat: number, } | { "event": "undone", 
/**
 * The number of moves that are left.
 */
ply: number, } | { "event": "away", 
/**
 * The seat.
 */
seat: number, } | { "event": "back", 
/**
 * The seat.
 */
seat: number, } | { "event": "resigned", 
/**
 * The seat.
 */
seat: number, } | { "event": "flagged", 
/**
 * The seat.
 */
seat: number, } | { "event": "failed", 
/**
 * Its seat.
 */
seat: number, 
/**
 * Why, in words; empty for those who may not know what the agent knew.
 */
reason: string, 
/**
 * The spec of the agent that plays on in its place; none if the game is lost.
 */
agent?: string | null, } | { "event": "ended", 
/**
 * How.
 */
verdict: Verdict, 
/**
 * The address of the replay.
 */
replay: string, } | { "event": "rematch_asked", 
/**
 * The seat.
 */
seat: number, });

export type Event = { "event": "opened" } | { "event": "changed" } | { "event": "seated", 
/**
 * The seat.
 */
seat: number, 
/**
 * What they are called.
 */
name: string, 
/**
 * The spec, if it is an agent. One without a name is called by it.
 */
agent?: string | null, } | { "event": "vacated", 
/**
 * The seat.
 */
seat: number, } | { "event": "ready", 
/**
 * The seat.
 */
seat: number, 
/**
 * Whether the game may start.
 */
ready: boolean, } | { "event": "host", 
/**
 * What they are called.
 */
name: string, } | { "event": "started", 
/**
 * Its spec.
 */
game: string, 
/**
 * Who plays, in seat order.
 */
seats: Array<string>, } | { "event": "moved", 
/**
 * The number of moves played before it.
 */
ply: number, 
/**
 * Who moved; none is chance.
 */
seat?: number | null, 
/**
 * The move, as far as the client may know it.
 */
text: string, 
/**
 * The time it took, where there are clocks.
 */
time?: number | null, } | { "event": "cancelled", 
/**
 * The number of moves played before that move.
 */
ply: number, 
/**
 * Whose doing it was: the plug-in, or all that had a part in it.
 */
plugin: string, 
/**
 * Where and why, in words.
 */
reason: string, } | { "event": "limited", 
/**
 * Its seat.
 */
seat: number, 
/**
 * Which.
 */
limit: Limit, 
/**
 * The most seconds an agent has for a move on this server.
 */
most: number, } | { "event": "halted", 
/**
 * The plug-in.
 */
plugin: string, 
/**
 * Where and why, in words.
 */
reason: string, } | { "event": "undo_asked", 
/**
 * The seat.
 */
seat: number, } | { "event": "undo_accepted", 
/**
 * The seat that agreed.
 */
seat: number, } | { "event": "undo_refused", 
/**
 * The seat that refused.
 */
seat: number, } | { "event": "undone", 
/**
 * The number of moves that are left.
 */
ply: number, } | { "event": "away", 
/**
 * The seat.
 */
seat: number, } | { "event": "back", 
/**
 * The seat.
 */
seat: number, } | { "event": "resigned", 
/**
 * The seat.
 */
seat: number, } | { "event": "flagged", 
/**
 * The seat.
 */
seat: number, } | { "event": "failed", 
/**
 * Its seat.
 */
seat: number, 
/**
 * Why, in words; empty for those who may not know what the agent knew.
 */
reason: string, 
/**
 * The spec of the agent that plays on in its place; none if the game is lost.
 */
agent?: string | null, } | { "event": "ended", 
/**
 * How.
 */
verdict: Verdict, 
/**
 * The address of the replay.
 */
replay: string, } | { "event": "rematch_asked", 
/**
 * The seat.
 */
seat: number, };

export type Verdict = { 
/**
 * The rank of each seat, 1 being the best; equal ranks are tied. It is that of whoever played the
 * seat to the end.
 */
ranks: Array<number>, 
/**
 * Why it ended.
 */
by: Ending, 
/**
 * Those who did not play to the end, with the places that are theirs, in the order in which they
 * left.
 */
dropouts: Array<Dropout>, };

export type Dropout = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The player's place, 1 being the best: the last among those who were still playing.
 */
place: number, 
/**
 * Why they left.
 */
cause: DropCause, 
/**
 * The spec of the agent that took the seat over; none if the game ended there.
 */
agent?: string | null, };

export type DropCause = "resigned" | "left" | "time" | "failed";

export type Ending = "rules" | "resignation" | "time" | "failure" | "stopped";

export type Limit = "time" | "rebuilding";
