// Made from the Rust types by crates/protocol/tests/typescript.rs.

export const VERSION = 1;

export type ErrorCode = "bad_request" | "bad_version" | "too_large" | "not_found" | "unknown_table" | "unknown_replay" | "unknown_seat" | "no_session" | "not_host" | "not_seated" | "out_of_game" | "seat_taken" | "name_taken" | "colour_taken" | "table_full" | "password_needed" | "wrong_password" | "too_many_tries" | "too_many_requests" | "server_full" | "too_many_tables" | "bad_game" | "bad_agent" | "agent_taken" | "bad_template" | "bad_translation" | "content_changed" | "plugin_stopped" | "check_running" | "bad_text" | "wrong_phase" | "not_ready" | "match_running" | "not_your_turn" | "illegal_move" | "nothing_to_undo" | "no_undo_asked" | "not_allowed" | "local_only" | "operator_only" | "origin_refused" | "host_refused" | "not_stored" | "internal";

export type ApiProblem = { 
/**
 * Code of the error, by which clients translate the message.
 */
code: ErrorCode, 
/**
 * Parameters of the translated error message, by name.
 */
params?: { [key in string]: string }, };

export type ClientSession = { 
/**
 * Secret token, which the server also sets as a cookie.
 */
token: string, };

export type NewTable = { 
/**
 * Game and settings of the table.
 */
settings: TableSettings, 
/**
 * Password for joining and watching; `None` for a table without a password.
 */
password?: string | null, 
/**
 * Initial players of the seats. If empty, the host takes the first seat and the others are
 * open.
 */
seats: Array<SeatOccupantChoice>, 
/**
 * Name of the person who opens the table and becomes its host.
 */
name: string, };

export type SeatOccupantChoice = { "kind": "open" } | { "kind": "here", 
/**
 * Name of the player.
 */
name: string, 
/**
 * Colour of the player, `#rrggbb`.
 */
colour?: string | null, } | { "kind": "agent", 
/**
 * Spec of the agent, `name:key=value,...`.
 */
spec: string, 
/**
 * Display name of the agent; its spec if `None`.
 */
name?: string | null, 
/**
 * Colour of the player, `#rrggbb`.
 */
colour?: string | null, };

export type JoinRequest = { 
/**
 * Seat to take; if `None`, the first open one, unless the person already has a seat.
 */
seat?: number | null, 
/**
 * Name of the person.
 */
name: string, 
/**
 * Colour of the player, `#rrggbb`.
 */
colour?: string | null, 
/**
 * Password of the table; `None` for a table without a password.
 */
password?: string | null, };

export type WatchRequest = { 
/**
 * Password of the table.
 */
password: string, };

export type Ready = { 
/**
 * True if the person is ready to start.
 */
ready: boolean, };

export type TablePhase = "open" | "playing" | "over";

export type SeatInfo = { 
/**
 * Kind of player at the seat.
 */
kind: SeatKind, 
/**
 * Name of the player; empty for an open seat, the spec for an agent without a name.
 */
name: string, 
/**
 * True if the player is an agent with a display name.
 */
named?: boolean, 
/**
 * Colour of the player, `#rrggbb`.
 */
colour: string, 
/**
 * True if the player is ready to start. Agents are always ready.
 */
ready: boolean, 
/**
 * True if the player is connected. Agents are always connected.
 */
present: boolean, 
/**
 * Spec of the agent that plays: the player itself, or the substitute of a person. `None` if a
 * person plays.
 */
agent?: string | null, };

export type SeatKind = "open" | "person" | "away" | "agent";

export type TableInfo = { 
/**
 * Id of the table, which gives access to it. The id of an unlisted table is secret.
 */
id: string, 
/**
 * Game and settings of the table.
 */
settings: TableSettings, 
/**
 * True if the table has a password.
 */
locked: boolean, 
/**
 * Phase of the table.
 */
phase: TablePhase, 
/**
 * Seats of the table, in seat order.
 */
seats: Array<SeatInfo>, 
/**
 * Name of the host.
 */
host: string, 
/**
 * Number of connected spectators.
 */
watching: number, };

export type GameInfo = { 
/**
 * Name of the game in specs.
 */
name: string, 
/**
 * One-line description of the game.
 */
summary: string, 
/**
 * Number of seats of the game with default parameters.
 */
seats: number, 
/**
 * Parameters that a spec of the game may set.
 */
params: Array<ParamInfo>, 
/**
 * Agents that play the game.
 */
agents: Array<AgentInfo>, 
/**
 * Name of the strongest agent of the game.
 */
strongest: string, 
/**
 * Source of the agents' measured strengths; `None` if they were not measured.
 */
measured?: StrengthProvenance | null, };

export type AgentInfo = { 
/**
 * Name of the agent in specs.
 */
name: string, 
/**
 * One-line description of the agent.
 */
summary: string, 
/**
 * Parameters that a spec of the agent may set.
 */
params: Array<ParamInfo>, 
/**
 * Measured strengths and speeds in the default variant of the game: with default parameters,
 * or at each strength level of the agent.
 */
strengths: Array<Strength>, 
/**
 * Name of another agent that plays the same moves and was measured instead; `None` otherwise.
 */
plays_as?: string | null, };

export type Strength = { 
/**
 * Spec of the agent.
 */
spec: string, 
/**
 * Elo rating of the agent, on a scale where random play has 0.
 */
elo: number, 
/**
 * Lower end of the 95 % confidence interval of the rating.
 */
low: number, 
/**
 * Upper end of the 95 % confidence interval of the rating.
 */
high: number, 
/**
 * Number of games that the rating is based on.
 */
games: number, 
/**
 * Average thinking time per move in milliseconds, on the machine of the measurement.
 */
time_ms: number, };

export type StrengthProvenance = { 
/**
 * Spec of the game that was played.
 */
game: string, 
/**
 * Number of games of all agents together that the strengths are based on.
 */
games: number, 
/**
 * Name and version of the program that played the games.
 */
program: string, 
/**
 * Command line that reproduces the games.
 */
command: string, };

export type ParamInfo = { 
/**
 * Name of the parameter in specs.
 */
name: string, 
/**
 * One-line description of the parameter.
 */
summary: string, 
/**
 * Type and range of the parameter.
 */
kind: ParamKind, 
/**
 * Default value as written in specs; `None` if there is no default.
 */
default?: string | null, };

export type ParamKind = { "type": "int", 
/**
 * Smallest allowed value.
 */
min: number, 
/**
 * Largest allowed value.
 */
max: number, } | { "type": "int_or", 
/**
 * Smallest allowed value.
 */
min: number, 
/**
 * Largest allowed value.
 */
max: number, 
/**
 * Special word that is allowed instead of a number.
 */
word: string, } | { "type": "real", 
/**
 * Smallest allowed value.
 */
min: number, 
/**
 * Largest allowed value.
 */
max: number, } | { "type": "time" } | { "type": "switch" } | { "type": "choice", 
/**
 * Allowed words.
 */
words: Array<string>, } | { "type": "words" };

export type VariantInfo = { 
/**
 * Spec of the variant in its shortest form.
 */
game: string, 
/**
 * Number of seats of the variant.
 */
seats: number, 
/**
 * True for a game of perfect information.
 */
open: boolean, 
/**
 * Agents that play the game.
 */
agents: Array<AgentInfo>, 
/**
 * Spec of the agent that is the default opponent.
 */
opponent: string, 
/**
 * Source of the agents' measured strengths; `None` if they were not measured.
 */
measured?: StrengthProvenance | null, };

export type InstalledAgent = { 
/**
 * Spec of the agent: `@` and its name.
 */
spec: string, 
/**
 * Names of the games that the agent plays; empty for all games.
 */
games: Array<string>, 
/**
 * One-line description of the agent.
 */
summary: string, };

export type AgentInterpreter = { 
/**
 * File extension, such as `py`.
 */
ending: string, 
/**
 * Command that the user configured; `None` if the default applies.
 */
command?: string | null, 
/**
 * Default command for this extension.
 */
usual: string, };

export type SetInterpreterRequest = { 
/**
 * New command; `None` to restore the default.
 */
command?: string | null, };

export type InstallAgentRequest = { 
/**
 * Name of the agent's folder; `None` for an agent that is a single file.
 */
folder?: string | null, 
/**
 * Files of the agent.
 */
files: Array<AgentUploadFile>, 
/**
 * True to replace an installed agent of the same name.
 */
replace: boolean, };

export type AgentUploadFile = { 
/**
 * Path within the agent's folder, with `/` between folders.
 */
path: string, 
/**
 * Content of the file, in the given encoding.
 */
content: string, 
/**
 * Encoding of the content.
 */
encoding: FileContentEncoding, };

export type FileContentEncoding = "text" | "base64";

export type LocaleInfo = { 
/**
 * Language code, such as `cs`.
 */
code: string, 
/**
 * Name of the language in that language.
 */
name: string, 
/**
 * True if the translation is built into the program, false if it is in the server's content
 * folder.
 */
shipped: boolean, };

export type TranslationList = { 
/**
 * Permission of the client to save translations.
 */
saving: TranslationSavePermission, 
/**
 * Translations, sorted by language code.
 */
translations: Array<TranslationInfo>, };

export type TranslationSavePermission = "allowed" | "with_token" | "never";

export type TranslationInfo = { 
/**
 * Language code, such as `de`, which is also the name of the file.
 */
code: string, 
/**
 * Name of the language in that language; the code if the file has no name.
 */
name: string, 
/**
 * Author of the translation.
 */
author: string, 
/**
 * Version of the translation, as written by its author.
 */
version: string, 
/**
 * Number of translated messages.
 */
messages: number, 
/**
 * Total number of messages of the web page.
 */
wanted: number, 
/**
 * Reason why the page does not offer the translation; `None` if it does.
 */
refused?: ApiProblem | null, 
/**
 * Errors in single messages, which are then shown in English; the first hundred. Missing
 * messages are not included.
 */
findings: Array<TranslationFinding>, };

export type TranslationFinding = { 
/**
 * Line in the file, counted from 1; `None` if the error concerns no line.
 */
line?: number | null, 
/**
 * Name of the message; `None` if the error concerns no message.
 */
key?: string | null, 
/**
 * Kind of error or warning.
 */
kind: TranslationFindingKind, 
/**
 * Description of the error in English, with details.
 */
text: string, };

export type TranslationFindingKind = "syntax" | "twice" | "unknown" | "plural" | "placeholders";

export type SaveTranslationRequest = { 
/**
 * Text of the translation's file, in Fluent format.
 */
text: string, };

export type ReplayInfo = { 
/**
 * Id of the replay.
 */
id: string, 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Names of the players, in seat order.
 */
seats: Array<string>, 
/**
 * Time at which the game ended, in seconds since 1970.
 */
ended: number, 
/**
 * Players who left before the end, with their final places.
 */
dropouts: Array<DroppedPlayerInfo>, 
/**
 * Number of take-backs in the game.
 */
take_backs: number, 
/**
 * True if a take-back followed a revealed chance event or hidden card: the game is not rated.
 */
unrated: boolean, };

export type TableLoadProgress = { 
/**
 * Number of stored tables that were loaded or could not be loaded.
 */
done: number, 
/**
 * Total number of stored tables.
 */
total: number, };

export type LobbyMessage = { "type": "tables", 
/**
 * All tables shown in the lobby.
 */
tables: Array<TableInfo>, 
/**
 * Progress of a restarted server in loading its stored tables; `None` when all are loaded.
 */
loading?: TableLoadProgress, } | { "type": "changed", 
/**
 * Tables that are new or have changed.
 */
tables: Array<TableInfo>, 
/**
 * Ids of tables that are no longer listed.
 */
gone: Array<string>, 
/**
 * Progress of a restarted server in loading its stored tables; `None` when all are loaded.
 */
loading?: TableLoadProgress, };

export type TableSettings = { 
/**
 * Name of the table.
 */
name: string, 
/**
 * Description of the table.
 */
description: string, 
/**
 * Spec of the game, `name:key=value,...`.
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
 * True if players may ask for hints; if `None`, only a single human player may. Players
 * agree to it by marking themselves ready; a change resets the ready marks.
 */
hints?: boolean | null, 
/**
 * True if all clients see the agents' analysis. With hidden information, only clients that
 * view the agent's seat see it.
 */
thinking: boolean, 
/**
 * True if everyone, including spectators, sees hidden information: for study. Fixed when the
 * table is opened; no effect without hidden information. Agents still get only their own view.
 */
reveal: boolean, 
/**
 * Public seed of chance events and agents; if `None`, a secret random seed.
 */
seed?: number | null, 
/**
 * Time control; `None` for unlimited time.
 */
clock?: TimeControl | null, 
/**
 * Milliseconds between moves in games of agents only, for spectators; the game pauses while no
 * one watches. No delay by default.
 */
pace?: number | null, 
/**
 * Spec of the built-in agent that plays for people who leave; if `None`, the others wait.
 */
substitute?: string | null, 
/**
 * Policy for agents that crash, hang, cheat or resign.
 */
failing?: FailurePolicy, };

export type Visibility = "listed" | "unlisted";

export type FailurePolicy = "replaced" | "loses";

export type TimeControl = { 
/**
 * Base time of each player in seconds.
 */
base: number, 
/**
 * Seconds added to the clock after each move.
 */
increment: number, };

export type ExploreRequest = { 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Position in text form; `None` for the initial position.
 */
position?: string | null, 
/**
 * Moves and chance events to play from that position, in text form.
 */
moves: Array<string>, 
/**
 * Seat whose view is requested in addition; `None` for no view.
 */
eyes?: number | null, };

export type ExploredPosition = { 
/**
 * Position in text form.
 */
position: string, 
/**
 * View of the requested seat in text form; `None` if no view was requested.
 */
seen?: string | null, 
/**
 * Seat to move; `None` at chance nodes and at the end of the game.
 */
to_move?: number | null, 
/**
 * Legal moves of the seat to move, in text form.
 */
moves: Array<string>, 
/**
 * Rank of each seat, 1 is the best; `None` before the end of the game.
 */
ranks?: Array<number> | null, 
/**
 * Annotations of the position, such as the shortest path of each seat.
 */
insights: Array<BoardPathInfo>, 
/**
 * Possible events of a chance node; empty at other nodes, and if there are too many to list.
 */
events?: Array<ChanceEvent>, };

export type BoardPathInfo = { 
/**
 * Seat that the annotation concerns.
 */
seat: number, 
/**
 * Value of the annotation, such as the length of the path.
 */
number: number, 
/**
 * Squares or nodes on the path in text form, in order.
 */
line: Array<string>, };

export type ChanceEvent = { 
/**
 * Chance event, written like a move in text form.
 */
text: string, 
/**
 * Probability of the event, from 0 to 1.
 */
probability: number, };

export type AnalyseRequest = { 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Position in text form; `None` for the initial position.
 */
position?: string | null, 
/**
 * Moves and chance events to play from that position, in text form.
 */
moves: Array<string>, 
/**
 * Spec of the agent; `None` for the agent that gives hints in this game.
 */
agent?: string | null, 
/**
 * Time limit in milliseconds; the server may reduce it.
 */
time?: number | null, };

export type PositionAnalysis = { 
/**
 * Analysed position in text form.
 */
position: string, 
/**
 * Expected utility of each seat, from -1 to 1: the agent's value, the result at the end of a
 * game, or the average over events at a chance node. With hidden information the agent knows
 * only what the seat to move knows.
 */
values?: Array<number> | null, 
/**
 * Analysis of the agent for the seat to move; `None` if no seat is to move.
 */
thought?: AgentMoveAnalysis | null, };

export type SearchTree = { 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Position at the root, in text form.
 */
position: string, 
/**
 * Spec of the agent that searched.
 */
agent: string, 
/**
 * Visit threshold below which nodes are omitted; `None` if the tree is complete.
 */
least_visits?: number | null, 
/**
 * Root of the tree.
 */
tree: TreeNode, };

export type TreeNode = { 
/**
 * Move or chance event that leads to this node; `None` at the root.
 */
move: string | null, 
/**
 * Seat that made the move, counted from 1; `None` at the root and for chance events.
 */
seat: number | null, 
/**
 * Number of times that the search visited this node.
 */
visits: number, 
/**
 * Mean result of the seat that made the move to this node, from 0 (lost) to 1 (won).
 */
score: number | null, 
/**
 * Child nodes, in the order of their first visit.
 */
children: Array<TreeNode>, };

export type RecordCheckRequest = { 
/**
 * Text of the game record's file.
 */
text: string, 
/**
 * Seat whose view the response shows; if `None`, the response hides nothing.
 */
eyes?: number | null, };

export type RecordCheckResult = { "is": "good" } & RecordInfo | { "is": "bad", 
/**
 * Line of the first error, counted from 1.
 */
line: number, 
/**
 * Description of the error, in English.
 */
reason: string, };

export type RecordInfo = { 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Name and version of the program that wrote the record.
 */
program: string, 
/**
 * Seed of the setup and of chance events, as text: clients may lack 64-bit integers.
 */
seed: string, 
/**
 * Number of take-backs in the game.
 */
take_backs: number, 
/**
 * True if a take-back followed a revealed chance event or hidden card: the game is not rated.
 */
unrated: boolean, 
/**
 * Player at each seat: the spec of an agent, or the name of a person.
 */
seats: Array<string>, 
/**
 * True for a game of perfect information.
 */
open: boolean, 
/**
 * Moves of the game, including chance events.
 */
plies: Array<RecordPlyInfo>, 
/**
 * Initial position, then the position after each move, in text form.
 */
positions: Array<string>, 
/**
 * Players who left before the end, with their final places.
 */
dropouts: Array<DroppedPlayerInfo>, 
/**
 * Rank of each seat, 1 is the best; `None` if the game is unfinished.
 */
ranks?: Array<number> | null, };

export type RecordPlyInfo = { 
/**
 * Seat that moved; `None` for a chance event.
 */
seat?: number | null, 
/**
 * Move in text form, as observed by the requested seat.
 */
text: string, 
/**
 * Utility that the moving agent expected for itself, from -1 to 1; `None` if not recorded.
 */
value?: number | null, 
/**
 * Thinking time of the move in milliseconds; `None` if not recorded.
 */
time?: number | null, };

export type NewMatch = { 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Specs of the agents, one for each seat.
 */
agents: Array<string>, 
/**
 * Number of games; the server rounds it up so that each agent plays each seat equally often.
 */
games: number, 
/**
 * Seed of the match, as decimal text; the same seed gives the same games.
 */
seed?: string | null, 
/**
 * Openings, such as `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1` or the name of a
 * built-in suite; `None` to start all games from the initial position.
 */
openings?: string | null, };

export type ServerMatchStatus = { 
/**
 * True if the client may start and stop matches.
 */
allowed: boolean, 
/**
 * Largest number of games that a match may have.
 */
most_games: number, 
/**
 * Running match, or the last one; `None` before the first match.
 */
current?: MatchInfo | null, };

export type MatchInfo = { 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Seed of the match, as decimal text.
 */
seed: string, 
/**
 * Full spec of the openings; `None` if all games start from the initial position.
 */
openings?: string | null, 
/**
 * State of the match.
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
 * Number of distinct games, as repeated games are no additional evidence; `None` if not known.
 */
distinct?: number | null, 
/**
 * Degree of repetition; `None` unless games repeat so often that more games add little
 * evidence.
 */
repetition?: MatchDuplicateLevel | null, 
/**
 * Average number of plies in a game.
 */
plies_per_game: number, 
/**
 * Results of each agent, in the order of the request.
 */
agents: Array<MatchAgentResult>, };

export type MatchState = "running" | "done" | "stopped";

export type MatchDuplicateLevel = "always" | "often";

export type MatchAgentResult = { 
/**
 * Spec of the agent.
 */
spec: string, 
/**
 * Number of games that the agent won alone.
 */
wins: number, 
/**
 * Number of games in which the agent shared the first place.
 */
draws: number, 
/**
 * Number of games that another agent won.
 */
losses: number, 
/**
 * Mean share of the win: 1 for a sole winner, 1/k for each of k tied winners, 0 for others.
 */
rate: number, 
/**
 * Lower end of the 95 % confidence interval of the mean share of the win.
 */
low: number, 
/**
 * Upper end of the 95 % confidence interval of the mean share of the win.
 */
high: number, 
/**
 * Average thinking time per move, in milliseconds.
 */
time_per_move: number, 
/**
 * Average number of nodes searched per move.
 */
nodes_per_move: number, };

export type PluginList = { 
/**
 * Plug-ins that can be used in games.
 */
plugins: Array<PluginInfo>, 
/**
 * Plug-ins that cannot be used, with their errors.
 */
troubles: Array<BrokenPlugin>, };

export type PluginInfo = { 
/**
 * Unique id of the plug-in, a UUID.
 */
uuid: string, 
/**
 * Name of the plug-in's folder on the server.
 */
folder: string, 
/**
 * Kind of plug-in: field or spell.
 */
kind: PluginKindInfo, 
/**
 * Display name of the plug-in in English.
 */
name: string, 
/**
 * Description of the plug-in in English.
 */
description: string, 
/**
 * English descriptions for the board rotated by one, two and three quarter turns; empty if the
 * description does not depend on the rotation.
 */
turned?: Array<string>, 
/**
 * Version of the plug-in, as written by its author.
 */
version: string, 
/**
 * SHA-256 of the plug-in's files.
 */
hash: string, 
/**
 * True if the plug-in is built into the program, false if it comes from the content folder.
 */
shipped: boolean, 
/**
 * Appearance of the plug-in's field on the board; without meaning for a spell.
 */
look: FieldStyleInfo, 
/**
 * Kinds of object that the spell can target; empty for a field.
 */
cast: Array<SpellTargetKind>, 
/**
 * Range of the spell, as a number of fields; `None` if unlimited, and for a field.
 */
range?: number | null, 
/**
 * Names and descriptions in other languages, by language code.
 */
translations: { [key in string]: PluginTranslation }, 
/**
 * Result of the last automatic check of the plug-in; `None` if it was never checked.
 */
check?: PluginCheck | null, };

export type PluginKindInfo = "field" | "spell";

export type SpellTargetKind = "field" | "pawn" | "built" | "unbuilt";

export type FieldStyleInfo = { 
/**
 * Fill colour, as written in the plug-in's file.
 */
fill: string, 
/**
 * Shape of a field without a custom outline; `/api/plugins/{uuid}/field.svg` is the picture.
 */
shape: FieldDrawingShape, 
/**
 * True if the plug-in draws a custom outline, which replaces `shape`.
 */
outlined: boolean, 
/**
 * True if the plug-in draws a texture on the field.
 */
textured: boolean, 
/**
 * Position of a pawn within the field: x and y from the lower left corner, each from 0 to 1.
 */
pawn: [number, number], 
/**
 * Position of a spell within the field: x and y from the lower left corner, each from 0 to 1.
 */
spell: [number, number], };

export type FieldDrawingShape = "square" | "circle" | "diamond";

export type PluginTranslation = { 
/**
 * Display name of the plug-in in that language.
 */
name: string, 
/**
 * Description of the plug-in in that language.
 */
description: string, 
/**
 * Translated descriptions of the plug-in for the board rotated by one, two and three quarter
 * turns.
 */
turned?: Array<string>, };

export type BrokenPlugin = { 
/**
 * Path of the plug-in's file with the errors.
 */
file: string, 
/**
 * Errors in the plug-in's file.
 */
problems: Array<FileProblem>, };

export type FileProblem = { 
/**
 * Line number in the file, counted from 1.
 */
line: number, 
/**
 * TOML key of the error, such as `places.south.start`; empty if it concerns no key.
 */
key: string, 
/**
 * Description of the error and how to fix it, in English.
 */
message: string, 
/**
 * Code of the error, by which clients translate the message; empty if the error has no code.
 */
why?: string, 
/**
 * Parameters of the translated error message, by name.
 */
details?: { [key in string]: string }, };

export type PluginCheck = { 
/**
 * True while the check is running.
 */
running: boolean, 
/**
 * Number of random games that a complete check plays.
 */
games: number, 
/**
 * Results of the check, in English.
 */
findings: Array<CheckFinding>, };

export type CheckFinding = { 
/**
 * True if the plug-in passed this part of the check.
 */
well: boolean, 
/**
 * Description of the result, in English.
 */
text: string, };

export type BoardTemplateList = { 
/**
 * True if the client may save board templates on the server.
 */
may_save: boolean, 
/**
 * Board templates of the server; the default template comes first.
 */
templates: Array<BoardTemplateInfo>, };

export type BoardTemplateInfo = { 
/**
 * Name of the template in game specs.
 */
name: string, 
/**
 * True if the template is built into the program and cannot be changed.
 */
shipped: boolean, 
/**
 * Parsed contents of the template's file; `None` if the file cannot be parsed.
 */
draft: BoardTemplateDraft | null, 
/**
 * Errors of the template; empty if it is playable.
 */
problems: Array<FileProblem>, };

export type BoardTemplateDraft = { 
/**
 * Display name of the template.
 */
name: string, 
/**
 * Description of the template for players.
 */
description: string, 
/**
 * UUIDs of the plug-ins that the template uses, by their names in this template.
 */
plugins: { [key in string]: string }, 
/**
 * Start and goal of one player each, by names that the author of the template chooses.
 */
places: { [key in string]: SeatStartAndGoal }, 
/**
 * Starts, goals and walls of the players, by the number of players.
 */
seats: { [key in string]: BoardTemplateSeats }, 
/**
 * Walls that stand at the start, and walls that may not be built.
 */
walls: BoardTemplateWalls, 
/**
 * Names of the squares with special fields, by the names of their plug-ins.
 */
fields: { [key in string]: Array<string> }, 
/**
 * Spells on the board; `None` for a board without spells.
 */
spells: BoardTemplateSpells | null, };

export type SeatStartAndGoal = { 
/**
 * Start field, such as `e1`.
 */
start: string, 
/**
 * Goal of the player: `row 9`, `column i`, `e5`, or a list of these.
 */
target: BoardTemplateGoal, };

export type BoardTemplateGoal = string | Array<string>;

export type BoardTemplateSeats = { 
/**
 * Names of the players' starts and goals in `places`, in turn order.
 */
places: Array<string>, 
/**
 * Range and default of the number of walls for each player.
 */
walls: BoardTemplateCountRange, };

export type BoardTemplateCountRange = { 
/**
 * Smallest count that players may choose.
 */
least: number, 
/**
 * Largest count that players may choose.
 */
most: number, 
/**
 * Default count, used if the players choose none.
 */
usual: number, };

export type BoardTemplateWalls = { 
/**
 * Names of the walls that stand at the start of the game.
 */
built: Array<string>, 
/**
 * Names of the walls that may not be built.
 */
disabled: Array<string>, };

export type BoardTemplateSpells = { 
/**
 * Names of the spells that may lie on the board.
 */
allowed: Array<string>, 
/**
 * Names of the spells that lie on the board in every game; a game has at least these.
 */
forced: Array<string>, 
/**
 * Smallest number of spells per player that players may choose.
 */
least: number, 
/**
 * Largest number of spells per player that players may choose.
 */
most: number, 
/**
 * Default number of spells per player, used if the players choose none.
 */
usual: number, };

export type SubmittedBoardTemplate = { "text": string } | { "draft": BoardTemplateDraft };

export type BoardTemplateCheckResult = { 
/**
 * Text of the template's file, in TOML.
 */
text: string, 
/**
 * Parsed contents of the template's file; `None` if the file cannot be parsed.
 */
draft: BoardTemplateDraft | null, 
/**
 * Errors of the template; empty if it is playable.
 */
problems: Array<FileProblem>, };

export type SavedBoardTemplate = { 
/**
 * Name of the saved template in game specs.
 */
name: string, };

export type ClientMessage = { "type": "hello", 
/**
 * Protocol version of the client.
 */
version: number, 
/**
 * Number of the last event that the client has received; if `None`, it gets the whole
 * game.
 */
last?: number | null, 
/**
 * Seat whose view the client gets. If `None`: its only seat, or its first seat in games
 * without hidden information, or else the public view.
 */
seat?: number | null, 
/**
 * Style of drawings of the position for a terminal.
 */
drawing: DrawingStyle, } | { "type": "look", 
/**
 * Seat whose view is requested; `None` for the public view.
 */
seat?: number | null, } | { "type": "move", 
/**
 * Number of moves played before this one, so that the server refuses repeated and late
 * moves.
 */
ply: number, 
/**
 * Move in text form.
 */
text: string, } | { "type": "undo" } | { "type": "answer_undo", 
/**
 * True to accept the take-back, false to refuse it.
 */
accept: boolean, } | { "type": "resign" } | { "type": "rematch" } | { "type": "hint" } | { "type": "pace", 
/**
 * Milliseconds between moves, at most 60,000.
 */
pause: number, 
/**
 * True to pause the game; a search in progress still makes its move.
 */
paused: boolean, } | { "type": "step" };

export type DrawingStyle = "none" | "plain" | "colour";

export type ServerMessage = { "type": "you" } & ClientTableRole | { "type": "update" } & TableUpdate | { "type": "thinking", 
/**
 * Seat of the agent.
 */
seat: number, 
/**
 * Number of moves played so far.
 */
ply: number, } | { "type": "considering", 
/**
 * Seat of the agent.
 */
seat: number, 
/**
 * Analysis so far; `best` is the best move found so far.
 */
thought: AgentMoveAnalysis, } | { "type": "thought", 
/**
 * Seat of the agent.
 */
seat: number, 
/**
 * Analysis of the chosen move.
 */
thought: AgentMoveAnalysis, } | { "type": "hint", 
/**
 * Analysis of the agent that gives the hint.
 */
thought: AgentMoveAnalysis, } | { "type": "refused", 
/**
 * Reason for the refusal.
 */
problem: ApiProblem, };

export type ClientTableRole = { 
/**
 * Protocol version of the server.
 */
version: number, 
/**
 * Id of the table.
 */
table: string, 
/**
 * Seats that the client plays; empty for a spectator.
 */
seats: Array<number>, 
/**
 * Seat whose view the client has; `None` for the public view.
 */
eyes?: number | null, 
/**
 * True if the client is the host of the table.
 */
host: boolean, 
/**
 * True if the game has hidden information.
 */
hidden: boolean, };

export type TableUpdate = { 
/**
 * Sequence number of the latest event at the table.
 */
seq: number, 
/**
 * Events that are new to the client, in order.
 */
events: Array<NumberedEvent>, 
/**
 * State of the table; `None` if it has not changed.
 */
table?: TableInfo | null, 
/**
 * View of the game for this client; `None` without a game, or if it has not changed.
 */
game?: GameView | null, };

export type GameView = { 
/**
 * Number of moves played so far.
 */
ply: number, 
/**
 * The position in text form, as the client may know it: complete at a revealed table,
 * otherwise the public part for spectators of games with hidden information, if the game
 * defines one.
 */
position?: string | null, 
/**
 * Drawing of the position for a terminal; `None` if not requested.
 */
drawing?: string | null, 
/**
 * Seat to move; `None` if the game is over.
 */
to_move?: number | null, 
/**
 * Legal moves in text form; `None` if the client is not to move.
 */
moves?: Array<string> | null, 
/**
 * Time left of each seat in milliseconds, `None` without clocks. The clock of the seat to move
 * is running.
 */
clocks?: Array<number> | null, 
/**
 * Seat that requests a take-back; `None` without a request.
 */
undo_asked?: number | null, 
/**
 * Result of the game; `None` before its end.
 */
verdict?: FinalRanking | null, 
/**
 * Players who left before the end, with their final places.
 */
dropouts: Array<DroppedPlayerInfo>, 
/**
 * Number of take-backs in the game.
 */
take_backs: number, 
/**
 * True if a take-back followed a revealed chance event or hidden card: the game does not count
 * for ratings.
 */
unrated: boolean, 
/**
 * Pace of a game between agents; `None` if none is set.
 */
pacing?: Pacing | null, };

export type Pacing = { 
/**
 * Milliseconds between moves.
 */
pause: number, 
/**
 * True if the host has paused the game.
 */
paused: boolean, };

export type AgentMoveAnalysis = { 
/**
 * Number of moves played before the analysed position.
 */
ply: number, 
/**
 * Spec of the agent.
 */
agent: string, 
/**
 * Best move in text form.
 */
best: string, 
/**
 * Expected utility for the seat to move, from -1 to 1; `None` if unknown.
 */
value?: number | null, 
/**
 * Principal variation, starting with the best move.
 */
line: Array<string>, 
/**
 * Moves considered by the search, best first.
 */
candidates: Array<CandidateMoveInfo>, 
/**
 * Number of nodes searched.
 */
nodes: number, 
/**
 * Number of playouts of a sampling search.
 */
playouts: number, 
/**
 * Search depth in plies.
 */
depth: number, 
/**
 * Thinking time in milliseconds.
 */
time: number, };

export type CandidateMoveInfo = { 
/**
 * Move in text form.
 */
text: string, 
/**
 * Expected utility for the seat to move, from -1 to 1; `None` if the search has no value for
 * it.
 */
value?: number | null, 
/**
 * Accuracy of the value of a candidate move: exact or an upper bound.
 */
known: CandidateValueBound, 
/**
 * Number of visits by a sampling search; 0 for other searches.
 */
visits: number, };

export type CandidateValueBound = "exactly" | "at_most";

export type NumberedEvent = { 
/**
 * Sequence number of the event.
 */
seq: number, } & ({ "event": "opened" } | { "event": "changed" } | { "event": "seated", 
/**
 * Seat that the player took.
 */
seat: number, 
/**
 * Name of the person or agent.
 */
name: string, 
/**
 * Spec of the agent; `None` if the player is a person.
 */
agent?: string | null, } | { "event": "vacated", 
/**
 * Seat that became open.
 */
seat: number, } | { "event": "ready", 
/**
 * Seat of the player.
 */
seat: number, 
/**
 * True if the player is now ready to start.
 */
ready: boolean, } | { "event": "host", 
/**
 * Name of the new host.
 */
name: string, } | { "event": "started", 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Names of the players, in seat order.
 */
seats: Array<string>, } | { "event": "moved", 
/**
 * Number of moves played before this one.
 */
ply: number, 
/**
 * Seat that moved; `None` for a chance event.
 */
seat?: number | null, 
/**
 * Move in text form, as observed by the client.
 */
text: string, 
/**
 * Time used for the move in milliseconds; `None` without clocks.
 */
time?: number | null, } | { "event": "cancelled", 
/**
 * Number of moves played before the move whose effect was cancelled.
 */
ply: number, 
/**
 * Name of the plug-in that failed, or of all plug-ins involved.
 */
plugin: string, 
/**
 * Location and reason of the failure, in English.
 */
reason: string, } | { "event": "limited", 
/**
 * Seat of the agent.
 */
seat: number, 
/**
 * Limit that the agent hit.
 */
limit: ExceededAgentLimit, 
/**
 * Time limit for a move on this server, in seconds.
 */
most: number, } | { "event": "halted", 
/**
 * Name of the plug-in.
 */
plugin: string, 
/**
 * Location and reason of the failure, in English.
 */
reason: string, } | { "event": "undo_asked", 
/**
 * Seat that requested the take-back.
 */
seat: number, } | { "event": "undo_accepted", 
/**
 * Seat that accepted the take-back.
 */
seat: number, } | { "event": "undo_refused", 
/**
 * Seat that refused the take-back.
 */
seat: number, } | { "event": "undone", 
/**
 * Number of moves that remain after the take-back.
 */
ply: number, } | { "event": "away", 
/**
 * Seat of the person who left.
 */
seat: number, } | { "event": "back", 
/**
 * Seat of the person who returned.
 */
seat: number, } | { "event": "resigned", 
/**
 * Seat that resigned.
 */
seat: number, } | { "event": "flagged", 
/**
 * Seat that ran out of time.
 */
seat: number, } | { "event": "failed", 
/**
 * Seat of the agent.
 */
seat: number, 
/**
 * Reason of the failure in English; empty if it could reveal hidden information.
 */
reason: string, 
/**
 * Spec of the replacement agent; `None` if the failed agent loses the game.
 */
agent?: string | null, } | { "event": "ended", 
/**
 * Result of the game.
 */
verdict: FinalRanking, 
/**
 * Id of the replay of the game.
 */
replay: string, } | { "event": "rematch_asked", 
/**
 * Seat of the player who requested the rematch.
 */
seat: number, });

export type Event = { "event": "opened" } | { "event": "changed" } | { "event": "seated", 
/**
 * Seat that the player took.
 */
seat: number, 
/**
 * Name of the person or agent.
 */
name: string, 
/**
 * Spec of the agent; `None` if the player is a person.
 */
agent?: string | null, } | { "event": "vacated", 
/**
 * Seat that became open.
 */
seat: number, } | { "event": "ready", 
/**
 * Seat of the player.
 */
seat: number, 
/**
 * True if the player is now ready to start.
 */
ready: boolean, } | { "event": "host", 
/**
 * Name of the new host.
 */
name: string, } | { "event": "started", 
/**
 * Spec of the game.
 */
game: string, 
/**
 * Names of the players, in seat order.
 */
seats: Array<string>, } | { "event": "moved", 
/**
 * Number of moves played before this one.
 */
ply: number, 
/**
 * Seat that moved; `None` for a chance event.
 */
seat?: number | null, 
/**
 * Move in text form, as observed by the client.
 */
text: string, 
/**
 * Time used for the move in milliseconds; `None` without clocks.
 */
time?: number | null, } | { "event": "cancelled", 
/**
 * Number of moves played before the move whose effect was cancelled.
 */
ply: number, 
/**
 * Name of the plug-in that failed, or of all plug-ins involved.
 */
plugin: string, 
/**
 * Location and reason of the failure, in English.
 */
reason: string, } | { "event": "limited", 
/**
 * Seat of the agent.
 */
seat: number, 
/**
 * Limit that the agent hit.
 */
limit: ExceededAgentLimit, 
/**
 * Time limit for a move on this server, in seconds.
 */
most: number, } | { "event": "halted", 
/**
 * Name of the plug-in.
 */
plugin: string, 
/**
 * Location and reason of the failure, in English.
 */
reason: string, } | { "event": "undo_asked", 
/**
 * Seat that requested the take-back.
 */
seat: number, } | { "event": "undo_accepted", 
/**
 * Seat that accepted the take-back.
 */
seat: number, } | { "event": "undo_refused", 
/**
 * Seat that refused the take-back.
 */
seat: number, } | { "event": "undone", 
/**
 * Number of moves that remain after the take-back.
 */
ply: number, } | { "event": "away", 
/**
 * Seat of the person who left.
 */
seat: number, } | { "event": "back", 
/**
 * Seat of the person who returned.
 */
seat: number, } | { "event": "resigned", 
/**
 * Seat that resigned.
 */
seat: number, } | { "event": "flagged", 
/**
 * Seat that ran out of time.
 */
seat: number, } | { "event": "failed", 
/**
 * Seat of the agent.
 */
seat: number, 
/**
 * Reason of the failure in English; empty if it could reveal hidden information.
 */
reason: string, 
/**
 * Spec of the replacement agent; `None` if the failed agent loses the game.
 */
agent?: string | null, } | { "event": "ended", 
/**
 * Result of the game.
 */
verdict: FinalRanking, 
/**
 * Id of the replay of the game.
 */
replay: string, } | { "event": "rematch_asked", 
/**
 * Seat of the player who requested the rematch.
 */
seat: number, };

export type FinalRanking = { 
/**
 * Rank of each seat, 1 is the best, equal for ties. It is the rank of the last player at the
 * seat.
 */
ranks: Array<number>, 
/**
 * Cause of the end of the game.
 */
by: EndCause, 
/**
 * Players who left before the end, with their places, in the order in which they left.
 */
dropouts: Array<DroppedPlayerInfo>, };

export type DroppedPlayerInfo = { 
/**
 * Seat of the player who left.
 */
seat: number, 
/**
 * Final place of the player, 1 is the best: the last place among those still playing.
 */
place: number, 
/**
 * Cause for which the player left.
 */
cause: DropoutCauseInfo, 
/**
 * Spec of the replacement agent; `None` if the game ended when the player left.
 */
agent?: string | null, };

export type DropoutCauseInfo = "resigned" | "left" | "time" | "failed";

export type EndCause = "rules" | "resignation" | "time" | "failure" | "stopped";

export type ExceededAgentLimit = "time" | "rebuilding";
