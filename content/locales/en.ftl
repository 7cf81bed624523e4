### Ludorum's messages. A translation is a copy of this file with the same names before the = signs.

## About this translation

language = English
author = The Ludorum authors
version = 1

## Pages

home = Home
new-game = New game
lobby = Lobby
table = Table
settings = Settings
missing = Page not found
missing-text = There is no page at this address.
pages = Pages
skip-to-content = Skip to the content
language-choice = Language
theme = Theme
theme-auto = Auto
theme-light = Light
theme-dark = Dark
theme-contrast = High contrast
loading = Loading…
reconnecting = Connection lost. Reconnecting…
unsent-kept = No connection. Your move is saved and will be played once you are connected again.
unsent-late = Your move came too late: the game has moved on.
unsent-refused = No connection. Try again once you are connected.
try-again = Try again
all = All
number-wanted = Enter a whole number from { $least } to { $most }.
number-wanted-real = Enter a number from { $least } to { $most }.
more = More
more-pages = More

## Home

home-title = Sit down and play
home-lead = Choose a game and play right away: against the computer, with someone next to you, or with friends online.
continue = Resume a game
continue-forget = Remove { $game } from this list
continue-forget-tip = Removes the game from this list; its table is kept
games = Games
play-game = Play { $game }
play-now = Play
choose-more = More options
how-to-play = How to play
how-to-play-game = How to play { $game }
to-lobby = Find a table
with-friends = With friends
with-friends-about = Open a table and send a link, or join one that is waiting for players.
level-in = Level in { $game }
level-0 = Easy
level-1 = Medium
level-2 = Hard
level-3 = Best

## Hidden information and spectators

hidden-things = Hidden information
hidden-stays = Everyone sees only their own hidden information
hidden-revealed = Everyone sees everything, for study
revealed = Revealed
revealed-about = Everyone at this table sees hidden information.
watched-by =
    { $count ->
        [one] { $count } spectator
       *[other] { $count } spectators
    }

## Several people at one screen

curtain-title = Hand the screen to { $who }
curtain-about = Hidden information is covered. Lift the curtain when only { $who } can see the screen.
curtain-lift = I am { $who }
curtain-lift-tip = Shows the view of { $who }, and nothing hidden from them
side-group = Whose view is shown
side-of = You see what { $who } sees.
side-nobody = You see what everyone may see.
side-cover = Cover
side-cover-tip = Covers hidden information until someone here looks again
side-show = Show { $who }
at-this-screen = (at this screen)

## Games between computers

watch-all = Computers in all seats
watch-all-tip = Computers play every seat, and you watch
watch-about = Only computers play. You watch at any speed, and can pause at any move.
watch-start = Start and watch
watch-title = Computers play
watch-running = Computers play
watch-pause = Pause
watch-pause-tip = Pauses the game after the current move
watch-go-on = Resume
watch-go-on-tip = Resumes the game
watch-step = One move
watch-step-tip = Plays one move, then pauses
watch-paused = Paused. Next: { $who }
watch-pace-2000 = slow
watch-pace-800 = normal
watch-pace-250 = fast
watch-pace-0 = at once
watch-review = Review the game
watch-again = Another game
watch-again-tip = The same computers play again
watch-host-decides = { $who } sets the speed.

## Tooltips

tip-agree = Lets them take back the move
tip-refuse = The move stands
tip-as-it-comes = Restores the default settings of this page
tip-choose-more = Variants, seats, clocks and more
tip-colonizers-hide-choice = Hides the choice to show the table (Escape)
tip-colonizers-show-choice = Shows the choice again (Escape)
tip-colonizers-do-nothing = Skips the power
tip-colonizers-build-nothing = Ends the turn without building
tip-copy = Copies the link
tip-copied = Link copied; copies it again
tip-dicewars-end-turn = Ends your turn; you receive new dice
tip-editor-download = Saves the board as a file on your computer
tip-editor-field-ordinary = Makes squares ordinary again
tip-editor-new = Starts with an empty board
tip-editor-no-spells = No spells lie on this board
tip-editor-place-add = Adds a place for one more player
tip-editor-place-remove = Removes it from the board
tip-editor-player = Shows and edits where this player starts and has to go
tip-editor-redo = Repeats the last undone change
tip-editor-undo = Undoes the last change
tip-editor-remove = Deletes this board from the server
tip-editor-replace = Overwrites the board of that name
tip-editor-replace-not = Keeps the old board
tip-editor-save = Saves the board on the server, for everyone
tip-editor-try = Starts a game on this board at once
tip-editor-upload = Opens a board from a file
tip-editor-wall-build = A click on a groove builds a wall
tip-editor-wall-disable = A click on a groove forbids walls there
tip-editor-wall-clear = A click on a groove clears it
tip-editor-wish-start = A click chooses the square where this player starts
tip-editor-wish-row = A click makes the whole row a target of this player
tip-editor-wish-column = A click makes the whole column a target of this player
tip-editor-wish-field = A click makes the square a target of this player
tip-play-move = Plays this move
tip-enter = Enters the table with this password
tip-fill-with-agent = A computer takes this seat
tip-go-on = Keeps playing
tip-hint = Shows what a strong computer would play
tip-home = Shows all games
tip-i-am-ready = Tells the host that you are ready
tip-not-ready-yet = Tells the host to wait for you
tip-installed-add-file = Adds a program that is a single file
tip-installed-add-folder = Adds a program with all files of a folder
tip-installed-remove = Removes this program from the server
tip-installed-replace = Replaces the old program with the new one
tip-installed-keep = Does not add the new program
tip-join = Takes a seat at this table
tip-watch = Watches the game as a spectator
tip-learn-again = Restarts the lesson
tip-learn-back = Goes back one step
tip-learn-next = Goes to the next step
tip-learn-skip = Skips this step
tip-learn-play = Sets up a game of your own
tip-leave = Gives up your seat at this table
tip-match-end = Ends the match and keeps its results
tip-match-start = Starts a match between these agents
tip-more-pages = Shows all other pages
tip-new-game = Sets up another game
tip-open-table = Opens a table that others can join
tip-start = Starts the game
tip-watch-start = Starts the game; computers play, and you watch
tip-watch-review = Reviews the game move by move, with analysis
tip-play-now = Starts a game at once
tip-plugin-check = Plays test games to check the plug-in
tip-plugin-checking = The check is running
tip-plugin-show-all = Shows everything
tip-plugin-show-field = Shows special fields only
tip-plugin-show-spell = Shows spells only
tip-rematch = Starts another game with the same players
tip-rematch-asked = The others have not answered yet
tip-replay-choose-file = Opens a game saved as a file
tip-replay-open = Opens the record pasted above
tip-replay-study = Reviews the game move by move, with analysis
tip-resign = Resigns the game, after a confirmation
tip-resign-sure = Resigns the game now
tip-leave-sure = Leaves the table now
tip-run-by-save = Saves the command
tip-save-record = Saves the game as a file on your computer
tip-seat-free = Removes the player from this seat
tip-sit-down = Takes the chosen seat
tip-skip-to-my-turn = Shows all moves up to your turn at once
tip-skip-to-now = Shows the game as it is now
tip-sound = A short sound with every move
tip-thoughts = Shows on the board what the computers consider
tip-ways = Shows the shortest path of every player
tip-study-analyse-all = Evaluates every move of the game; this takes a while
tip-study-tree = Searches this position and shows the search tree
tip-tree-choose-file = Opens a file saved by ludorum analyse --save-tree
tip-tree-follow = Opens the most visited moves, one after another
tip-study-analyse-here = Evaluates this position
tip-study-another = Goes back to the list of games
tip-study-back = Goes back to the moves of the game
tip-study-copy-link = Copies a link that contains the whole game
tip-study-copy-moves = Copies all moves as text
tip-study-copy-position = Copies this position as text
tip-study-pause = Stops at this move
tip-study-play = Plays the game from here, move by move
tip-study-stop = Stops the analysis
tip-study-play-move = Plays this move as a variation
tip-show-after = Shows the position after this move
tip-to-lobby = Shows tables waiting for players
tip-to-now = Shows the game as it is now
tip-translate-new = Starts a new translation
tip-translate-open = Opens a translation from a file
tip-translate-save = Saves the translation as a file on your computer
tip-translate-save-here = Saves the translation in the locales folder of this server
tip-translate-edit = Opens this translation here
tip-translate-remove = Deletes the file from the server
tip-translate-go-on = Goes back to the messages; the trial continues
tip-translate-end = Returns to the previous language
tip-description = Shown to everyone in the lobby and here
tip-description-save = Shows the new description to everyone
tip-description-cancel = Keeps the old description
tip-table-rules = Changes the options of this game, such as walls and spells; then everyone has to be ready again
tip-table-rules-save = Changes the rules for everyone; all players have to be ready again
tip-table-rules-cancel = Keeps the old rules
tip-try-again = Asks the server again
tip-undo = Takes back your last move
tip-ask-undo = Asks the others to let you take back your last move
tip-undo-waits = The others have not answered yet
tip-yinsh-pass = No ring can move

## Games

game = Game
game-quoridor = Quoridor
game-quoridor-about = Reach the other side first, and build walls in the way of the others.
game-tictactoe = Tic-tac-toe
game-tictactoe-about = Three in a row. Small, quick, and a draw if nobody makes a mistake.
param-quoridor-size = Board size
param-quoridor-walls = Walls per player
param-quoridor-players = Players
param-quoridor-notation = Wall notation
param-agent-level = Level, 1 to 10
param-agent-time = Time per move
param-agent-threads = Threads
param-agent-depth = Search depth in moves
param-agent-nodes = Positions per move
param-agent-iterations = Search iterations per move
param-agent-memory = Memory in MiB
param-agent-eval = Evaluation of positions
param-agent-pruning = Pruning at chance events
param-agent-samples = Sampled chance events
param-agent-c = Exploration constant
param-agent-playout = Choice of moves in playouts
param-agent-epsilon = Share of random moves, 0 to 1
param-agent-playout-depth = Length of a playout in moves
param-agent-playouts = Playouts per position
param-agent-fpu = Value of untried moves, 0 to 1
param-agent-final = Choice of the move to play
param-agent-reuse = Reuses its search tree
param-agent-bias = Weight of its game knowledge
param-agent-widening = Progressive widening, 0 to 1
param-agent-table = Transposition table in MiB
param-agent-quiescence = Depth of the quiescence search
param-agent-add-chance = Probability of trying a new move, 0 to 1
param-agent-exploration = Exploration
param-agent-cast-chance = Probability that a move added to its tree is a spell, 0 to 1
param-agent-wall-chance = Probability that a move added to its tree is a wall, 0 to 1
param-agent-wall-value = Value of a wall in hand
param-agent-spell-value = Value of a spell in hand
param-agent-score-growth = Slope of the score
param-agent-own-weight = Weight of its own score against the best opponent, -100 to 100
param-agent-save-tree = Saves its search tree
param-agent-value = Evaluation of new positions
time-example = A number with a unit: 500ms, 1.5s, 2m
by-itself = automatic
word-on = on
word-off = off
word-score = by score
word-playout = by a playout
word-ours = ours: e3h
word-compass = compass: e3N
word-upper-left = upper left: e3h
word-lower-left = lower left: e4h
word-thesis = as in the thesis
word-shrewd = shrewd
word-classic = classic
word-duel = duel
word-everything = everything
word-labyrinth = labyrinth
word-rink = rink
word-trio = trio
word-thesis-printed = as in the thesis, as first printed
word-thesis-unaware = as in the thesis, blind to wins
word-race = path lengths
word-none = none
word-lines = open lines
word-star1 = Star1: by bounds
word-star2 = Star2: by bounds and probing
word-first = the first listed
word-random = at random
word-greedy = greedily
word-egreedy = greedily, sometimes at random
word-expectimax = by a short search
word-semirandom = semi-randomly
word-astar = by the shortest path
word-visits = the most visited
word-value = the highest value

## New game

players = Players
your-name = Your name
you-name = You
guest-name = Guest
table-plain = Friendly table
fill-with-agent = Seat a computer here
agent-at-level = { $name }, level { $level }
agent-name-champion = Champion
agent-name-random = Random
agent-name-semirandom = Semi-random
agent-name-greedy = Greedy
agent-name-minimax = Minimax
agent-name-alphabeta = Alpha-beta
agent-name-mcts = Monte Carlo
agent-name-maxn = Max-n
agent-name-astar = Runner
agent-name-expectimax = Expectimax
agent-name-parallel-alphabeta = Alpha-beta, parallel
agent-name-pvs = Deep alpha-beta
agent-about-random = Plays any move, all equally likely.
agent-about-greedy = Plays the move after which the position looks best.
agent-about-semirandom = Picks at random among all irreversible moves (in Quoridor: every wall) and one good step.
agent-about-astar = Walks the shortest path and builds nothing.
agent-about-expectimax = Searches every line a few moves ahead and weighs chance events by their odds.
agent-about-mcts = Plays many games to the end and chooses the move that did best.
agent-about-minimax = Searches every line a few moves ahead.
agent-about-alphabeta = Searches every line that can matter, a few moves ahead.
agent-about-parallel-alphabeta = Alpha-beta that shares its search among threads.
agent-about-maxn = Searches a few moves ahead; every player maximises their own result.
agent-about-pvs = Searches as deep as it can, remembers positions, and tries good moves first.
agent-about-champion = The strongest agent, with levels from 1 (beginner) to 10.
name = Name
colour = Colour
colour-choose = Choose your colour
colour-of = Colour of { $who }
colour-number = Colour { $number }
table-of = Table of { $name }
table-name = Table name
table-description = What others should know (optional)
table-description-example = Beginners are welcome; we play slowly.
table-description-write = Write a description
table-description-change = Change the description
table-description-save = Save the description
table-description-cancel = Cancel
table-rules-change = Change the rules
table-rules-save = Save the rules
player-number = Player { $number }
seat-number = Seat { $number }
seat-me = Me
seat-here = Another person here
seat-elsewhere = Another person online
seat-agent = Computer
agent-own-name = Name (optional)
agent-own-name-tip = Gives this computer a name; without one it is called by its type
seat-open = Open seat
seat-free = Free the seat
seat-move = Sit here
seat-move-tip = Move to this seat
seat = Seat
agent-params = All parameters
network = Network game
password = Password
password-optional = Password (optional)
listed = Show the table in the lobby
allow-spectators = Others may watch
substitute = If somebody leaves, the computer plays on for them
allow-hints = Hints are allowed
hints-between-people = Between people, hints are off unless everyone agrees. Players see the setting before they sit down.
hints-agreed = Hints are allowed at this table. When you mark yourself ready, you agree to this.
clock-minutes = Minutes per player, 0 for no clock
clock-increment = Seconds added per move
seed = Seed
seed-random = random
seed-about = The same seed and the same moves give the same game, chance and computers included. Everyone at the table sees the seed.
show-thinking = Show what computers think
open-table = Open a table
start = Start

## Lobby

filter = Filter
search = Search
phase = State
phase-open = Waiting for players
phase-playing = In progress
phase-over = Finished
tables-found =
    { $count ->
        [0] No tables match.
        [one] { $count } table
       *[other] { $count } tables
    }
tables-loading = The server has just started: { $done } of { $total } tables are loaded.
lobby-empty = Open one and send the link to a friend, or wait for someone to find you here.
host-is = host: { $who }
with-password = with a password
join = Join
watch = Watch

## At a table

table-locked = This table has a password
table-locked-text = Ask the person who invited you for it.
enter = Enter
sit-down = Sit down
bring-somebody = Add a person at this screen
bring-somebody-tip = Another person who plays here next to you
about-game = Game
about-walls = Walls
about-walls-each = { $count } per player
about-spells-each = { $count } per player, placed at the start
about-clock =
    { $minutes ->
        [one] { $minutes } minute per player, plus { $increment } s per move
       *[other] { $minutes } minutes per player, plus { $increment } s per move
    }
all-seats-taken = All seats are taken. You are watching.
that-is-you = (you)
waiting-for = waiting for a player
ready = ready
not-ready = not ready yet
i-am-ready = I am ready
not-ready-yet = Not ready
start-when-ready = The host starts the game when all seats are taken and ready.
start-when-others-ready = Send the link to a friend, or seat a computer. You can start when all seats are taken and the others are ready.
leave = Leave
agent = Computer
away = has left
dropped-out = out of the game
dropped-out-replaced = out of the game; { $agent } plays on for itself
away-replaced = has left; { $agent } plays on
not-connected = not connected
your-turn = Your turn
turn-of = { $who } to move
thinks = { $who } is thinking
you-won =
    { $by ->
        [resignation] You won: the others resigned
        [time] You won on time
       *[rules] You won!
    }
you-lost =
    { $by ->
        [resignation] You resigned. { $who } won
        [time] You ran out of time. { $who } won
       *[rules] { $who } won
    }
you-dropped-out = You are out of the game in place { $place }. You can watch the others.
you-dropped-out-over = You dropped out in place { $place }. { $who } won
somebody-won =
    { $by ->
        [resignation] { $who } won: the others resigned
        [time] { $who } won on time
       *[rules] { $who } won
    }
draw = A draw
thought = { $effort } positions, depth { $depth }
thinks-of = considers { $move } · { $effort } positions, depth { $depth }
expects = expects { $chance }
watching = You are watching.
undo = Take back
ask-undo = Ask to take back
undo-asked =
    { $you ->
        [yes] You want to take a move back.
       *[no] { $who } wants to take a move back.
    }
undo-waits = Waiting for the others
taken-back =
    { $count ->
        [one] A move was taken back
       *[other] Moves were taken back { $count } times
    }
taken-back-unrated =
    { $count ->
        [one] A move was taken back after chance events or cards were seen: this game does not count for your level
       *[other] Moves were taken back { $count } times, after chance events or cards were seen: this game does not count for your level
    }
agree = Agree
refuse = Refuse
hint = Hint
hint-says =
    { $chance ->
        [none] Hint: { $move }
       *[other] Hint: { $move }, { $chance } to win
    }
resign = Resign
resign-sure = Really resign this game?
leave-sure = Really leave? If a computer takes over your seat, you finish last among those still playing.
go-on = Keep playing
rematch = Play again
rematch-asked = Waiting for the others
ways = Paths
sound = Sound
thoughts = Thoughts
moves = Moves
no-moves = No moves yet.
look-back = Look back
looks-back = Position after move { $number }
to-now = Back to the game
step-first = To the beginning
step-back = One move back
step-on = One move forward
step-last = To the current position
news = Events
news-seated = { $who } sat down
news-vacated = Seat { $number } is free again
news-host = { $who } is the host now
news-away =
    { $agent ->
        [none] { $you ->
            [yes] You have left; the game waits
           *[no] { $who } has left; the game waits
        }
       *[other] { $you ->
            [yes] You have left; { $agent } plays on
           *[no] { $who } has left; { $agent } plays on
        }
    }
news-back =
    { $you ->
        [yes] You are back
       *[no] { $who } is back
    }
news-resigned =
    { $you ->
        [yes] You resigned
       *[no] { $who } resigned
    }
news-flagged =
    { $you ->
        [yes] You ran out of time
       *[no] { $who } ran out of time
    }
left-game =
    { $cause ->
        [resigned] { $who } resigned in place { $place }
        [time] { $who } ran out of time in place { $place }
        [failed] { $who } failed in place { $place }
       *[left] { $who } left in place { $place }
    }
news-failed =
    { $agent ->
        [none] { $who } failed and lost. { $reason }
       *[other] { $who } failed; { $agent } plays on. { $reason }
    }
news-limited-time = { $who } was stopped after { $seconds } s, the longest time allowed for a move here, and plays the best move found so far
news-limited-rebuilding = { $who } could not replay the whole game in time, and plays on without its memory of it
news-halted = The game cannot continue: { $plugin }, { $reason }
game-stopped = The game was stopped without a winner
news-cancelled = Cancelled: { $plugin }, { $reason }
news-undo-refused =
    { $you ->
        [yes] You refused to take the move back
       *[no] { $who } refused to take the move back
    }
news-undone = Taken back to move { $number }
news-rematch-asked =
    { $you ->
        [yes] You want to play again
       *[no] { $who } wants to play again
    }
save-record = Save the game
share = Invite
share-text = Anyone with this link can join the table.
share-local = Only this machine can open this address. To play from other machines, stop the server and start it again with “make run LAN=1” (or “ludorum serve --lan”); then open the address it prints.
share-link = Link to the table
share-code = The link as a QR code
copy = Copy
copied = Copied
nothing-to-see = Spectators cannot see this game.

## Settings

settings-page = Page
settings-board = Board
text-size = Text size: { $percent } %
board-colours = Board colours
board-wood = Wood
board-slate = Slate
board-sand = Sand
board-clear = Clear
board-clear-about = Black and white, with colours for any colour vision and a shape for each player.
board-size = Board size: { $percent } %
patterns = A shape for each player
coordinates = Row and column names
animation = Animations
sound-moves = Sound with every move
thoughts-shown = Show on the board what computers consider
as-it-comes = Restore defaults
preview = Preview

## Boards, also for screen readers

board-label = { $game }. Arrow keys move the cursor, Enter plays.
quoridor-board-label = Quoridor. Arrow keys move the cursor over squares and grooves, Enter plays, h and v turn a wall, Home goes to your pawn.
quoridor-tip = Reach the side of your colour: step to a dot, or build a wall in a groove.
tictactoe-tip = Three in a row wins.
tictactoe-marked =
    { $you ->
        [yes] You mark { $place }
       *[no] { $who } marks { $place }
    }
tictactoe-cell-free = { $place }, free
tictactoe-cell-taken = { $place }, marked by { $who }
quoridor-stepped =
    { $you ->
        [yes] You move { $from } to { $to }
       *[no] { $who } moves { $from } to { $to }
    }
quoridor-walled =
    { $you ->
        [yes] You place
       *[no] { $who } places
    } { $direction ->
        [h] a horizontal wall at { $place }
       *[v] a vertical wall at { $place }
    }
quoridor-passed =
    { $you ->
        [yes] You pass
       *[no] { $who } passes
    }
pass-label = pass
quoridor-walls-left =
    { $count ->
        [0] No walls left
        [one] { $count } wall left
       *[other] { $count } walls left
    }
quoridor-cursor-square =
    { $may ->
        [yes] { $place }, you can go there
       *[no] { $place }
    }
quoridor-cursor-pawn = { $place }, pawn of { $who }
quoridor-cursor-wall =
    { $direction ->
        [h] Horizontal wall { $place }
       *[v] Vertical wall { $place }
    }{ $may ->
        [yes] {""}
       *[no] , not possible
    }

## Why a move is refused

why-game-over = The game is over.
why-cell-taken = { $move } is already taken.
why-pawn-stays = The pawn is already there.
why-pawn-there = There is a pawn on { $move }.
why-wall-between = There is a wall between the pawn and { $move }.
why-pawn-too-far = The pawn cannot go to { $move } in one move.
why-no-walls-left = You have no walls left.
why-wall-overlaps = { $move } would lie on another wall.
why-wall-crosses = { $move } would cross another wall.
why-wall-closes-path = { $move } would close the last path of { $who }.
why-no-pass = You can pass only if you have no other move.

## Errors from the server

problem-unreachable = Cannot reach the server. Check your connection, and that the server is running.
problem-bad-request = The server did not understand the request: { $reason }
problem-bad-version = This page and the server have different versions. Reload the page.
problem-too-large = That is too large for the server. Make it smaller.
problem-not-found = There is nothing at this address. Check the link.
problem-unknown-table = There is no such table. Check the link.
problem-unknown-replay = There is no such game. Check the link.
problem-unknown-seat = The table has no such seat.
problem-no-session = The server does not know you yet. Reload the page.
problem-not-host = Only the host can do this.
problem-not-seated = Only players at this table can do this.
problem-out-of-game = You are out of this game in place { $place }, and can only watch.
problem-seat-taken = That seat is taken. Choose another one.
problem-name-taken = Somebody at the table already has that name. Choose another one.
problem-colour-taken = Somebody at the table already has that colour. Choose another one.
problem-table-full = All seats are taken.
problem-password-needed = This table needs a password.
problem-wrong-password = Wrong password. Try again.
problem-too-many-tries = Too many wrong passwords. Wait a minute.
problem-too-many-requests = Too many requests. Wait a moment.
problem-server-full = The server is full. Try again in a while.
problem-plugin-stopped = The plug-in { $plugin } took too long and was stopped: { $reason }
problem-too-many-tables = { $most } tables are open from your address, the most allowed. Leave one, or wait until one is archived.
problem-bad-game = The game cannot be set up like this: { $reason }
problem-bad-agent = This computer player cannot be used here: { $reason }
problem-agent-taken = There is already a program @{ $name }.
problem-bad-text =
    { $field ->
        [name] The name is too long, empty, or has characters that are not allowed.
        [description] The description is too long or has characters that are not allowed.
       *[other] This text is too long or has characters that are not allowed: { $field }
    }
problem-wrong-phase =
    { $phase ->
        [open] The game has not started yet.
        [playing] The game is in progress.
       *[over] The game is over.
    }
problem-not-ready = Some seats are open or not ready.
problem-not-your-turn = It is not your turn.
problem-illegal-move = { $move } cannot be played: { $reason }
problem-nothing-to-undo = There is nothing to take back.
problem-no-undo-asked = Nobody has asked to take a move back.
problem-not-allowed = The host does not allow this here.
problem-origin-refused = The request came from another site. Open this page at the server's own address.
problem-host-refused = The server does not answer to this name. Start it with --host.
problem-not-stored = The server could not store this, so nothing has changed. Try again.
problem-internal = The server failed. See its log for the reason.

## Studying: errors from the server

problem-local-only = This is turned off on this server.
problem-operator-only = Only the operator of this server can do this: open the address it printed at startup, or send the operator’s token.
problem-bad-translation = This translation cannot be used: { $reason }
why-translation-code = The file name is not a language code, such as de or pt-BR.
why-translation-shipped = { $language } is part of the program. Use another code for your translation, such as { $language }-x-own.
why-translation-long = The file is larger than { $most } KiB.
why-translation-header = The header is incomplete. Fill in language, author and version.
why-translation-label = Language, author and version can have up to { $most } characters each, on one line.
why-translation-unreadable = The file cannot be read as UTF-8 text.
why-translation-many = This server has too many translations. Remove some.
problem-match-running = A match is already running.

## Studying: pages

learn = Learn
replay = Replay
tree = Search tree
agents = Agents
translate = Translate

## Replay and analysis

replay-lead = Step through any game, have an agent analyse it, and try other moves.
replay-own-file = Your own game
replay-drop = Drop a record (.ludorum) anywhere on this page.
replay-drop-here = Drop the record here
replay-choose-file = Choose a file
replay-paste = Or paste its text
replay-text = Text of the record
replay-open = Open
replay-study = Replay and analyse
replay-finished = Finished games
replay-none = No game has been finished here yet.
replay-bad = This record is invalid. Line { $line }: { $reason }
replay-link-broken = the link is incomplete
study-another = Another game
study-move-of = after { $at } of { $of } moves
study-chance-acts = Chance decides
study-chance-event = Chance: { $event }
study-moved = { $who } plays { $move }
study-variation = A variation.
study-variation-text = It starts at move { $move } of the game.
study-back = Back to the game
study-eyes = Seen by
study-eyes-all = Everything
study-play = Play
study-pause = Pause
study-pace = Pace
study-seconds = { $seconds } s
study-slider = Move of the game
study-value = Chances
study-graph = Chances over the game, known at { $known } of { $of } positions. Now: { $now }
study-graph-two = Above the middle { $above } is ahead, below it { $below }.
study-analysis = Analysis
study-agent = Agent
study-time = Time per position
study-spec = Agent spec with all parameters
study-stop = Stop
study-progress = Positions analysed
study-thinking = Thinking…
study-analyse-here = Analyse this position
study-analyse-all = Analyse the whole game
study-tree = Show the search tree
study-candidates = Moves considered
study-move = Move
study-chance = Chance
study-visits = Visits
study-line = Expected:
study-line-play = Play up to { $move }
study-effort =
    { $depth ->
        [0] { $positions } positions in { $seconds } s
       *[other] { $positions } positions, { $depth } moves deep, in { $seconds } s
    }
study-apart = What decided the game
study-apart-text = Changes by luck and by decisions, in percentage points, as the agent evaluates them from what it saw.
study-apart-no-chance = There is no luck in this game: only decisions changed the chances. In percentage points, as the agent evaluates them.
study-luck = Luck
study-own = Own moves
study-others = Moves of others
study-rest = Not analysed
study-change = Total
study-export = Export and share
study-copy-link = Copy a link
study-copy-position = Copy the position
study-copy-moves = Copy the moves
study-copy-by-hand = Copy it from here:

## Search trees

tree-lead = The moves a search has tried, with their visits and results. Open a tree saved by ludorum analyse --save-tree, or create one here: in the analysis of a Sector 66 game choose the agent “Tree with a score”.
tree-choose-file = Choose a file
tree-follow = Follow the most visited moves
tree-bad = This file is not a search tree.
tree-root = Start of the search
tree-after = After { $moves }
tree-score = Score
tree-size =
    { $depth ->
        [one] { $positions } positions, { $depth } move deep
       *[other] { $positions } positions, { $depth } moves deep
    }
tree-cut = Positions visited fewer than { $visits } times are left out.
tree-row =
    { $who ->
        [root] { $move }
        [chance] Chance: { $move }
       *[seat] Player { $seat }: { $move }
    }, { $visits ->
        [one] { $visits } visit
       *[other] { $visits } visits
    }{ $score ->
        [none] { "" }
       *[other] , score { $score }
    }

## Agents and matches

agents-lead = The computer players and how strong they are.
agents-who = Available agents
agents-strongest = strongest
strength = Strength { $elo }
strength-interval = ({ $low } to { $high })
strength-time = { $time } per move
strength-like = plays like { $agent }
strength-levels = Strength of the levels
strength-level = Level { $level }
strength-as-it-comes = With its default settings:
strength-unknown = Its strength has not been measured.
strength-about = Strength is on the Elo scale: random play has 0, and 200 points more win about three games in four. The 95 % confidence interval is in brackets. Measured in { $games } games of { $game }; the time is an average on the machine that measured.
agents-params =
    { $count ->
        [one] { $count } parameter
       *[other] { $count } parameters
    }
agents-default = default { $value }
range = { $min } to { $max }
range-from = from { $min }
range-time = a duration, such as 1.5s
match = Match
match-lead = Let agents play each other. Each agent plays every seat equally often.
match-elsewhere = Only the operator of this server can start matches.
match-variant = Variant
match-games = Games
match-seed = Seed
match-openings = Openings
match-openings-note = Opening positions, so that agents do not play the same game again and again: random:plies=4 plays four random moves, balanced:plies=6,by=champion:level=4,within=0.1 keeps only positions that are fair to both sides, and quoridor-9x9 is a ready-made list. Every agent plays each opening from every seat. Leave this empty to start from the usual position.
match-agent = Agent { $number }
match-start = Start the match
match-end = End the match
match-state =
    { $state ->
        [running] in progress: { $played } of { $planned } games
        [done] finished: { $played } games
       *[stopped] ended after { $played } of { $planned } games
    }
match-table = Results of the match
match-progress = Games played
match-won = Won
match-drawn = Drawn
match-lost = Lost
match-rate = Win rate, 95 %
match-interval = Interval
match-time = Time per move
match-nodes = Positions per move
match-distinct = { $games } different games out of { $played }.
match-repeated =
    { $games ->
        [one] { $games } different game
       *[other] { $games } different games
    } out of { $played }: { $how ->
        [always] these agents play the same game from the same start every time
       *[other] these agents often play the same game from the same start
    }, and repeated games are no further evidence. Openings such as random:plies=4 let them start from different positions.
match-openings-used = Openings: { $openings }
match-note = { $moves } moves per game on average. Seed { $seed }: the same seed gives the same games.
installed = External programs
installed-lead = Programs that speak the agent protocol. They play as @NAME.
installed-none = None are installed.
installed-all-games = all games
installed-add-file = Add a file
installed-add-folder = Add a folder
installed-remove = Remove
installed-replace = Replace @{ $name }
installed-keep = Keep the old one
installed-play-one = Play against { $agent }
installed-remove-one = Remove { $agent }
run-by-python = Command that runs Python files
run-by-save = Save
run-by-saved = Saved.

## Translation tool

translate-lead = Translate Ludorum into your language: write in the right column, try it on the whole page, and save it as a file or on this server, where everyone can then choose it.
translate-file = The translation
translate-open = Open a file
translate-known = Load a language
translate-new = Start over
translate-save = Save as a file
translate-try = Try it on the whole page
translate-trying = You are trying a translation on the whole page: { $name }.
translate-go-on = Continue translating
translate-end = Back to my language
translate-wanted = Fill this in before saving.
translate-code-wanted = Enter a language code, such as de or pt-BR.
translate-at-server = Translations on this server
translate-save-here = Save on this server
translate-save-here-about = Everyone who uses this server can choose the language at once. Untranslated messages appear in English.
translate-saved-here = Saved. { $name } can be chosen now.
translate-token = The operator’s token
translate-token-about = The operator of this server finds the token in the file operator-token of its data folder. This page forgets it when it is closed.
translate-never = This server stores no translations. Save yours as a file, and give it to the operator of the server.
translate-by = by { $author }, version { $version },
translate-share = { $messages } of { $wanted } messages
translate-not-offered = Not offered as a language:
translate-findings =
    { $count ->
        [one] { $count } message to look at
       *[other] { $count } messages to look at
    }
translate-line = Line { $line }:
translate-finding-syntax = cannot be read and appears in English
translate-finding-twice = appears twice; the last one counts
translate-finding-unknown = is not a message of the page
translate-finding-plural = lacks a plural form of this language
translate-finding-placeholders = has different placeholders than English
translate-edit = Edit
translate-remove = Remove
translate-removed = { $name } was removed.
translate-code = Code
translate-language = Language
translate-author = Author
translate-version = Version
translate-progress = Messages translated
translate-done =
    { $doubts ->
        [0] { $done } of { $of } messages
        [one] { $done } of { $of } messages, { $doubts } with a warning
       *[other] { $done } of { $of } messages, { $doubts } with warnings
    }
translate-filter-all = All messages
translate-filter-missing = Missing
translate-filter-doubtful = With warnings
translate-key = Name
translate-reference = Compare with
translate-reference-file = Compare with a file
translate-reference-tip = Any translation saved as a file can be the reference
translate-own = Translation
translate-nothing = No messages match.
translate-bad = This cannot be read: check the braces.
translate-lacks = The reference has { $names } here.
translate-foreign = The reference has no { $names } here.

## Learn

learn-lead = Two minutes for each game: follow the steps and see what happens.
learn-start =
    { $count ->
        [one] { $count } step
       *[other] { $count } steps
    }
learn-you = You
learn-other = your opponent
learn-not-that = { $move } is legal, but not the move of this step. Try another one.
learn-progress = Step { $at } of { $of }
learn-back = Back
learn-next = Next
learn-skip = Skip
learn-again = Once more
learn-end = That is all there is to it
learn-end-text = You know enough to play.
learn-play = Play now
learn-rules = The rules
learn-rules-below = The rules are below, with pictures.
learn-quoridor-step-title = Get to the other side
learn-quoridor-step = Your pawn is the one at the bottom, and wants to reach the top row. Step one square ahead, to c2.
learn-quoridor-step-done = A pawn steps to any neighbouring square: ahead, back or aside, not diagonally.
learn-quoridor-wall-title = Build a wall
learn-quoridor-wall = Instead of stepping you may place a wall, two squares long, in a groove. Place one that makes the other pawn's path longer.
learn-quoridor-wall-done = Walls stay for the whole game. Each player has only a few.
learn-quoridor-closing-title = Nobody is walled in
learn-quoridor-closing = One gap is left for the other pawn, at a4. Try to close it with a wall: it is not allowed.
learn-quoridor-closing-done = Everybody must always have a path to their goal. A wall that closes the last one is refused.
learn-quoridor-jump-title = Jump
learn-quoridor-jump = The other pawn stands right in front of yours. Jump over it, to c4.
learn-quoridor-jump-done = You jump over a neighbouring pawn in a straight line.
learn-quoridor-aside-title = Around the corner
learn-quoridor-aside = There is a wall behind the other pawn, so you cannot jump straight. Go to a square beside it: b3 or d3.
learn-quoridor-aside-done = Where a wall or the edge stops the jump, you land beside the other pawn.
learn-quoridor-win-title = Win
learn-quoridor-win = One step is left to the top row. Take it.
learn-quoridor-win-done = Whoever gets there first wins.
rules-quoridor-goal-title = Goal
rules-quoridor-goal = Each pawn starts in the middle of its side. Whoever reaches any square of the opposite side first wins.
rules-quoridor-move-title = A move
rules-quoridor-move = On your turn, either step to a neighbouring square or place a wall.
rules-quoridor-wall-title = Walls
rules-quoridor-wall = A wall is two squares long. Walls do not overlap or cross, and everybody keeps a path to their goal. On 9 by 9 squares with two players, each has ten.
rules-quoridor-jump-title = Jumping
rules-quoridor-jump = You may jump in a straight line over a pawn on a neighbouring square, if there is no wall between.
rules-quoridor-aside-title = Jumping aside
rules-quoridor-aside = If a wall, the edge or another pawn is behind the pawn you jump over, you land on a square beside that pawn.
rules-quoridor-four-title = Four players
rules-quoridor-four = Each side has a pawn and five walls. The turn goes around the table.
learn-tictactoe-mark-title = Make a mark
learn-tictactoe-mark = You have the crosses and move first. Mark any square.
learn-tictactoe-mark-done = Next comes your opponent, who has the circles.
learn-tictactoe-win-title = Three in a row
learn-tictactoe-win = You have two crosses in the top row. Complete it.
learn-tictactoe-win-done = Three in a row, column or diagonal wins.
learn-tictactoe-block-title = Defend
learn-tictactoe-block = The circles are about to complete the top row. Stop them.
learn-tictactoe-block-done = When your opponent has two in a line and the third square is free, you must take it.
learn-tictactoe-fork-title = Two at once
learn-tictactoe-fork = The circles threaten again. One square stops them and makes two threats of your own.
learn-tictactoe-fork-done = Two threats cannot both be stopped: that wins.
rules-tictactoe-turns-title = Turns
rules-tictactoe-turns = Crosses move first. The players take turns to mark one free square.
rules-tictactoe-win-title = Winning
rules-tictactoe-win = Whoever has three marks in a row, column or diagonal wins.
rules-tictactoe-draw-title = Draw
rules-tictactoe-draw = If all squares are marked and nobody has three, it is a draw.

## YINSH

game-yinsh = YINSH
game-yinsh-about = Move rings, flip markers, make rows of five, and give up your rings to win.
param-yinsh-rings_to_win = Rings to remove, 1 for a short game
yinsh-short = short game, one ring wins
param-agent-w1 = Points for the first marker of a row
param-agent-w2 = Points for the second marker of a row
param-agent-w3 = Points for the third marker of a row
param-agent-w4 = Points for the fourth marker of a row
param-agent-w5 = Points for each marker from the fifth on
param-agent-own-five = Points for its own row of five: more is more aggressive
param-agent-other-five = Points for the opponent's row of five: less is more defensive
param-agent-placement = Placement of rings
param-agent-removal = Removal of rings
param-agent-ordering = Tries promising moves first
param-agent-tt = Uses a transposition table
param-agent-ties = Choice among equally good moves
word-agent-ties-first = the first
word-agent-ties-random = at random
param-agent-ponder = Thinks on the opponent's time
word-advanced = rows with rings in them
word-rows = rows
word-markers = number of markers
word-outlook = learnt by self-play
word-against-human = beside the opponent's rings
word-edge = at the edge
word-search = by search
word-reply = by the best reply
yinsh-board-label = YINSH. Arrow keys move the cursor, Home goes to the next place you can choose, Enter chooses, Escape puts a ring back.
yinsh-tip = Five of your markers in a row let you remove one of your rings. Whoever removes three rings wins.
yinsh-placed =
    { $you ->
        [yes] You place a ring on { $place }
       *[no] { $who } places a ring on { $place }
    }
yinsh-moved =
    { $you ->
        [yes] You move a ring from { $from } to { $to }
       *[no] { $who } moves a ring from { $from } to { $to }
    }
yinsh-row-removed =
    { $you ->
        [yes] You remove the row from { $from } to { $to }
       *[no] { $who } removes the row from { $from } to { $to }
    }
yinsh-ring-removed =
    { $you ->
        [yes] You remove the ring on { $place }
       *[no] { $who } removes the ring on { $place }
    }
yinsh-passed =
    { $you ->
        [yes] You pass
       *[no] { $who } passes
    }
yinsh-pass = Pass
yinsh-label-row = row { $from }–{ $to }
yinsh-label-ring = ring { $place } off
yinsh-rings-won = { $count } of { $of } rings removed
yinsh-rings-to-place =
    { $count ->
        [one] { $count } ring to place
       *[other] { $count } rings to place
    }
yinsh-markers-left =
    { $count ->
        [one] { $count } marker left
       *[other] { $count } markers left
    }
yinsh-todo-place = Place a ring
yinsh-todo-move = Choose a ring to move
yinsh-todo-target = Choose where it goes
yinsh-todo-row = Choose the row to remove
yinsh-todo-ring = Choose one of your rings to remove
yinsh-todo-over = The game is over
yinsh-cursor =
    { $holds ->
        [ring] { $place }, ring of { $who }
        [marker] { $place }, marker of { $who }
       *[none] { $place }
    }{ $may ->
        [yes] , you can choose it
        [goal]
            { $count ->
                [0] , the ring can go there
                [one] , the ring can go there and flips { $count } marker
               *[other] , the ring can go there and flips { $count } markers
            }
       *[no] {""}
    }
yinsh-cursor-row = Row from { $from } to { $to }, { $number } of { $of }
why-place-ring = You must place a ring now.
why-move-ring = You must move a ring now.
why-remove-row = You must remove five markers in a row now.
why-remove-ring = You must remove one of your rings now.
why-ring-there = There is already a ring on { $move }.
why-not-own-ring = You have no ring there.
why-ring-off-line = A ring can only move along a line.
why-point-taken = The end of { $move } is already occupied.
why-ring-over-ring = A ring cannot jump over a ring.
why-ring-too-far = A ring stops on the first free point behind the markers it jumps.
why-no-own-row = These are not five of your markers.
learn-yinsh-place-title = Place a ring
learn-yinsh-place = The game starts with placing rings, five each, in turn. Place your first one on any point.
learn-yinsh-place-done = Rings move later. Near the centre they have more lines to move along.
learn-yinsh-move-title = Move a ring
learn-yinsh-move = Choose your ring on e5, then move it along the line to e8.
learn-yinsh-move-done = The ring has moved and left a marker of your colour where it stood.
learn-yinsh-flip-title = Flip markers
learn-yinsh-flip = A ring may jump over markers in its way, and stops right behind them. Jump from d4 to h8: pointing at h8 shows what will be flipped.
learn-yinsh-flip-done = Every marker you jump over is flipped to the other colour, your own ones too.
learn-yinsh-five-title = Five in a row
learn-yinsh-five = Four of your markers and one of your opponent's lie in a row. Flip the one that is missing: move a ring from f4 to f6.
learn-yinsh-five-done = Five of your colour in a row: that is what the game is about.
learn-yinsh-row-title = Choose a row
learn-yinsh-row = Two rows cross, and only one can go. Point at the one you want to remove.
learn-yinsh-row-done = The five markers return to the pool. The other row is broken now.
learn-yinsh-ring-title = Remove a ring
learn-yinsh-ring = After a row you also remove one of your own rings. You have removed two already: choose the third.
learn-yinsh-ring-done = Whoever removes three rings wins. Each removal makes you weaker: fewer rings mean fewer moves.
rules-yinsh-place-title = Start
rules-yinsh-place = The players place five rings each in turn, on any free points.
rules-yinsh-move-title = A move
rules-yinsh-move = A ring leaves a marker where it stood and goes along a line over any number of free points. It never jumps over a ring.
rules-yinsh-flip-title = Jumping
rules-yinsh-flip = It may jump over one unbroken run of markers and stops on the first point behind them. All markers it jumped over are flipped; the one it left is not.
rules-yinsh-row-title = Rows
rules-yinsh-row = Five markers of one colour in a row are removed, with a ring of that colour. If the row is longer, its owner chooses which five; if rows cross, which row.
rules-yinsh-both-title = Rows for both
rules-yinsh-both = If one move makes rows for both, the player who moved removes theirs first, then the other player, who also moves next.
rules-yinsh-win-title = Winning
rules-yinsh-win = Whoever removes the third ring wins; in the short game, the first one. If all 51 markers are used, the player with more rings removed wins, and equal numbers are a draw. A player who cannot move any ring passes; when both have passed, the game ends in the same way.

## Dice Wars

game-dicewars = Dice Wars
game-dicewars-about = Capture areas with rolls of dice, and keep them connected, until all the land is yours.
param-dicewars-players = Players
param-dicewars-areas = Areas on the map
param-dicewars-cap = Attacks until a draw
agent-name-naive = Hothead
agent-name-sdc = Dice counter
agent-name-ste = Careful
agent-name-stei = Careful landlord
agent-name-wpm-s = Judge of regions
agent-name-wpm-d = Judge of dice
agent-name-wpm-c = Judge of both
agent-about-naive = Attacks whatever it can.
agent-about-sdc = Attacks where its lead in dice is largest (SDC).
agent-about-ste = Attacks where it is most likely to take an area and hold it (STE).
agent-about-stei = The same, but prefers attacks from its largest region (STEi).
agent-about-wpm-s = Attacks if that raises its chance to win, estimated from the largest regions (WPM-S).
agent-about-wpm-d = Attacks if that raises its chance to win, estimated from the dice (WPM-D).
agent-about-wpm-c = Attacks if that raises its chance to win, estimated from regions and dice (WPM-C).
param-agent-aggressivity = Aggressivity, 0 to 1
param-agent-threshold = Lowest chance at which it attacks, 0 to 1
param-agent-preference = Weight of its largest region
param-agent-variant = Variant
param-agent-weights = Trained weights
param-agent-width = Attacks considered at each step
word-text = as the text says
word-published-code = as the published program does
word-wealth = dice and regions
word-naive = attacking whatever it can
dicewars-board-label = Dice Wars. Arrow keys move over areas, Home goes to your next area that can attack, Enter chooses it and then the neighbour to attack, Escape cancels the choice, e ends the turn.
dicewars-tip = Choose an area of yours with two or more dice, then a neighbour to attack. End your turn for new dice.
dicewars-end-turn = End turn
dicewars-from = Attack from { $area }: choose a neighbour
dicewars-choose = Choose an area to attack from
dicewars-odds = { $from } against { $to }: { $chance } to win
dicewars-rolling = { $from } attacks { $to }
dicewars-rolled = { $who }, { $sum } with { $dice }
dicewars-last-roll = The last roll
dicewars-attacks =
    { $you ->
        [yes] You attack { $to } from { $from }
       *[no] { $who } attacks { $to } from { $from }
    }
dicewars-ends =
    { $you ->
        [yes] You end the turn
       *[no] { $who } ends the turn
    }
dicewars-won = { $from } takes { $to }
dicewars-lost = { $to } holds against { $from }
dicewars-grows =
    { $count ->
        [0] No new dice
        [one] { $count } new die
       *[other] { $count } new dice
    }
dicewars-label-won = attack won
dicewars-label-lost = attack lost
dicewars-label-end = end of turn
dicewars-label-grows =
    { $count ->
        [0] no new dice
        [one] +{ $count } die
       *[other] +{ $count } dice
    }
dicewars-area = Area { $area } of { $who }, dice: { $dice }
dicewars-area-own = Area { $area }, yours, dice: { $dice }
dicewars-can-attack = can attack
dicewars-chosen = chosen
dicewars-hand = areas: { $areas }, dice: { $dice }, largest region: { $region }, reserve: { $reserve }
dicewars-out = out
pace = Pace
pace-0 = at once
pace-200 = fast
pace-600 = slower
pace-1500 = slow
skip-to-my-turn = Skip to my turn
skip-to-now = Skip to now
why-chance-first = Wait for the chance event: dice are being rolled or dealt.
why-not-for-players = That is a chance event, not a player's move.
why-no-area = There is no such area on this map.
why-area-of-other = You cannot attack with { $move }: the area belongs to { $who }.
why-area-own = { $move } would attack your own area.
why-areas-apart = { $move } is not possible: these areas are not adjacent.
why-one-die = An area needs two or more dice to attack; this one has a single die.
learn-dicewars-attack-title = Attack
learn-dicewars-attack = The blue areas are yours. Choose area 1 with its five dice, then the neighbouring area 2.
learn-dicewars-attack-done = Both sides roll all their dice, and the higher sum wins. If the sums are equal, the attacked area holds.
learn-dicewars-odds-title = Odds
learn-dicewars-odds = Choose area 1: its neighbours show the chance of each attack. Attack the one where it is higher.
learn-dicewars-odds-done = If you win, all dice but one move in. If you lose, one die is left where they came from.
learn-dicewars-join-title = Connect your areas
learn-dicewars-join = Areas 1 and 3 are yours, area 2 lies between them. Attack it to connect them.
learn-dicewars-join-done = Areas that touch form a region. Your largest region is what counts.
learn-dicewars-end-title = New dice
learn-dicewars-end = An area with one die cannot attack, and you have no others. End your turn.
learn-dicewars-end-done = At the end of your turn you get a die for each area of your largest region: three here. They are placed at random.
learn-dicewars-win-title = Win
learn-dicewars-win = Your opponent has one area left. Attack it from area 5.
learn-dicewars-win-done = Eight dice cannot lose to one. Whoever holds all the land wins.
rules-dicewars-goal-title = Goal
rules-dicewars-goal = Every area belongs to somebody and holds one to eight dice. Whoever takes all areas wins.
rules-dicewars-attack-title = Attacking
rules-dicewars-attack = On your turn attack as often as you like, from an area with two or more dice to a neighbouring area of another player. Both sides roll all dice of their area; the higher sum wins, and the attacked area holds on equal sums.
rules-dicewars-after-title = After the roll
rules-dicewars-after = If the attacker wins, all dice but one move into the captured area. If the attacker loses, one die is left there, and the other side loses none.
rules-dicewars-dice-title = New dice
rules-dicewars-dice = When you end your turn you get a die for each area of your largest region. They are placed on your areas at random, up to eight on one.
rules-dicewars-reserve-title = Reserve
rules-dicewars-reserve = Dice that do not fit are kept in reserve for later turns, at most 64.
rules-dicewars-many-title = Two to eight players
rules-dicewars-many = Turns go around in the order of the list. A player without areas is out. If nobody attacks for eight rounds, the game is a draw between the remaining players.

## Colonizers

game-colonizers = Colonizers
game-colonizers-about = Pick a colonist in secret, draw modules, and build the most valuable colony. Others do not see your cards.
param-colonizers-bonus = Points for a full colony
param-colonizers-cap = Moves until a draw
why-chance-to-act = Cards are being dealt.
why-not-chance = That is a chance event, not a player's move.
why-not-next-in-deck = That is not the next card of the deck.
why-pick-phase = Pick a colonist first.
why-draw-phase = Take omnium or draw cards first.
why-keep-phase = First choose which of the two cards to keep.
why-power-phase = First use the power of your colonist, or do nothing.
why-build-phase = Now you can only build a module, or build nothing.
why-colonist-gone = You cannot pick this colonist: it is not available.
why-hand-full = Your hand is full: you cannot draw a sixth card.
why-not-offered = This is not one of the two cards you drew.
why-not-own-power = Your colonist does not have this power.
why-own-colonist = This is your own colonist. Name another one.
why-not-in-hand = This module is not in your hand.
why-too-expensive = You cannot afford this module.
agent-name-heuristic = Heuristic
agent-name-so-ismcts = Information-set Monte Carlo
agent-name-so-ismcts-pom = Information-set Monte Carlo, wary
agent-name-mo-ismcts = Multi-observer Monte Carlo
agent-about-heuristic = Follows a few rules of thumb without searching.
agent-name-shrewd = Shrewd
agent-about-shrewd = Follows rules of thumb that count what a turn earns.
agent-about-so-ismcts = Plays out many games in possible worlds and chooses the move that did best (SO-ISMCTS).
agent-about-so-ismcts-pom = The same, but treats moves of others that look alike as chance (SO-ISMCTS+POM).
agent-about-mo-ismcts = The same, but every player decides by what they see themselves (MO-ISMCTS).
param-agent-determinizations = Number of determinizations
param-agent-interest = Points to maximise
word-own = its own
word-seat-order = those of seat 1 first, as published
param-agent-rank = Weight of the final place, 0 to 1
param-agent-reward = Value of the places
word-even = evenly spread
param-agent-seed = Its own seed
param-agent-inference = Infers what others picked
word-heuristic = by rules of thumb
word-published-heuristic = by rules of thumb, as the published program does
word-colonizers-bonus-thesis = 4 for the first, 2 for later ones
word-colonizers-bonus-published-code = 4 for everyone
colonizers-board-label = Colonizers. When there is something to choose, number keys choose, arrow keys go through the choices, Enter takes one, Escape hides the choice to look at the table or shows it again.
colonizers-tip = Everyone picks a colonist in secret. Then take omnium or cards, and build.
colonizers-visionary = Visionary
colonizers-ecologist = Ecologist
colonizers-miner = Miner
colonizers-general = General
colonizers-opportunist = Opportunist
colonizers-spy = Spy
colonizers-visionary-can = Draws a card if there is room in the hand.
colonizers-ecologist-can = Earns 1 omnium for each green module.
colonizers-miner-can = Earns 1 omnium for each blue module.
colonizers-general-can = Earns 1 omnium for each red module.
colonizers-opportunist-can = Steals up to 2 omnium from a colonist.
colonizers-spy-can = Swaps hands with a colonist.
colonizers-oxygen-generator = Oxygen generator
colonizers-water-reservoir = Water reservoir
colonizers-hydroponics-facility = Hydroponics facility
colonizers-eco-dome = Eco-dome
colonizers-marketplace = Marketplace
colonizers-warehouse = Warehouse
colonizers-quarry = Quarry
colonizers-purification-plant = Omnium purification plant
colonizers-garrison = Garrison
colonizers-barracks = Barracks
colonizers-military-academy = Military academy
colonizers-defense-system = Planetary defense system
colonizers-housing-unit = Housing unit
colonizers-spaceport = Spaceport
colonizers-research-lab = Research lab
colonizers-mass-relay = Mass relay
colonizers-colour-green = green
colonizers-colour-blue = blue
colonizers-colour-red = red
colonizers-colour-plain = without colour
colonizers-module = { $name }, { $colour }, costs { $cost }, worth { $value }
colonizers-unknown-card = Unknown card
colonizers-omnium = Omnium
colonizers-points = Points
colonizers-none-yet = No colonist yet
colonizers-is = Colonist: { $colonist }
colonizers-is-hidden = Colonist: { $colonist }, hidden from others
colonizers-must-be = Can only be the { $colonist }
colonizers-may-be = May be: { $colonists }
colonizers-area = { $who }: points { $points }, omnium { $omnium }, modules { $built } of { $of }, cards { $cards }
colonizers-has = omnium: { $omnium }, points: { $points }, modules: { $built } of { $of }, cards: { $cards }
colonizers-colony = Colony: { $built } of { $of }
colonizers-hand = Hand: { $cards } of { $of }
colonizers-deck =
    { $count ->
        [one] { $count } card in the deck
       *[other] { $count } cards in the deck
    }
colonizers-bottom = At the bottom of the deck, the next one first:
colonizers-gone = Out of play:
colonizers-out-now = Out:
colonizers-removed = One of these was removed this round: { $colonists }
colonizers-phase-remove = A new round begins
colonizers-phase-pick = Picking a colonist: { $who }
colonizers-phase-draw = Omnium or cards: { $who }
colonizers-phase-deal = A card is dealt: { $who }
colonizers-phase-keep = Keeping one of two cards: { $who }
colonizers-phase-power = Power of the colonist: { $who }
colonizers-phase-build = Building: { $who }
colonizers-phase-full = The game is over
colonizers-phase-empty = The deck ran out: a draw
colonizers-choose-pick = Pick your colonist for this round
colonizers-choose-draw = Take omnium, or draw cards
colonizers-choose-keep = Choose the card to keep. The other one goes under the deck.
colonizers-choose-power = { $power } From whom?
colonizers-choose-build = Build a module that has a hammer
colonizers-choose-no-build = You cannot afford any module
colonizers-hide-choice = Look at the table
colonizers-show-choice = Show the choice
colonizers-pick-it = { $colonist }. { $ability }
colonizers-target = { $colonist }: { $who }
colonizers-surely = it is { $who }
colonizers-perhaps = perhaps { $who }
colonizers-nobody = nobody
colonizers-keep-it = Keep: { $module }
colonizers-build-it = Build: { $module }
colonizers-take-omnium = 2 omnium
colonizers-take-omnium-about = to build with
colonizers-take-cards = 2 cards
colonizers-take-cards-about = of which you keep one
colonizers-hand-full = Your hand is full
colonizers-do-nothing = Do nothing
colonizers-build-nothing = Build nothing
colonizers-final = Final scores
colonizers-place = Place
colonizers-player = Player
colonizers-modules = Modules
colonizers-worth = Worth
colonizers-bonus = Bonus
colonizers-change-revealed = is the { $colonist }
colonizers-change-omnium = omnium { $count }
colonizers-change-cards = cards { $count }
colonizers-change-built = built { $module }
colonizers-label-remove = out: { $what }
colonizers-label-deal = dealt: { $what }
colonizers-label-pick = pick: { $what }
colonizers-label-omnium = 2 omnium
colonizers-label-cards = 2 cards
colonizers-label-keep = keep: { $what }
colonizers-label-steal = steal: { $what }
colonizers-label-swap = swap: { $what }
colonizers-label-build = build: { $what }
colonizers-label-pass = do nothing
colonizers-says-remove =
    { $what ->
        [none] A colonist is removed for this round
       *[other] Removed for this round: { $what }
    }
colonizers-says-deal =
    { $what ->
        [none] A card is dealt
       *[other] A card is dealt: { $what }
    }
colonizers-says-pick =
    { $you ->
        [yes] You pick the { $what }
       *[no]
            { $what ->
                [none] { $who } picks a colonist
               *[other] { $who } picks the { $what }
            }
    }
colonizers-says-omnium =
    { $you ->
        [yes] You take 2 omnium
       *[no] { $who } takes 2 omnium
    }
colonizers-says-cards =
    { $you ->
        [yes] You draw 2 cards
       *[no] { $who } draws 2 cards
    }
colonizers-says-keep =
    { $you ->
        [yes] You keep: { $what }
       *[no]
            { $what ->
                [none] { $who } keeps one card
               *[other] { $who } keeps: { $what }
            }
    }
colonizers-says-steal =
    { $you ->
        [yes] You steal from the { $what }
       *[no] { $who } steals from the { $what }
    }
colonizers-says-swap =
    { $you ->
        [yes] You swap hands with the { $what }
       *[no] { $who } swaps hands with the { $what }
    }
colonizers-says-build =
    { $you ->
        [yes] You build: { $what }
       *[no] { $who } builds: { $what }
    }
colonizers-says-pass =
    { $you ->
        [yes] You do nothing
       *[no] { $who } does nothing
    }
learn-colonizers-pick-title = Pick a colonist
learn-colonizers-pick = Each round everyone picks a colonist in secret. You have three green modules in your colony: pick the Ecologist, who earns from them.
learn-colonizers-pick-done = The others see only a question mark. One colonist is secretly removed every round, so not all six are in play.
learn-colonizers-omnium-title = Take omnium
learn-colonizers-omnium = Omnium pays for modules. You are the Miner: take 2 omnium.
learn-colonizers-omnium-done = Your colonist is revealed and earns first: 1 for each of your blue modules. Then you get the two you took.
learn-colonizers-keep-title = Draw cards
learn-colonizers-keep = Instead you may draw two cards and keep one. The number on top is the cost, the one below the points. Keep the one with more points.
learn-colonizers-keep-done = The other card went under the deck, unseen by the others. A hand holds five cards.
learn-colonizers-power-title = Guess and steal
learn-colonizers-power = You are the Opportunist. Under each colonist you see who may have it. The second player has six omnium and builds blue: name the Miner.
learn-colonizers-power-done = You guessed right: two omnium are yours, and everyone knows that colonist now. If nobody had been the Miner, nothing would have happened.
learn-colonizers-build-title = Build
learn-colonizers-build = Modules you can afford have a hammer. Build the Spaceport.
learn-colonizers-build-done = It costs 4 omnium and is worth 5 points. You may build one module per turn.
learn-colonizers-eight-title = Eight modules
learn-colonizers-eight = You have seven modules. Build the eighth.
learn-colonizers-eight-done = The first full colony gets 4 extra points. The others finish this round, then the most points win.
rules-colonizers-goal-title = Goal
rules-colonizers-goal = Four players build modules in their colonies, which have eight places each. When somebody has eight modules the game ends after that round, and the most points win. On equal points the earlier seat wins.
rules-colonizers-pick-title = Picking a colonist
rules-colonizers-pick = At the start of a round one of six colonists is secretly removed. Then everyone in turn picks one of those left, in secret. Whoever picks first knows what the others can have.
rules-colonizers-draw-title = Omnium or cards
rules-colonizers-draw = Then everyone takes a turn. It starts with two omnium or two cards; with five cards in hand, only omnium. This reveals the colonist.
rules-colonizers-keep-title = Keeping one
rules-colonizers-keep = Of the two cards drawn one is kept, the other goes under the deck. If a Visionary's hand has become full, the card kept leaves the game.
rules-colonizers-earn-title = Colonists that earn
rules-colonizers-earn = Before you take anything, the Visionary draws a card, and the Ecologist, the Miner and the General earn 1 omnium for each green, blue or red module in their colony. Green has a solid border, blue a dashed, red a dotted, and no colour a double one.
rules-colonizers-power-title = Colonists with a power
rules-colonizers-power = The Opportunist names a colonist and takes up to two omnium from whoever has it. The Spy swaps hands with whoever has the one named. If nobody has it, nothing happens.
rules-colonizers-build-title = Building
rules-colonizers-build = At the end of your turn you may build one module from your hand if you can pay its cost, the upper number. Its points are the lower number.
rules-colonizers-modules-title = The modules
rules-colonizers-modules = The deck has { $count } cards.
rules-colonizers-module = Module
rules-colonizers-colour = Colour
rules-colonizers-cost = Cost
rules-colonizers-value = Points
rules-colonizers-copies = Cards
rules-colonizers-end-title = The end
rules-colonizers-end = The first to fill a colony gets 4 extra points, anyone else who fills one in the same round gets 2. If somebody draws and the deck has too few cards, the game ends in a draw without points.
## Sector 66

game-sector66 = Sector 66
game-sector66-about = Quoridor with spells, special fields and boards of your own.
param-sector66-template = Board
param-sector66-players = Players
param-sector66-walls = Walls per player
param-sector66-walls1 = Walls of player 1
param-sector66-walls2 = Walls of player 2
param-sector66-walls3 = Walls of player 3
param-sector66-walls4 = Walls of player 4
param-sector66-spells = Spells per player
agent-name-sector66-mcts = Tree with a score
agent-about-sector66-mcts = Grows a search tree and evaluates positions by turns to go, walls and spells (Sector66-MCTS).
why-not-legal = { $move } is not possible here.
why-must-pass = This turn you can only pass.
why-no-target = The spell cannot be cast there.
why-spell-not-held = You do not hold this spell.
why-field-closed = The pawn cannot enter the field { $move }.
why-wall-disabled = No wall can be built at { $move }.
why-wall-guarded = The wall { $move } is guarded.
why-chance-decides = Wait for the chance event.

## Sector 66 on the page

problem-bad-template = This board cannot be saved: { $reason }
why-template-name = Names of boards have lower-case letters, digits and hyphens, and start with a letter.
why-template-shipped = This board is part of the program. Choose another name.
why-template-many = This server has too many boards. Remove some.
problem-content-changed = This game cannot continue: the rules, the board or a plug-in have changed since it started. { $reason }
problem-check-running = A plug-in is already being checked. Wait until that is done.
sector66-board-label = Sector 66. Arrow keys move the cursor over fields and grooves, Enter plays, h and v turn a wall, Home goes to your pawn. 1 to 4 choose a spell, n goes to its next target, Escape puts it back.
sector66-tip = Reach a field framed in your colour: step to a dot, build a wall in a groove, or cast a spell you have picked up.
sector66-stepped =
    { $you ->
        [yes] You step to { $to }
       *[no] { $who } steps to { $to }
    }
sector66-cast =
    { $you ->
        [yes] You cast { $spell }
       *[no] { $who } casts { $spell }
    } { $kind ->
        [pawn] on the pawn of player { $place }
        [wall] on the wall { $place }
       *[field] on { $place }
    }
sector66-rolled = Chance decides: { $number }
sector66-rolled-for = { $what }: chance decides { $number }
sector66-moved =
    { $you ->
        [yes] { $what } moved you from { $from } to { $to }
       *[no] { $what } moved { $who } from { $from } to { $to }
    }
sector66-roll = chance: { $number }
sector66-rolling = Chance decides between { $sides } possibilities
sector66-skips =
    { $count ->
        [one] misses a turn
       *[other] misses { $count } turns
    }
sector66-hand = Spells in hand
sector66-no-spells = No spells in hand: step on one to pick it up.
sector66-choose-target = Choose a marked target.
sector66-point = Point at a field to see what it does.
sector66-cursor-field =
    { $place }{ $things ->
        [none] { "" }
       *[other] , { $things }
    }{ $may ->
        [yes] , you can go there
       *[no] { "" }
    }
sector66-cursor-pawn =
    { $place }, pawn of { $who }{ $things ->
        [none] { "" }
       *[other] , { $things }
    }
sector66-cursor-disabled = No wall can be built at { $place }
sector66-cursor-target =
    { $place }{ $who ->
        [nobody] { "" }
       *[other] , pawn of { $who }
    }{ $may ->
        [yes] , a target of the spell
       *[no] , not a target
    }
param-sector66-only = Only these spells
sector66-walls-of = Walls of player { $number }
sector66-walls-limits = This board allows { $least } to { $most } walls per player.
sector66-spells = Spells
sector66-variant =
    { $board }, { $players ->
        [one] { $players } player
       *[other] { $players } players
    }
sector66-forced = always included
sector66-spells-limits = This board allows { $least } to { $most } per player.
sector66-spells-off = No spells in this game.
sector66-spells-about =
    { $count ->
        [one] { $count } spell lies on the board at the start, placed fairly.
       *[other] { $count } spells lie on the board at the start, placed fairly.
    }
sector66-spells-none = There are no spells on this board.
template-classic = Classic Quoridor
template-classic-about = Quoridor as it is played everywhere, for two or four.
template-duel = Small duel
template-duel-about = Six fields apart, three walls each: over in minutes.
template-everything = Everything
template-everything-about = Every shipped plug-in, on one board.
template-labyrinth = Labyrinth
template-labyrinth-about = Walls stand from the start, and some gaps can never be closed.
template-rink = Ice rink
template-rink-about = A frozen middle; freeze more of it, or step twice.
template-thesis = Stun and teleport
template-thesis-about = A forbidden middle, stun and teleport to be picked up; for two or four.
template-trio = Three sides
template-trio-about = For three: from the bottom, the left and the right, each to the opposite side.

## The template editor

editor = Board editor
editor-open = Edit this board
editor-load = Load a board…
editor-new = New
editor-undo = Undo
editor-redo = Redo
editor-walls = Walls
editor-wall-build = Build
editor-wall-disable = Disable
editor-wall-clear = Clear
editor-fields = Fields
editor-field-ordinary = Ordinary
editor-places = Players
editor-player = { $number }: { $name }
editor-place-add = + another place
editor-place-remove = Remove { $name }
editor-place-what = What to choose on the board
editor-wish-start = Start
editor-wish-row = Target: row
editor-wish-column = Target: column
editor-wish-field = Target: field
editor-how-walls = Click a groove. Built walls stand from the start; where a wall is disabled none can ever be built.
editor-how-fields = Click fields to make them of this kind; click again to make them ordinary.
editor-how-places = Click where the player starts, or which row, column or field wins. Clicking a target again removes it.
editor-board-label = The board being edited. Arrow keys move the cursor, Enter does what is chosen above, h and v turn a wall.
editor-cursor-field =
    { $place }{ $kind ->
        [none] { "" }
       *[other] , { $kind }
    }{ $starts ->
        [none] { "" }
       *[other] , start of { $starts }
    }{ $goals ->
        [none] { "" }
       *[other] , target of { $goals }
    }
editor-cursor-wall =
    { $direction ->
        [h] Horizontal wall { $place }
       *[v] Vertical wall { $place }
    }{ $state ->
        [built] , built
        [disabled] , disabled
       *[free] { "" }
    }
editor-name = Name
editor-description = Description
editor-checking = Checking…
editor-right = This board can be played.
editor-wrong =
    { $count ->
        [one] One problem is left; it is shown where it belongs.
       *[other] { $count } problems are left; they are shown where they belong.
    }
editor-try = Try it now
editor-download = Save as a file
editor-upload = Open a file
editor-file = Name on the server
editor-save = Save
editor-remove = Remove
editor-saved = Saved as { $name }.
editor-play = Play this board
editor-replaces = The server already has a board { $name }. Replace it?
editor-replace = Replace it
editor-replace-not = Keep it
editor-not-here = Only the operator of this server can save boards here. You can save the board as a file instead.
editor-counts = Numbers of players
editor-count = For { $count } players
editor-turn = Turn { $number }
editor-walls-least = Walls, minimum
editor-walls-most = Walls, maximum
editor-walls-usual = Walls, default
editor-spell = Spell
editor-allowed = Allowed
editor-forced = Forced
editor-allow = Allow { $name }
editor-force = Force { $name }
editor-spells-least = Each, minimum
editor-spells-most = Each, maximum
editor-spells-usual = Each, default
editor-no-spells = No spells
editor-spells-about = If no spell is allowed, there are none in the game.
editor-text = The file

## Problems of a template

flaw-empty = This is empty. Enter a text.
flaw-one-line = The name must be one line of text.
flaw-plugin-twice = This is the plug-in { $other } by another name. Keep one of them.
flaw-plugin-name = Names of plug-ins are lower case letters, digits and hyphens.
flaw-plugin-taken = “{ $name }” reads as a move or a place on the board. Choose another name.
flaw-plugin-unnamed = “{ $name }” is not in [plugins]. Add it there with its UUID.
flaw-plugin-missing = No plug-in with the UUID { $uuid } is installed. Put its folder into plugins, or correct the UUID.
flaw-plugin-fails = The plug-in cannot be loaded: { $reason }
flaw-no-seats = No number of players is allowed. Choose at least one.
flaw-no-field = “{ $text }” is not a field. Fields are a1 to i9.
flaw-no-row = “{ $text }” is not a row. Rows are 1 to 9.
flaw-no-column = “{ $text }” is not a column. Columns are a to i.
flaw-no-target = There is no target field. Choose a row, a column or single fields.
flaw-limits = The numbers must be in order: minimum, default, maximum, and none above { $most }.
flaw-player-count = Games are for 2, 3 or 4 players.
flaw-place-count = { $given } places for { $players } players: choose one for each.
flaw-no-place = There is no place “{ $name }”. Add it or choose another.
flaw-no-wall = “{ $text }” is not a wall. Walls are written like e3h or e3v.
flaw-wall-overlaps = The wall { $text } overlaps or crosses another. Remove one.
flaw-wall-both = The wall { $text } is built and disabled. Choose one of the two.
flaw-field-twice = { $text } already has a kind. Remove one.
flaw-fewer-than-forced =
    { $count ->
        [one] One spell is forced, so this must be at least 1.
       *[other] { $count } spells are forced, so this must be at least { $count }.
    }
flaw-no-spell-allowed = No spell is allowed. Allow some, or set the maximum to 0.
flaw-spell-as-field = This plug-in is a spell, not a field.
flaw-field-as-spell = “{ $name }” is a field, not a spell.
flaw-same-start = { $one } and { $other } start on the same field with { $count } players. Give one of them another start.
flaw-wins-at-once = The player would win before the first move. Choose a start that is not a target.
flaw-cannot-stand = Nobody can enter the field the player starts on. Move the start or change the field.
flaw-cannot-reach = The player cannot reach the target with { $count } players. Remove walls or fields in the way.
flaw-spells-unfair = With { $count } players, { $most } spells each cannot be placed fairly. Allow fewer, or move starts, targets and walls.
flaw-unplayable = No game can be played on this board: { $reason }
flaw-unknown-key = This key is unknown. Allowed here: { $known }.
flaw-missing-key = This key is missing. Add: { $advice }
flaw-wrong-kind =
    { $text } is not { $kind ->
        [text] text in quotes
        [texts] a list of texts in quotes
        [text-or-texts] text in quotes, or a list of texts in quotes
        [word] one of the allowed words
        [words] a list of allowed words
        [number] a whole number from 0 to 255
        [pair] two numbers
       *[table] a table
    }. Write: { $advice }
flaw-not-toml = The file is not TOML: { $reason }

## Plug-ins

plugins = Plug-ins
plugins-lead = Special fields and spells for Sector 66. They run in a sandbox and can change nothing but the game.
plugin-kind = Show
plugin-show-all = All
plugin-show-field = Fields
plugin-show-spell = Spells
plugin-field = Special field
plugin-spell = Spell
plugin-version = version { $version }
plugin-shipped = part of Ludorum
plugin-own = added on this server
plugin-cast = Cast on: { $targets }.
plugin-cast-field = fields
plugin-cast-pawn = pawns
plugin-cast-built = standing walls
plugin-cast-unbuilt = free places for walls
plugin-range =
    { $count ->
        [one] Only from an adjacent field.
       *[other] From up to { $count } fields away.
    }
plugin-check = Check
plugin-checking = Checking…
plugin-well = No problems found
plugin-unwell = Problems found
plugin-more = Translations and identity
plugin-folder = Folder
plugin-troubles = Plug-ins that cannot be used

## Sector 66: introduction and rules

learn-sector66-pick-title = Pick up a spell
learn-sector66-pick = Spells lie on fields. Step on the one in front of you to pick it up.
learn-sector66-pick-done = The spell is in your hand now. You can hold four; a fifth stays where it is.
learn-sector66-stun-title = Cast it
learn-sector66-stun = A spell is cast instead of a step or a wall. Choose Stun below the board, then your opponent's marked pawn.
learn-sector66-stun-done = Your opponent misses a turn, and it is your turn again. A spell is gone once it is cast.
learn-sector66-closed-title = Special fields
learn-sector66-closed = Some fields have rules of their own. Try to step on the forbidden field e5.
learn-sector66-closed-done = Nobody may step there. Point at a field to see what it does.
learn-sector66-ice-title = Ice
learn-sector66-ice = Ice carries you on. Step on e4.
learn-sector66-ice-done = You slid over the ice: three fields in one turn.
learn-sector66-breach-title = Spells for walls
learn-sector66-breach = Two walls block the way up. Choose Break a wall, then one of the marked walls.
learn-sector66-breach-done = The wall is gone. Spells are cast on fields, pawns or walls, as each one says.
learn-sector66-disabled-title = No walls here
learn-sector66-disabled = In some places no wall can ever be built; they are marked with a cross. Try to build the wall c4h.
learn-sector66-disabled-done = It is refused. Such gaps stay open for the whole game.
learn-sector66-win-title = Win
learn-sector66-win = Walls block the last step, but Teleport goes to any free field around. Win with it.
learn-sector66-win-done = You stand on a field framed in your colour: you win.
rules-sector66-goal-title = Goal
rules-sector66-goal = Whoever first stands on a field framed in their colour wins. The board says where everyone starts and has to go: a row, a column, or any fields.
rules-sector66-turn-title = A turn
rules-sector66-turn = A turn is a step, a wall or a spell. Steps, jumps and walls are those of Quoridor.
rules-sector66-spells-title = Spells
rules-sector66-spells = Spells lie on the board from the start, placed fairly: for every spell there is an equal one at the same distance from each other player. Step on a spell to pick it up.
rules-sector66-fields-title = Special fields
rules-sector66-fields = Forbidden fields, ice that slides, one-way fields, trapdoors, swamps, fields that crumble: each looks and acts as its plug-in says.
rules-sector66-walls-title = Walls
rules-sector66-walls = Some walls stand from the start, some places never get one. A wall must leave everyone a path; paths by spells do not count.
rules-sector66-effects-title = Lasting effects
rules-sector66-effects = Two bars beside a pawn mean that it misses a turn. A small picture beside a pawn or on a wall means that a spell is still in effect there.
rules-sector66-many-title = Two, three or four
rules-sector66-many = The board says for how many players it is and how many walls they have. You can make your own boards in the board editor.
