// Made from the Rust types by crates/protocol/tests/typescript.rs.

export const VERSION = 1;

export type Code = "bad_request" | "bad_version" | "too_large" | "not_found" | "unknown_table" | "unknown_replay" | "unknown_seat" | "no_session" | "not_host" | "not_seated" | "out_of_game" | "seat_taken" | "name_taken" | "colour_taken" | "table_full" | "password_needed" | "wrong_password" | "too_many_tries" | "too_many_requests" | "server_full" | "too_many_tables" | "bad_game" | "bad_agent" | "agent_taken" | "bad_template" | "bad_translation" | "content_changed" | "plugin_stopped" | "check_running" | "bad_text" | "wrong_phase" | "not_ready" | "match_running" | "not_your_turn" | "illegal_move" | "nothing_to_undo" | "no_undo_asked" | "not_allowed" | "local_only" | "operator_only" | "origin_refused" | "host_refused" | "not_stored" | "internal";

export type Problem = { 
/**
 * The code.
 */
code: Code, 
/**
 * Parameters of the message, by name.
 */
params?: { [key in string]: string }, };

export type Session = { 
/**
 * The secret token, which is also set as a cookie.
 */
token: string, };

export type NewTable = { 
/**
 * Game and settings.
 */
settings: Settings, 
/**
 * Password for joining and watching.
 */
password?: string | null, 
/**
 * Initial seats. By default the host takes the first seat and the others are open.
 */
seats: Array<SeatAssignment>, 
/**
 * The name of the host.
 */
name: string, };

export type SeatAssignment = { "kind": "open" } | { "kind": "here", 
/**
 * The name.
 */
name: string, 
/**
 * The colour, `#rrggbb`.
 */
colour?: string | null, } | { "kind": "agent", 
/**
 * Its spec, `name:key=value,...`.
 */
spec: string, 
/**
 * Display name; the spec by default.
 */
name?: string | null, 
/**
 * The colour, `#rrggbb`.
 */
colour?: string | null, };

export type Join = { 
/**
 * The seat; by default the first open one, unless the person already has a seat.
 */
seat?: number | null, 
/**
 * The name of the person.
 */
name: string, 
/**
 * The colour, `#rrggbb`.
 */
colour?: string | null, 
/**
 * The password of the table.
 */
password?: string | null, };

export type WatchRequest = { 
/**
 * The password of the table.
 */
password: string, };

export type Ready = { 
/**
 * True if ready to start.
 */
ready: boolean, };

export type Phase = "open" | "playing" | "over";

export type SeatInfo = { 
/**
 * Kind of occupant.
 */
kind: SeatKind, 
/**
 * The name; empty for an open seat, the spec for an agent without a name.
 */
name: string, 
/**
 * True if an agent was given a name.
 */
named?: boolean, 
/**
 * The colour, `#rrggbb`.
 */
colour: string, 
/**
 * True if ready to start. Agents always are.
 */
ready: boolean, 
/**
 * True if connected. Agents always are.
 */
present: boolean, 
/**
 * The spec of the agent that plays: the occupant, or the substitute of a person.
 */
agent?: string | null, };

export type SeatKind = "open" | "person" | "away" | "agent";

export type TableInfo = { 
/**
 * The id of the table, which gives access to it; that of an unlisted table is secret.
 */
id: string, 
/**
 * Game and settings.
 */
settings: Settings, 
/**
 * True if there is a password.
 */
locked: boolean, 
/**
 * The phase.
 */
phase: Phase, 
/**
 * The seats.
 */
seats: Array<SeatInfo>, 
/**
 * The name of the host.
 */
host: string, 
/**
 * Number of spectators.
 */
watching: number, };

export type GameInfo = { 
/**
 * The name in specs.
 */
name: string, 
/**
 * One-line description.
 */
summary: string, 
/**
 * Number of seats with default parameters.
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
 * The source of the agents' strengths, if they were measured.
 */
measured?: StrengthSource | null, };

export type AgentInfo = { 
/**
 * The name in specs.
 */
name: string, 
/**
 * One-line description.
 */
summary: string, 
/**
 * The parameters.
 */
params: Array<ParamInfo>, 
/**
 * Strength and speed in the default variant, with default parameters or at each level.
 */
strengths: Array<Strength>, 
/**
 * The agent that plays the same moves, if this one was not measured for that reason.
 */
plays_as?: string | null, };

export type Strength = { 
/**
 * The spec of the agent.
 */
spec: string, 
/**
 * Elo rating; random play has 0.
 */
elo: number, 
/**
 * Lower end of the 95 % confidence interval.
 */
low: number, 
/**
 * Upper end of the 95 % confidence interval.
 */
high: number, 
/**
 * Number of games it is based on.
 */
games: number, 
/**
 * Average time for a move, in milliseconds, on the machine that measured it.
 */
time_ms: number, };

export type StrengthSource = { 
/**
 * The spec of the game that was played.
 */
game: string, 
/**
 * Number of games of all agents together.
 */
games: number, 
/**
 * The program that played, with its version.
 */
program: string, 
/**
 * The command that reproduces the games.
 */
command: string, };

export type ParamInfo = { 
/**
 * The name in specs.
 */
name: string, 
/**
 * One-line description.
 */
summary: string, 
/**
 * Type and range.
 */
kind: ParamKind, 
/**
 * The default value, if any.
 */
default?: string | null, };

export type ParamKind = { "type": "int", 
/**
 * The minimum.
 */
min: number, 
/**
 * The maximum.
 */
max: number, } | { "type": "int_or", 
/**
 * The minimum.
 */
min: number, 
/**
 * The maximum.
 */
max: number, 
/**
 * The word.
 */
word: string, } | { "type": "real", 
/**
 * The minimum.
 */
min: number, 
/**
 * The maximum.
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
 * True for perfect information: every seat sees everything.
 */
open: boolean, 
/**
 * The agents that play it.
 */
agents: Array<AgentInfo>, 
/**
 * The spec of the default opponent.
 */
opponent: string, 
/**
 * The source of the agents' strengths, if they were measured.
 */
measured?: StrengthSource | null, };

export type InstalledAgent = { 
/**
 * Its spec: `@` and its name.
 */
spec: string, 
/**
 * The games it plays; empty for all.
 */
games: Array<string>, 
/**
 * One-line description.
 */
summary: string, };

export type Runner = { 
/**
 * The file extension, such as `py`.
 */
ending: string, 
/**
 * The configured command; none for the default.
 */
command?: string | null, 
/**
 * The default command.
 */
usual: string, };

export type NewRunner = { 
/**
 * The command; none for the default.
 */
command?: string | null, };

export type NewAgent = { 
/**
 * The name of the folder; none for a single file.
 */
folder?: string | null, 
/**
 * The files.
 */
files: Array<AgentFile>, 
/**
 * True to replace an installed agent of the same name.
 */
replace: boolean, };

export type AgentFile = { 
/**
 * The path, with `/` between folders.
 */
path: string, 
/**
 * The content.
 */
content: string, 
/**
 * Encoding of the content.
 */
encoding: Encoding, };

export type Encoding = "text" | "base64";

export type LocaleInfo = { 
/**
 * Its code, such as `cs`.
 */
code: string, 
/**
 * Its own name for itself.
 */
name: string, 
/**
 * True if it is built in; otherwise it is in the server's content folder.
 */
shipped: boolean, };

export type TranslationList = { 
/**
 * Permission of the client to save translations.
 */
saving: SavePermission, 
/**
 * The translations, by their codes.
 */
translations: Array<TranslationInfo>, };

export type SavePermission = "allowed" | "with_token" | "never";

export type TranslationInfo = { 
/**
 * The code of the language, such as `de`: the name of its file.
 */
code: string, 
/**
 * The language's own name for itself; the code if the file lacks it.
 */
name: string, 
/**
 * The author.
 */
author: string, 
/**
 * Its version.
 */
version: string, 
/**
 * Number of translated messages.
 */
messages: number, 
/**
 * Number of messages of the page.
 */
wanted: number, 
/**
 * The reason why it is not offered; none if it is.
 */
refused?: Problem | null, 
/**
 * Errors in single messages, which are then shown in English; the first hundred. Missing messages
 * are not included.
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
 * Kind of error.
 */
kind: FindingKind, 
/**
 * Description in English, with details.
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
 * The id of the replay.
 */
id: string, 
/**
 * The spec of the game.
 */
game: string, 
/**
 * Names of the players, in seat order.
 */
seats: Array<string>, 
/**
 * End of the game, in seconds since 1970.
 */
ended: number, 
/**
 * Players who left before the end, with their places.
 */
dropouts: Array<DroppedPlayer>, 
/**
 * Number of take-backs.
 */
take_backs: number, 
/**
 * True if a take-back followed a revealed chance event or hidden card: the game does not count.
 */
unrated: boolean, };

export type LoadProgress = { 
/**
 * Tables that are loaded or cannot be loaded.
 */
done: number, 
/**
 * All stored tables.
 */
total: number, };

export type LobbyMessage = { "type": "tables", 
/**
 * The tables.
 */
tables: Array<TableInfo>, 
/**
 * Progress while a restarted server still loads its tables.
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
 * As in `Tables`; omitted when all are loaded.
 */
loading?: LoadProgress, };

export type Settings = { 
/**
 * The name of the table.
 */
name: string, 
/**
 * Description.
 */
description: string, 
/**
 * The spec of the game, `name:key=value,...`.
 */
game: string, 
/**
 * Visibility in the lobby.
 */
visibility: Visibility, 
/**
 * True if spectators are allowed.
 */
spectators: boolean, 
/**
 * True if players may ask for hints. By default, allowed only with a single human player. Players
 * agree to it by marking themselves ready; a change resets the ready marks.
 */
hints?: boolean | null, 
/**
 * True if everyone sees the agents' analysis. With hidden information, only clients that view
 * their seat do.
 */
thinking: boolean, 
/**
 * True if everyone, including spectators, sees hidden information: for study. Fixed when the
 * table is opened; no effect without hidden information. Agents still get only their own view.
 */
reveal: boolean, 
/**
 * Public seed of chance and agents; by default a secret random seed.
 */
seed?: number | null, 
/**
 * Time control; none for unlimited time.
 */
clock?: Clock | null, 
/**
 * Milliseconds between moves in games of agents only, for spectators; the game pauses while no
 * one watches. No delay by default.
 */
pace?: number | null, 
/**
 * The spec of a built-in agent that substitutes for people who leave; without it the others wait.
 */
substitute?: string | null, 
/**
 * Policy for agents that fail.
 */
failing?: FailurePolicy, };

export type Visibility = "listed" | "unlisted";

export type FailurePolicy = "replaced" | "loses";

export type Clock = { 
/**
 * Base time in seconds.
 */
base: number, 
/**
 * Increment in seconds for each move.
 */
increment: number, };

export type ExploreRequest = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The position in text form; by default the initial one.
 */
position?: string | null, 
/**
 * Moves and chance events played from there.
 */
moves: Array<string>, 
/**
 * A seat whose view is requested too.
 */
eyes?: number | null, };

export type ExploredPosition = { 
/**
 * The position in text form.
 */
position: string, 
/**
 * The view of the requested seat.
 */
seen?: string | null, 
/**
 * The seat to move; none at chance nodes and at the end.
 */
to_move?: number | null, 
/**
 * The legal moves.
 */
moves: Array<string>, 
/**
 * The rank of each seat, 1 is best, if the game is over.
 */
ranks?: Array<number> | null, 
/**
 * Annotations for the seats.
 */
insights: Array<PathAnnotation>, 
/**
 * The events of a chance node; empty if there are too many to list.
 */
events?: Array<ChanceEvent>, };

export type PathAnnotation = { 
/**
 * The seat.
 */
seat: number, 
/**
 * A number, such as the length of the path.
 */
number: number, 
/**
 * The places on the path in text form, in order.
 */
line: Array<string>, };

export type ChanceEvent = { 
/**
 * The event, as a move in text form.
 */
text: string, 
/**
 * The probability.
 */
probability: number, };

export type AnalyseRequest = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * The position in text form; by default the initial one.
 */
position?: string | null, 
/**
 * Moves and chance events played from there.
 */
moves: Array<string>, 
/**
 * The spec of the agent; by default the game's adviser.
 */
agent?: string | null, 
/**
 * Time limit in milliseconds; the server may reduce it.
 */
time?: number | null, };

export type Analysis = { 
/**
 * The position in text form.
 */
position: string, 
/**
 * Expected utility of each seat, from -1 to 1: the agent's value, the result at the end of a game,
 * or the average over events at a chance node. With hidden information the agent knows only what
 * the seat to move knows.
 */
values?: Array<number> | null, 
/**
 * The agent's analysis, if a seat is to move.
 */
thought?: AgentAnalysis | null, };

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
 * Nodes with fewer visits are omitted; none if the tree is complete.
 */
least_visits?: number | null, 
/**
 * The root.
 */
tree: TreeNode, };

export type TreeNode = { 
/**
 * The move or chance event that leads here; null at the root.
 */
move: string | null, 
/**
 * The seat that made the move, counted from 1; null at the root and for chance.
 */
seat: number | null, 
/**
 * Visit count.
 */
visits: number, 
/**
 * Mean result of that seat, from 0 (lost) to 1 (won).
 */
score: number | null, 
/**
 * Child nodes, in the order of their first visit.
 */
children: Array<TreeNode>, };

export type CheckRecord = { 
/**
 * The text of the record.
 */
text: string, 
/**
 * The seat whose view is shown; by default nothing is hidden.
 */
eyes?: number | null, };

export type RecordCheckResult = { "is": "good" } & RecordInfo | { "is": "bad", 
/**
 * The line, counted from 1.
 */
line: number, 
/**
 * The error, in English.
 */
reason: string, };

export type RecordInfo = { 
/**
 * The spec of the game.
 */
game: string, 
/**
 * Name and version of the program that wrote it.
 */
program: string, 
/**
 * The seed of setup and chance, as text: clients may lack 64-bit integers.
 */
seed: string, 
/**
 * Number of take-backs.
 */
take_backs: number, 
/**
 * True if a take-back followed a revealed chance event or hidden card.
 */
unrated: boolean, 
/**
 * The spec of the agent at each seat, or the name of a person.
 */
seats: Array<string>, 
/**
 * True for perfect information: every seat sees everything.
 */
open: boolean, 
/**
 * The moves.
 */
plies: Array<RecordPly>, 
/**
 * The initial position, then the position after each move.
 */
positions: Array<string>, 
/**
 * Players who left before the end, with their places.
 */
dropouts: Array<DroppedPlayer>, 
/**
 * The rank of each seat, 1 is best; none if the game is unfinished.
 */
ranks?: Array<number> | null, };

export type RecordPly = { 
/**
 * The seat that moved; none for chance.
 */
seat?: number | null, 
/**
 * The move, as observed by the chosen seat.
 */
text: string, 
/**
 * The utility the mover expected, if known.
 */
value?: number | null, 
/**
 * Time the mover took in milliseconds, if measured.
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
 * Number of games, rounded up so that each agent plays each seat equally often.
 */
games: number, 
/**
 * The seed, as text; the same seed gives the same games.
 */
seed?: string | null, 
/**
 * Openings, such as `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1` or the name of a
 * built-in suite; none to start from the initial position.
 */
openings?: string | null, };

export type MatchStatus = { 
/**
 * True if the client may start and stop matches.
 */
allowed: boolean, 
/**
 * Most games in a match.
 */
most_games: number, 
/**
 * The running match, or the last one.
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
 * The full spec of the openings; none to start from the initial position.
 */
openings?: string | null, 
/**
 * The state.
 */
state: MatchState, 
/**
 * Number of games planned.
 */
planned: number, 
/**
 * Number of games played.
 */
played: number, 
/**
 * Number of distinct games, as repeated games are no additional evidence; none if not known yet.
 */
distinct?: number | null, 
/**
 * Set if games repeat so often that more of them are of little use.
 */
repetition?: Repetition | null, 
/**
 * Average number of plies in a game.
 */
plies_per_game: number, 
/**
 * Results of each agent, in the given order.
 */
agents: Array<MatchStanding>, };

export type MatchState = "running" | "done" | "stopped";

export type Repetition = "always" | "often";

export type MatchStanding = { 
/**
 * The spec of the agent.
 */
spec: string, 
/**
 * Games won outright.
 */
wins: number, 
/**
 * Games with a shared first place.
 */
draws: number, 
/**
 * All other games.
 */
losses: number, 
/**
 * Mean share of the win.
 */
rate: number, 
/**
 * Lower end of the 95 % confidence interval of the rate.
 */
low: number, 
/**
 * Upper end of the 95 % confidence interval of the rate.
 */
high: number, 
/**
 * Average time for a move, in milliseconds.
 */
time_per_move: number, 
/**
 * Average number of nodes for a move.
 */
nodes_per_move: number, };

export type PluginList = { 
/**
 * Usable plug-ins.
 */
plugins: Array<PluginInfo>, 
/**
 * Unusable plug-ins with their errors.
 */
troubles: Array<BrokenPlugin>, };

export type PluginInfo = { 
/**
 * Unique id.
 */
uuid: string, 
/**
 * The name of its folder.
 */
folder: string, 
/**
 * Field or spell.
 */
kind: PluginKind, 
/**
 * Display name, in English.
 */
name: string, 
/**
 * Description, in English.
 */
description: string, 
/**
 * The description for the board rotated by one, two and three quarter turns; empty if it does not
 * depend on the rotation.
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
 * True if it is built in.
 */
shipped: boolean, 
/**
 * Appearance of a field.
 */
look: FieldLook, 
/**
 * Targets of a spell.
 */
cast: Array<SpellTarget>, 
/**
 * Range of a spell in fields; none for unlimited.
 */
range?: number | null, 
/**
 * Name and description in other languages.
 */
translations: { [key in string]: PluginTranslation }, 
/**
 * The last check, if any.
 */
check?: PluginCheck | null, };

export type PluginKind = "field" | "spell";

export type SpellTarget = "field" | "pawn" | "built" | "unbuilt";

export type FieldLook = { 
/**
 * The colour, as written in the plug-in.
 */
fill: string, 
/**
 * The shape, unless there is a custom outline; `/api/plugins/{uuid}/field.svg` is the picture.
 */
shape: FieldShape, 
/**
 * True if it has a custom outline.
 */
outlined: boolean, 
/**
 * True if it has a texture.
 */
textured: boolean, 
/**
 * Position of a pawn on the field, from the lower left corner, 0 to 1 each.
 */
pawn: [number, number], 
/**
 * Position of a spell on the field.
 */
spell: [number, number], };

export type FieldShape = "square" | "circle" | "diamond";

export type PluginTranslation = { 
/**
 * The name.
 */
name: string, 
/**
 * The description.
 */
description: string, 
/**
 * The description for the board rotated by one, two and three quarter turns.
 */
turned?: Array<string>, };

export type BrokenPlugin = { 
/**
 * The file.
 */
file: string, 
/**
 * The errors.
 */
problems: Array<FileProblem>, };

export type FileProblem = { 
/**
 * The line, counted from 1.
 */
line: number, 
/**
 * The key concerned, such as `places.south.start`; empty if none.
 */
key: string, 
/**
 * The error and how to fix it, in English.
 */
message: string, 
/**
 * The error as a code, for translation; empty if there is none.
 */
why?: string, 
/**
 * Parameters of the translated message, by name.
 */
details?: { [key in string]: string }, };

export type PluginCheck = { 
/**
 * True while it is running.
 */
running: boolean, 
/**
 * Number of games.
 */
games: number, 
/**
 * The results, in English.
 */
findings: Array<CheckFinding>, };

export type CheckFinding = { 
/**
 * True if it passed.
 */
well: boolean, 
/**
 * Field or spell.
 */
text: string, };

export type TemplateList = { 
/**
 * True if the client may save templates.
 */
may_save: boolean, 
/**
 * The templates, the default first.
 */
templates: Array<TemplateInfo>, };

export type TemplateInfo = { 
/**
 * The name in game specs.
 */
name: string, 
/**
 * True if it is built in and read-only.
 */
shipped: boolean, 
/**
 * The parsed file; none if it cannot be parsed.
 */
draft: TemplateDraft | null, 
/**
 * The errors.
 */
problems: Array<FileProblem>, };

export type TemplateDraft = { 
/**
 * Display name.
 */
name: string, 
/**
 * Description for players.
 */
description: string, 
/**
 * UUIDs of plug-ins, by their names in this template.
 */
plugins: { [key in string]: string }, 
/**
 * Starts and goals of players, by names the author chooses.
 */
places: { [key in string]: TemplatePlace }, 
/**
 * Places and walls for each number of players.
 */
seats: { [key in string]: TemplateSeats }, 
/**
 * Walls that are built or disabled.
 */
walls: TemplateWalls, 
/**
 * Special fields, by the names of their plug-ins.
 */
fields: { [key in string]: Array<string> }, 
/**
 * The spells, if any.
 */
spells: TemplateSpells | null, };

export type TemplatePlace = { 
/**
 * The start field.
 */
start: string, 
/**
 * The goal: `row 9`, `column i` or `e5`, or several of these.
 */
target: TemplateTarget, };

export type TemplateTarget = string | Array<string>;

export type TemplateSeats = { 
/**
 * Names of places, in turn order.
 */
places: Array<string>, 
/**
 * Walls for each player.
 */
walls: TemplateLimits, };

export type TemplateLimits = { 
/**
 * The minimum.
 */
least: number, 
/**
 * The maximum.
 */
most: number, 
/**
 * The default.
 */
usual: number, };

export type TemplateWalls = { 
/**
 * Walls that stand at the start.
 */
built: Array<string>, 
/**
 * Walls that may not be built.
 */
disabled: Array<string>, };

export type TemplateSpells = { 
/**
 * Spells that may lie on the board.
 */
allowed: Array<string>, 
/**
 * Spells that lie on the board in every game; a game has at least these.
 */
forced: Array<string>, 
/**
 * Minimum for each player.
 */
least: number, 
/**
 * Maximum for each player.
 */
most: number, 
/**
 * The default for each player.
 */
usual: number, };

export type TemplateSource = { "text": string } | { "draft": TemplateDraft };

export type CheckedTemplate = { 
/**
 * The file.
 */
text: string, 
/**
 * The parsed file; none if it cannot be parsed.
 */
draft: TemplateDraft | null, 
/**
 * The errors; empty if the template is playable.
 */
problems: Array<FileProblem>, };

export type SavedTemplate = { 
/**
 * The name in game specs.
 */
name: string, };

export type ClientMessage = { "type": "hello", 
/**
 * Protocol version of the client.
 */
version: number, 
/**
 * The number of the last event the client knows; by default it gets the whole game.
 */
last?: number | null, 
/**
 * The seat whose view the client gets. By default its only seat, or the first one without
 * hidden information, or else the public view.
 */
seat?: number | null, 
/**
 * Style of drawings of the position for a terminal.
 */
drawing: DrawingStyle, } | { "type": "look", 
/**
 * The seat; none for the public view.
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
 * True to accept.
 */
accept: boolean, } | { "type": "resign" } | { "type": "rematch" } | { "type": "hint" } | { "type": "pace", 
/**
 * Milliseconds between moves, at most 60,000.
 */
pause: number, 
/**
 * True to pause; a search in progress still makes its move.
 */
paused: boolean, } | { "type": "step" };

export type DrawingStyle = "none" | "plain" | "colour";

export type ServerMessage = { "type": "you" } & ClientInfo | { "type": "update" } & Update | { "type": "thinking", 
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
 * The analysis; `best` is the best move so far.
 */
thought: AgentAnalysis, } | { "type": "thought", 
/**
 * Its seat.
 */
seat: number, 
/**
 * The analysis.
 */
thought: AgentAnalysis, } | { "type": "hint", 
/**
 * The adviser's analysis.
 */
thought: AgentAnalysis, } | { "type": "refused", 
/**
 * The error.
 */
problem: Problem, };

export type ClientInfo = { 
/**
 * Protocol version of the server.
 */
version: number, 
/**
 * The id of the table.
 */
table: string, 
/**
 * The seats the client plays; empty for a spectator.
 */
seats: Array<number>, 
/**
 * The seat whose view it has.
 */
eyes?: number | null, 
/**
 * True for the host.
 */
host: boolean, 
/**
 * True if the game has hidden information.
 */
hidden: boolean, };

export type Update = { 
/**
 * The number of the latest event.
 */
seq: number, 
/**
 * The events that are new to the client, in order.
 */
events: Array<NumberedEvent>, 
/**
 * The table, if it has changed.
 */
table?: TableInfo | null, 
/**
 * The game as the client may know it, if there is one and it has changed.
 */
game?: GameView | null, };

export type GameView = { 
/**
 * The number of moves played.
 */
ply: number, 
/**
 * The position in text form, as the client may know it: complete at a revealed table, otherwise
 * the public part for spectators of games with hidden information, if the game defines one.
 */
position?: string | null, 
/**
 * The position drawn for a terminal, if requested.
 */
drawing?: string | null, 
/**
 * The seat to move; none if the game is over.
 */
to_move?: number | null, 
/**
 * The legal moves, if the client is to move.
 */
moves?: Array<string> | null, 
/**
 * Time left of each seat; the clock of the seat to move is running.
 */
clocks?: Array<number> | null, 
/**
 * The seat that requests a take-back, if any.
 */
undo_asked?: number | null, 
/**
 * The result, if the game is over.
 */
verdict?: FinalRanking | null, 
/**
 * Players who left before the end, with their places.
 */
dropouts: Array<DroppedPlayer>, 
/**
 * Number of take-backs.
 */
take_backs: number, 
/**
 * True if a take-back followed a revealed chance event or hidden card: the game does not count for
 * ratings.
 */
unrated: boolean, 
/**
 * The pace of a game of agents only, if one is set.
 */
pacing?: Pacing | null, };

export type Pacing = { 
/**
 * Milliseconds between moves.
 */
pause: number, 
/**
 * True if paused by the host.
 */
paused: boolean, };

export type AgentAnalysis = { 
/**
 * Number of moves played before.
 */
ply: number, 
/**
 * The spec of the agent.
 */
agent: string, 
/**
 * The best move.
 */
best: string, 
/**
 * Expected utility for the seat to move, from -1 to 1.
 */
value?: number | null, 
/**
 * Principal variation, starting with the best move.
 */
line: Array<string>, 
/**
 * The moves considered, best first.
 */
candidates: Array<Candidate>, 
/**
 * Nodes visited.
 */
nodes: number, 
/**
 * Number of playouts.
 */
playouts: number, 
/**
 * Search depth in plies.
 */
depth: number, 
/**
 * Time taken.
 */
time: number, };

export type Candidate = { 
/**
 * The move.
 */
text: string, 
/**
 * Expected utility.
 */
value?: number | null, 
/**
 * Exact value or upper bound.
 */
known: ValueAccuracy, 
/**
 * Visit count of a sampling search.
 */
visits: number, };

export type ValueAccuracy = "exactly" | "at_most";

export type NumberedEvent = { 
/**
 * The sequence number.
 */
seq: number, } & ({ "event": "opened" } | { "event": "changed" } | { "event": "seated", 
/**
 * The seat.
 */
seat: number, 
/**
 * The name.
 */
name: string, 
/**
 * The spec of an agent; also its name if it has none.
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
 * True if ready to start.
 */
ready: boolean, } | { "event": "host", 
/**
 * The name.
 */
name: string, } | { "event": "started", 
/**
 * The spec of the game.
 */
game: string, 
/**
 * Names of the players, in seat order.
 */
seats: Array<string>, } | { "event": "moved", 
/**
 * The number of moves played before it.
 */
ply: number, 
/**
 * The seat that moved; none for chance.
 */
seat?: number | null, 
/**
 * The move, as observed by the client.
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
 * The plug-in at fault, or all that were involved.
 */
plugin: string, 
/**
 * Location and reason, in English.
 */
reason: string, } | { "event": "limited", 
/**
 * Its seat.
 */
seat: number, 
/**
 * The limit.
 */
limit: AgentLimit, 
/**
 * Time limit for a move on this server, in seconds.
 */
most: number, } | { "event": "halted", 
/**
 * The plug-in.
 */
plugin: string, 
/**
 * Location and reason, in English.
 */
reason: string, } | { "event": "undo_asked", 
/**
 * The seat.
 */
seat: number, } | { "event": "undo_accepted", 
/**
 * The seat that accepted.
 */
seat: number, } | { "event": "undo_refused", 
/**
 * The seat that refused.
 */
seat: number, } | { "event": "undone", 
/**
 * Number of moves left.
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
 * The reason in English; empty if it could reveal hidden information.
 */
reason: string, 
/**
 * The spec of the replacement agent; none if the game is lost.
 */
agent?: string | null, } | { "event": "ended", 
/**
 * The result.
 */
verdict: FinalRanking, 
/**
 * The id of the replay.
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
 * The name.
 */
name: string, 
/**
 * The spec of an agent; also its name if it has none.
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
 * True if ready to start.
 */
ready: boolean, } | { "event": "host", 
/**
 * The name.
 */
name: string, } | { "event": "started", 
/**
 * The spec of the game.
 */
game: string, 
/**
 * Names of the players, in seat order.
 */
seats: Array<string>, } | { "event": "moved", 
/**
 * The number of moves played before it.
 */
ply: number, 
/**
 * The seat that moved; none for chance.
 */
seat?: number | null, 
/**
 * The move, as observed by the client.
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
 * The plug-in at fault, or all that were involved.
 */
plugin: string, 
/**
 * Location and reason, in English.
 */
reason: string, } | { "event": "limited", 
/**
 * Its seat.
 */
seat: number, 
/**
 * The limit.
 */
limit: AgentLimit, 
/**
 * Time limit for a move on this server, in seconds.
 */
most: number, } | { "event": "halted", 
/**
 * The plug-in.
 */
plugin: string, 
/**
 * Location and reason, in English.
 */
reason: string, } | { "event": "undo_asked", 
/**
 * The seat.
 */
seat: number, } | { "event": "undo_accepted", 
/**
 * The seat that accepted.
 */
seat: number, } | { "event": "undo_refused", 
/**
 * The seat that refused.
 */
seat: number, } | { "event": "undone", 
/**
 * Number of moves left.
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
 * The reason in English; empty if it could reveal hidden information.
 */
reason: string, 
/**
 * The spec of the replacement agent; none if the game is lost.
 */
agent?: string | null, } | { "event": "ended", 
/**
 * The result.
 */
verdict: FinalRanking, 
/**
 * The id of the replay.
 */
replay: string, } | { "event": "rematch_asked", 
/**
 * The seat.
 */
seat: number, };

export type FinalRanking = { 
/**
 * The rank of each seat, 1 is best, equal for ties. It belongs to whoever played the seat to the
 * end.
 */
ranks: Array<number>, 
/**
 * The cause of the end.
 */
by: EndCause, 
/**
 * Players who left before the end, with their places, in the order in which they left.
 */
dropouts: Array<DroppedPlayer>, };

export type DroppedPlayer = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The player's place, 1 is best: the last of those still playing.
 */
place: number, 
/**
 * The cause.
 */
cause: DropCause, 
/**
 * The spec of the replacement agent; none if the game ended.
 */
agent?: string | null, };

export type DropCause = "resigned" | "left" | "time" | "failed";

export type EndCause = "rules" | "resignation" | "time" | "failure" | "stopped";

export type AgentLimit = "time" | "rebuilding";
