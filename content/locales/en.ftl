### The words of Ludorum. A translation is a copy of this file with the same names before the = signs.

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
missing = Nothing here
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
reconnecting = The connection is lost. Trying again…
unsent-kept = No connection. Your move is kept and will be played as soon as there is one.
unsent-late = Your move came too late: the game has gone on.
unsent-refused = No connection. Try again when there is one.
try-again = Try again
all = All
number-wanted = A whole number from { $least } to { $most }, please.
number-wanted-real = A number from { $least } to { $most }, please.
more = More
more-pages = More

## Home

home-title = Sit down and play
home-lead = Choose a game and play at once: against the computer, with somebody beside you, or with friends elsewhere.
continue = Go on playing
continue-forget = Take { $game } off this list
continue-forget-tip = Take it off this list; the table itself stays
games = Games
play-game = Play { $game }
play-now = Play
choose-more = More choices
how-to-play = How to play
how-to-play-game = How to play { $game }
to-lobby = Find a table
with-friends = With friends
with-friends-about = Open a table and send a link, or sit down at one that waits for players.
level-in = Level in { $game }
level-0 = Easy
level-1 = Medium
level-2 = Hard
level-3 = Best

## What is hidden, and who watches

hidden-things = What is hidden
hidden-stays = Everyone sees only what their seat may know
hidden-revealed = Everyone sees everything: for study
revealed = Revealed
revealed-about = Everyone at this table sees what is hidden.
watched-by =
    { $count ->
        [one] { $count } person watches
       *[other] { $count } people watch
    }

## Several people at one screen

curtain-title = Hand the screen to { $who }
curtain-about = Everything hidden is covered. Lift the curtain when only { $who } can see the screen.
curtain-lift = I am { $who }
curtain-lift-tip = Shows what { $who } may know, and nothing of the others
side-group = Whose side is shown
side-of = You see what { $who } sees.
side-nobody = You see what everyone may know.
side-cover = Cover
side-cover-tip = Covers what is hidden, until somebody here looks again
side-show = Show { $who }
at-this-screen = (at this screen)

## Computers among themselves

watch-all = All seats to computers
watch-all-tip = Lets computers play every seat, and you watch
watch-about = Only computers play. You watch, as fast as you like, and may stop at any move.
watch-start = Start and watch
watch-title = Computers play
watch-running = Computers play
watch-pause = Pause
watch-pause-tip = Stops the game after the move that is being thought about
watch-go-on = Go on
watch-go-on-tip = Lets the computers play on
watch-step = One move
watch-step-tip = Lets the next computer make its move, and stops
watch-paused = Paused. Next: { $who }
watch-pace-2000 = slow
watch-pace-800 = normal
watch-pace-250 = fast
watch-pace-0 = at once
watch-review = Review the game
watch-again = Another game
watch-again-tip = The same computers play again
watch-host-decides = { $who } decides how fast they play.

## What buttons do

tip-agree = Lets them take the move back
tip-refuse = The move stays
tip-as-it-comes = Sets everything on this page as it was at first
tip-choose-more = Variants, seats, clocks and more
tip-colonizers-hide-choice = Puts the choice aside to look at the table (Escape)
tip-colonizers-show-choice = Brings back what is to be chosen (Escape)
tip-colonizers-do-nothing = Does not use the power
tip-colonizers-build-nothing = Ends the turn without building
tip-copy = Copies the link
tip-copied = The link was copied; copies it again
tip-dicewars-end-turn = Ends your turn; new dice come to your areas
tip-editor-download = Saves the board as a file on your computer
tip-editor-field-ordinary = Makes squares ordinary again
tip-editor-new = Begins with an empty board
tip-editor-no-spells = No spells lie on this board
tip-editor-place-add = Adds a place for one more player
tip-editor-place-remove = Removes it from the board
tip-editor-player = Shows and changes where this player starts and wants to get
tip-editor-redo = Does again what was undone
tip-editor-undo = Takes the last change back
tip-editor-remove = Deletes this board from the server
tip-editor-replace = Writes over the board of that name
tip-editor-replace-not = Keeps the board that is there
tip-editor-save = Saves the board on the server, for everyone
tip-editor-try = Starts a game on this board at once
tip-editor-upload = Opens a board from a file of yours
tip-editor-wall-build = A click on a groove builds a wall
tip-editor-wall-disable = A click on a groove forbids walls there
tip-editor-wall-clear = A click on a groove makes it free again
tip-editor-wish-start = A click chooses the square where this player starts
tip-editor-wish-row = A click makes the whole row a target of this player
tip-editor-wish-column = A click makes the whole column a target of this player
tip-editor-wish-field = A click makes the square a target of this player
tip-play-move = Plays this move
tip-enter = Comes to the table with this password
tip-fill-with-agent = A computer takes this seat
tip-go-on = Nothing is given up
tip-hint = A strong computer says what it would play
tip-home = To the page with all games
tip-i-am-ready = Tells the host that you may begin
tip-not-ready-yet = Tells the host to wait for you
tip-installed-add-file = Adds a program of one file
tip-installed-add-folder = Adds a program with all files of a folder
tip-installed-remove = Removes this program from the server
tip-installed-replace = Puts the new program in the place of the old one
tip-installed-keep = Does not add the new program
tip-join = Takes a seat at this table
tip-watch = Looks on without a seat
tip-learn-again = Begins the lesson again
tip-learn-back = Back to the step before
tip-learn-next = On to the next step
tip-learn-skip = Goes on without doing this step
tip-learn-play = Sets up a game of your own
tip-leave = Gives up your seat at this table
tip-match-end = Ends the match; what was played is kept
tip-match-start = Lets these computers play against each other
tip-more-pages = Shows all other pages
tip-new-game = Sets up another game
tip-open-table = Opens a table where others can sit down
tip-start = Begins the game
tip-watch-start = Begins the game; computers play, and you watch
tip-watch-review = Goes through the game move by move, with analysis
tip-play-now = Begins a game at once
tip-plugin-check = Plays games to see whether the plug-in keeps the rules
tip-plugin-checking = The check is running
tip-plugin-show-all = Shows everything
tip-plugin-show-field = Shows kinds of squares only
tip-plugin-show-spell = Shows spells only
tip-rematch = The same players play once more
tip-rematch-asked = The others have not answered yet
tip-replay-choose-file = Opens a game that was saved as a file
tip-replay-open = Opens the game in the field above
tip-replay-study = Goes through the game move by move, with analysis
tip-resign = Gives up the game; you are asked once more
tip-resign-sure = Gives up the game now
tip-leave-sure = Leaves the table now
tip-run-by-save = Saves how such files are run
tip-save-record = Saves the game as a file on your computer
tip-seat-free = Sends whoever sits here away from the seat
tip-sit-down = Takes the chosen seat
tip-skip-to-my-turn = Shows all moves until your turn at once
tip-skip-to-now = Shows the game as it is now
tip-sound = A short sound with every move
tip-thoughts = Shows on the board what computers consider
tip-ways = Shows the shortest way of every player
tip-study-analyse-all = Judges every move of the game; that takes a while
tip-study-tree = Have the agent search this position, and see everything it looked at
tip-tree-choose-file = Open a file saved by ludorum analyse --save-tree
tip-tree-follow = Open the moves the search tried most often, one after the other
tip-study-analyse-here = Judges this position
tip-study-another = Back to the choice of games
tip-study-back = Back to the moves of the game
tip-study-copy-link = Copies a link that holds the whole game
tip-study-copy-moves = Copies all moves as text
tip-study-copy-position = Copies this position as text
tip-study-pause = Stops at this move
tip-study-play = Plays the game from here, move by move
tip-study-stop = Stops the analysis
tip-study-play-move = Plays this move, to see what comes of it
tip-show-after = Shows the position after this move
tip-to-lobby = Shows tables that wait for players
tip-to-now = Shows the game as it is now
tip-translate-new = Begins a translation of your own
tip-translate-open = Opens a translation from a file of yours
tip-translate-save = Saves the translation as a file on your computer
tip-translate-save-here = Writes the translation into the folder locales of this server
tip-translate-edit = Go on with this translation here
tip-translate-remove = Takes the file away from the server
tip-translate-go-on = Back to the table of messages; the translation stays on
tip-translate-end = The page speaks the language it spoke before
tip-description = Everyone reads it in the lobby and here
tip-description-save = Everyone at the table sees the new description
tip-description-cancel = The description stays as it was
tip-table-rules = Changes what can be chosen of this game, such as walls and spells; then everyone has to be ready again
tip-table-rules-save = Everyone at the table sees the new rules, and has to be ready again
tip-table-rules-cancel = The rules stay as they were
tip-try-again = Asks the server again
tip-undo = Takes your last move back
tip-ask-undo = Asks the others whether you may take your last move back
tip-undo-waits = The others have not answered yet
tip-yinsh-pass = No ring can move

## Games

game = Game
game-quoridor = Quoridor
game-quoridor-about = Reach the other side first, and build walls in the way of the others.
game-tictactoe = Tic-tac-toe
game-tictactoe-about = Three in a row. Small, quick, and never won by mistake.
param-quoridor-size = Size of the board
param-quoridor-walls = Walls for each player
param-quoridor-players = Players
param-quoridor-notation = Names of walls
param-agent-level = Level, 1 to 10
param-agent-time = Time for a move
param-agent-threads = Threads
param-agent-depth = Moves looked ahead
param-agent-nodes = Positions for a move
param-agent-iterations = Rounds of search for a move
param-agent-memory = Memory in MiB
param-agent-eval = How positions are judged
param-agent-pruning = Leaving out lines at chance
param-agent-samples = Events drawn by lot
param-agent-c = Curiosity
param-agent-playout = How games are played out
param-agent-epsilon = Share of random moves, 0 to 1
param-agent-playout-depth = Moves of a playout
param-agent-playouts = Playouts for a position
param-agent-fpu = Worth of moves not tried yet, 0 to 1
param-agent-final = The move played in the end
param-agent-reuse = Keeps what it found out
param-agent-bias = Weight of what it knows of the game
param-agent-widening = Breadth of the search, 0 to 1
param-agent-table = Memory of positions in MiB
param-agent-quiescence = Moves added where it is not quiet
param-agent-add-chance = Chance to try a new move, 0 to 1
param-agent-exploration = Exploration
param-agent-cast-chance = Chance that the move it adds to its tree is a spell, 0 to 1
param-agent-wall-chance = Chance that the move it adds to its tree is a wall, 0 to 1
param-agent-wall-value = Worth of a wall in hand
param-agent-spell-value = Worth of a spell in hand
param-agent-score-growth = How fast the score grows
param-agent-own-weight = Weight of its own score against the best of the others, -100 to 100
param-agent-save-tree = Keeps its tree to be looked at
param-agent-value = How new positions are judged
time-example = A number and a unit: 500ms, 1.5s, 2m
by-itself = by itself
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
word-race = who is nearer
word-none = not at all
word-lines = open lines
word-star1 = by bounds
word-star2 = by bounds and a first look
word-first = the first listed
word-random = at random
word-greedy = greedily
word-egreedy = greedily, sometimes at random
word-expectimax = by a short search
word-semirandom = semi-randomly
word-astar = by the shortest way
word-visits = the one tried most
word-value = the one of most worth

## New game

players = Players
your-name = Your name
you-name = You
guest-name = Guest
table-plain = Friendly table
fill-with-agent = Let the computer sit here
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
agent-about-random = Any move, each as likely as the others.
agent-about-greedy = The move after which the position looks best.
agent-about-semirandom = Draws one of the moves that cannot be undone (in Quoridor: every wall) and one good step, each equally likely.
agent-about-astar = Walks the shortest way and builds nothing.
agent-about-expectimax = Looks at every line a few moves ahead and weighs chance by its odds.
agent-about-mcts = Plays many games in its mind and chooses what went best.
agent-about-minimax = Looks at every line a few moves ahead.
agent-about-alphabeta = Looks at every line that can matter, a few moves ahead.
agent-about-parallel-alphabeta = Alpha-beta that shares its work among threads.
agent-about-maxn = Looks a few moves ahead; each player thinks of themselves.
agent-about-pvs = Looks as far ahead as it can, remembers what it saw, tries good moves first.
agent-about-champion = The strongest there is; its levels go from a beginner's 1 to 10.
name = Name
colour = Colour
colour-choose = Choose your colour
colour-of = Colour of { $who }
colour-number = Colour { $number }
table-of = Table of { $name }
table-name = Name of the table
table-description = What others should know (optional)
table-description-example = Beginners are welcome; we play slowly.
table-description-write = Write a description
table-description-change = Change the description
table-description-save = Save the description
table-description-cancel = Leave it as it is
table-rules-change = Change the rules
table-rules-save = Change them
player-number = Player { $number }
seat-number = Seat { $number }
seat-me = Me
seat-here = Another person here
seat-elsewhere = Somebody elsewhere
seat-agent = Computer
agent-own-name = Its name, if you like
agent-own-name-tip = Gives this computer a name; without one it is called by what it is
seat-open = Open seat
seat-free = Free the seat
seat-move = Sit here
seat-move-tip = Move to this seat
seat = Seat
agent-params = All parameters
network = Playing over the network
password = Password
password-optional = Password, if there shall be one
listed = Show the table in the lobby
allow-spectators = Others may watch
substitute = If somebody leaves, the computer plays on for them
allow-hints = Hints are allowed
hints-between-people = Between people hints are off unless everyone agrees: whoever sits down sees whether they are allowed.
hints-agreed = Hints are allowed at this table. Whoever is ready agrees to that.
clock-minutes = Minutes for each player, 0 for no clock
clock-increment = Seconds added with each move
seed = Seed
seed-random = by chance
seed-about = With the same seed the same moves bring the same game, chance and computers included. Everyone at the table sees it.
show-thinking = What computers think is shown
open-table = Open a table
start = Start

## Lobby

filter = Filter
search = Search
phase = State
phase-open = Waiting for players
phase-playing = Being played
phase-over = Finished
tables-found =
    { $count ->
        [0] No table fits.
        [one] { $count } table
       *[other] { $count } tables
    }
tables-loading = The server has just started: { $done } of { $total } tables are loaded.
lobby-empty = Open one and send the link to a friend, or let somebody find you here.
host-is = host: { $who }
with-password = with a password
join = Join
watch = Watch

## At a table

table-locked = This table has a password
table-locked-text = Ask whoever sent you here for it.
enter = Enter
sit-down = Sit down
bring-somebody = Add somebody at this screen
bring-somebody-tip = Another person who plays here beside you
about-game = What is played
about-walls = Walls
about-walls-each = { $count } for each player
about-spells-each = { $count } for each player, laid out at the start
about-clock =
    { $minutes ->
        [one] { $minutes } minute for each player, and { $increment } s for each move
       *[other] { $minutes } minutes for each player, and { $increment } s for each move
    }
all-seats-taken = All seats are taken. You are watching.
that-is-you = (you)
waiting-for = waiting for somebody
ready = ready
not-ready = not ready yet
i-am-ready = I am ready
not-ready-yet = Not ready after all
start-when-ready = The host starts the game when all seats are taken and ready.
start-when-others-ready = Send the link to a friend, or let the computer sit down. You can start when all seats are taken and the others are ready.
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
        [resignation] You won: the others gave up
        [time] You won on time
       *[rules] You won!
    }
you-lost =
    { $by ->
        [resignation] You gave up. { $who } won
        [time] Your time is over. { $who } won
       *[rules] { $who } won
    }
you-dropped-out = You are out of the game, in place { $place }. You can watch the others.
you-dropped-out-over = You dropped out in place { $place }. { $who } won
somebody-won =
    { $by ->
        [resignation] { $who } won: the others gave up
        [time] { $who } won on time
       *[rules] { $who } won
    }
draw = A draw
thought = { $effort } positions, { $depth } deep
thinks-of = thinks of { $move } · { $effort } positions, { $depth } deep
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
        [one] A move was taken back after chance or cards were seen: this game counts for no level
       *[other] Moves were taken back { $count } times, after chance or cards were seen: this game counts for no level
    }
agree = Agree
refuse = Refuse
hint = Hint
hint-says =
    { $chance ->
        [none] Perhaps { $move }
       *[other] Perhaps { $move }: it promises { $chance }
    }
resign = Resign
resign-sure = Really give up this game?
leave-sure = Really leave? If a computer takes over your seat, you come last among those still playing.
go-on = Play on
rematch = Play again
rematch-asked = Waiting for the others
ways = Paths
sound = Sound
thoughts = Thoughts
moves = Moves
no-moves = No moves yet.
look-back = Look back
looks-back = The position after move { $number }
to-now = Back to the game
step-first = To the beginning
step-back = One move back
step-on = One move on
step-last = To the game as it is
news = What happened
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
        [yes] You gave up
       *[no] { $who } gave up
    }
news-flagged =
    { $you ->
        [yes] You have no time left
       *[no] { $who } has no time left
    }
left-game =
    { $cause ->
        [resigned] { $who } gave up in place { $place }
        [time] { $who } ran out of time in place { $place }
        [failed] { $who } failed in place { $place }
       *[left] { $who } left in place { $place }
    }
news-failed =
    { $agent ->
        [none] { $who } failed and has lost. { $reason }
       *[other] { $who } failed; { $agent } plays on. { $reason }
    }
news-limited-time = { $who } was stopped after { $seconds } s, the most there is for a move here, and plays what looked best by then
news-limited-rebuilding = { $who } could not go through the whole game again in time, and plays on without what it remembered of it
news-halted = The game cannot go on: { $plugin }, { $reason }
game-stopped = The game was stopped: nobody has won
news-cancelled = Cancelled: { $plugin }, { $reason }
news-undo-refused =
    { $you ->
        [yes] You do not want the move taken back
       *[no] { $who } does not want the move taken back
    }
news-undone = Taken back to move { $number }
news-rematch-asked =
    { $you ->
        [yes] You want to play again
       *[no] { $who } wants to play again
    }
save-record = Save the game
share = Invite
share-text = Whoever has this link can come to the table.
share-local = Only this machine can open this address. To play from other machines, stop the server and start it again with “make run LAN=1” (or “ludorum serve --lan”); then open the address it prints.
share-link = Link to the table
share-code = The link as a QR code
copy = Copy
copied = Copied
nothing-to-see = Those who watch see nothing of this game.

## Settings

settings-page = The page
settings-board = The board
text-size = Size of words: { $percent } %
board-colours = Colours of the board
board-wood = Wood
board-slate = Slate
board-sand = Sand
board-clear = Clear
board-clear-about = Black and white, with colours for any colour vision and a shape for each player.
board-size = Size of the board: { $percent } %
patterns = A shape for each player
coordinates = Names of rows and columns
animation = Things move smoothly
sound-moves = Moves can be heard
thoughts-shown = The board shows what computers consider
as-it-comes = All as it was at first
preview = Preview

## Boards, also for screen readers

board-label = { $game }. Arrow keys move the cursor, Enter plays.
quoridor-board-label = Quoridor. Arrow keys move the cursor over squares and grooves, Enter plays, h and v turn a wall, Home leads to your pawn.
quoridor-tip = Reach the side of your colour: step to a dot, or build a wall in a groove.
tictactoe-tip = Three in a row win.
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
why-pawn-stays = The pawn is there already.
why-pawn-there = There is a pawn on { $move }.
why-wall-between = There is a wall between the pawn and { $move }.
why-pawn-too-far = The pawn cannot go to { $move } in one move.
why-no-walls-left = You have no walls left.
why-wall-overlaps = { $move } would lie on another wall.
why-wall-crosses = { $move } would cross another wall.
why-wall-closes-path = { $move } would close the last path of { $who }.
why-no-pass = One may pass only when there is no other move.

## What the server refuses

problem-unreachable = The server cannot be reached. Is it running?
problem-bad-request = The server did not understand: { $reason }
problem-bad-version = This page is older or newer than the server. Load it again.
problem-too-large = That was too large.
problem-not-found = There is nothing at this address.
problem-unknown-table = There is no such table.
problem-unknown-replay = There is no such game.
problem-unknown-seat = The table has no such seat.
problem-no-session = The server does not know you yet. Load the page again.
problem-not-host = Only the host may do this.
problem-not-seated = Only those who sit at the table may do this.
problem-out-of-game = You are out of this game, in place { $place }, and can only watch.
problem-seat-taken = Somebody sits there already.
problem-name-taken = Somebody at the table has that name already.
problem-colour-taken = Somebody at the table has that colour already.
problem-table-full = All seats are taken.
problem-password-needed = The table has a password.
problem-wrong-password = That is not the password.
problem-too-many-tries = Too many wrong passwords. Wait a minute.
problem-too-many-requests = Too fast. Wait a moment.
problem-server-full = The server is full. Try again in a while.
problem-plugin-stopped = The plug-in { $plugin } took too long and was stopped: { $reason }
problem-too-many-tables = { $most } tables are open from your address, and there may be no more. Leave one, or wait until one is archived.
problem-bad-game = This game cannot be played so: { $reason }
problem-bad-agent = This computer player cannot play so: { $reason }
problem-agent-taken = There is a program @{ $name } already.
problem-bad-text =
    { $field ->
        [name] A name is too long, empty, or has characters that may not be there.
        [description] The description is too long or has characters that may not be there.
       *[other] Something is too long or has characters that may not be there: { $field }
    }
problem-wrong-phase =
    { $phase ->
        [open] The game has not started yet.
        [playing] The game is being played.
       *[over] The game is over.
    }
problem-not-ready = Some seats are open or not ready.
problem-not-your-turn = It is not your turn.
problem-illegal-move = { $move } cannot be played: { $reason }
problem-nothing-to-undo = There is nothing to take back.
problem-no-undo-asked = Nobody has asked to take a move back.
problem-not-allowed = The host does not allow this here.
problem-origin-refused = The request came from another site.
problem-host-refused = The server does not go by this name. Start it with --host.
problem-not-stored = It could not be stored, so it has not happened. Try again.
problem-internal = The server failed. Its log says why.

## Studying: what the server refuses

problem-local-only = Nobody may do this here: the server was started so.
problem-operator-only = Only whoever runs this server may do this: open the address that it printed when it started, or send its operator’s token.
problem-bad-translation = This translation cannot be used: { $reason }
why-translation-code = The name of the file is no code of a language, such as de or pt-BR.
why-translation-shipped = { $language } is part of the program. Give your translation a code of its own, such as { $language }-x-own.
why-translation-long = It has more than { $most } KiB.
why-translation-header = The header lacks something: language, author and version must be filled in.
why-translation-label = Language, author and version may have { $most } characters each, in one line.
why-translation-unreadable = The file cannot be read as UTF-8 text.
why-translation-many = There are too many translations at this server.
problem-match-running = A match is being played already.

## Studying: pages

learn = Learn
replay = Replay
tree = Search tree
agents = Agents
translate = Translate

## Replay and analysis

replay-lead = Step through any game, ask an agent what it thinks of it, and try what else could have been played.
replay-own-file = A game of your own
replay-drop = Drop a record (.ludorum) anywhere on this page.
replay-drop-here = Drop the record here
replay-choose-file = Choose a file
replay-paste = Or paste its text
replay-text = Text of the record
replay-open = Open
replay-study = Replay and analyse
replay-finished = Finished games
replay-none = No game has been finished here yet.
replay-bad = This record is not right. Line { $line }: { $reason }
replay-link-broken = the link is not whole
study-another = Another game
study-move-of = after { $at } of { $of } moves
study-chance-acts = Chance decides
study-chance-event = By chance: { $event }
study-moved = { $who } plays { $move }
study-variation = A variation.
study-variation-text = It leaves the game at move { $move }.
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
study-time = For a position
study-spec = Its spec, with all parameters
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
study-line-play = Play on to { $move }
study-effort =
    { $depth ->
        [0] { $positions } positions in { $seconds } s
       *[other] { $positions } positions, { $depth } moves deep, in { $seconds } s
    }
study-apart = What decided the game
study-apart-text = What luck and what decisions changed, in points of a hundred. Judged by the agent, from what it saw.
study-apart-no-chance = There is no luck in this game: only decisions changed the chances. In points of a hundred, judged by the agent.
study-luck = Luck
study-own = Own moves
study-others = Moves of others
study-rest = Not analysed
study-change = Together
study-export = Export and share
study-copy-link = Copy a link
study-copy-position = Copy the position
study-copy-moves = Copy the moves
study-copy-by-hand = Copy it from here:

## Search trees

tree-lead = What a search has looked at, move by move: how often, and with what result. Open a tree saved by ludorum analyse --save-tree, or have one grown here: in the analysis of a Sector 66 game choose the agent “Tree with a score”.
tree-choose-file = Choose a file
tree-follow = Follow the most visited moves
tree-bad = This file is no search tree.
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

agents-lead = Who plays here when nobody else does, and how strong they are against each other.
agents-who = Who can play
agents-strongest = strongest
strength = Strength { $elo }
strength-interval = ({ $low } to { $high })
strength-time = { $time } a move
strength-like = plays like { $agent }
strength-levels = Strength of the levels
strength-level = Level { $level }
strength-as-it-comes = With its usual settings:
strength-unknown = Its strength was not measured.
strength-about = Strength is on the Elo scale: random play has 0, and whoever has 200 more wins about three games in four. In brackets is where it lies with a certainty of 95 %. Measured in { $games } games of { $game }; the time is an average on the machine that measured.
agents-params =
    { $count ->
        [one] { $count } parameter
       *[other] { $count } parameters
    }
agents-default = usually { $value }
range = { $min } to { $max }
range-from = from { $min }
range-time = a time, such as 1.5s
match = Match
match-lead = Let agents play each other. Each sits at each seat equally often.
match-elsewhere = Matches are started by whoever runs this server.
match-variant = Variant
match-games = Games
match-seed = Seed
match-openings = Openings
match-openings-note = What games begin with, so that agents do not play the same game again and again: random:plies=4 plays four random moves, balanced:plies=6,by=champion:level=4,within=0.1 only such that are fair to both, quoridor-9x9 is a ready-made list. Each opening is played from every seat. Leave it empty to begin at the start.
match-agent = Agent { $number }
match-start = Start the match
match-end = End it
match-state =
    { $state ->
        [running] is being played: { $played } of { $planned } games
        [done] is over: { $played } games
       *[stopped] was ended after { $played } of { $planned } games
    }
match-table = Results of the match
match-progress = Games played
match-won = Won
match-drawn = Drawn
match-lost = Lost
match-rate = Share of wins, 95 %
match-interval = Interval
match-time = Time a move
match-nodes = Positions a move
match-distinct = { $games } different games out of { $played }.
match-repeated =
    { $games ->
        [one] { $games } different game
       *[other] { $games } different games
    } out of { $played }: { $how ->
        [always] these agents play the same game from the same start every time
       *[other] these agents often play the same game from the same start
    }, and a game that is repeated is no more evidence. Openings such as random:plies=4 let them start from different positions.
match-openings-used = Openings: { $openings }
match-note = { $moves } moves a game on average. Seed { $seed }: the same seed gives the same games.
installed = Programs from outside
installed-lead = Programs that speak the protocol of agents. They play as @NAME.
installed-none = None is installed.
installed-all-games = all games
installed-add-file = Add a file
installed-add-folder = Add a folder
installed-remove = Remove
installed-replace = Replace @{ $name }
installed-keep = Keep the old one
installed-play-one = Play against { $agent }
installed-remove-one = Remove { $agent }
run-by-python = Python files are run by
run-by-save = Save
run-by-saved = Saved.

## Translation tool

translate-lead = Translate Ludorum into your language: write in the right column, try it in the whole page, and save it as a file or at this server, where everyone can choose it then.
translate-file = The translation
translate-open = Open a file
translate-known = Take a language from here
translate-new = Begin anew
translate-save = Save as a file
translate-try = Try it in the whole page
translate-trying = You are trying a translation in the whole page: { $name }.
translate-go-on = Go on translating
translate-end = Back to my language
translate-wanted = Fill this in before saving.
translate-code-wanted = A code of a language, such as de or pt-BR.
translate-at-server = Translations at this server
translate-save-here = Save at this server
translate-save-here-about = Whoever uses this server can choose the language at once. What is not translated is said in English.
translate-saved-here = Saved. { $name } is among the languages now.
translate-token = The operator’s token
translate-token-about = Whoever runs this server finds the token in the file operator-token of its data folder. This page forgets it when it is closed.
translate-never = This server keeps no translations. Save yours as a file, and give it to whoever runs the server.
translate-by = by { $author }, version { $version },
translate-share = { $messages } of { $wanted } messages
translate-not-offered = Not among the languages:
translate-findings =
    { $count ->
        [one] { $count } message to look at
       *[other] { $count } messages to look at
    }
translate-line = Line { $line }:
translate-finding-syntax = cannot be read and is said in English
translate-finding-twice = is there twice; the last one counts
translate-finding-unknown = is not a message of the page
translate-finding-plural = lacks a form that numbers take in this language
translate-finding-placeholders = has other placeholders than English
translate-edit = Edit
translate-remove = Remove
translate-removed = { $name } is gone.
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
translate-filter-missing = Missing ones
translate-filter-doubtful = With warnings
translate-key = Name
translate-reference = Compare with
translate-reference-file = Compare with a file
translate-reference-tip = Any translation that was saved as a file can be the reference
translate-own = Translation
translate-nothing = Nothing fits here.
translate-bad = This cannot be read: look at the braces.
translate-lacks = The reference has { $names } here.
translate-foreign = The reference has no { $names } here.

## Learn

learn-lead = Two minutes for each game: do what it says, see what happens.
learn-start =
    { $count ->
        [one] { $count } step
       *[other] { $count } steps
    }
learn-you = You
learn-other = the other
learn-not-that = { $move } can be played, but is not meant here. Try another move.
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
learn-quoridor-wall = Instead of stepping you may place a wall, two squares long, into a groove. Place one that makes the way of the other pawn longer.
learn-quoridor-wall-done = Walls stay for the whole game. Each player has only a few.
learn-quoridor-closing-title = Nobody is shut in
learn-quoridor-closing = One gap is left for the other pawn, at a4. Try to close it with a wall: it is not allowed.
learn-quoridor-closing-done = Everybody must always have a way to their goal. A wall that closes the last one is refused.
learn-quoridor-jump-title = Jump
learn-quoridor-jump = The other pawn stands right in front of yours. Jump over it, to c4.
learn-quoridor-jump-done = A neighbouring pawn is jumped over in a straight line.
learn-quoridor-aside-title = Around the corner
learn-quoridor-aside = There is a wall behind the other pawn, so you cannot jump straight. Go to a square beside it: b3 or d3.
learn-quoridor-aside-done = Where a wall or the edge stops the jump, you land beside the other pawn.
learn-quoridor-win-title = Win
learn-quoridor-win = One step is left to the top row. Take it.
learn-quoridor-win-done = Whoever gets there first has won.
rules-quoridor-goal-title = Goal
rules-quoridor-goal = Each pawn starts in the middle of its side. Whoever reaches any square of the opposite side first wins.
rules-quoridor-move-title = A move
rules-quoridor-move = In your turn either step to a neighbouring square, or place a wall.
rules-quoridor-wall-title = Walls
rules-quoridor-wall = A wall is two squares long. Walls do not overlap or cross, and everybody keeps a way to their goal. With 9 by 9 squares and two players each has ten.
rules-quoridor-jump-title = Jumping
rules-quoridor-jump = A pawn on a neighbouring square with no wall between is jumped over, in a straight line.
rules-quoridor-aside-title = Jumping aside
rules-quoridor-aside = If a wall, the edge or another pawn is behind it, you land on a square beside it.
rules-quoridor-four-title = Four players
rules-quoridor-four = Each side has a pawn and five walls. The turn goes around the table.
learn-tictactoe-mark-title = Make a mark
learn-tictactoe-mark = You have the crosses and begin. Mark any square.
learn-tictactoe-mark-done = Now it would be the turn of the other, who has the circles.
learn-tictactoe-win-title = Three in a row
learn-tictactoe-win = You have two crosses in the top row. Complete it.
learn-tictactoe-win-done = Three in a row, column or diagonal win.
learn-tictactoe-block-title = Defend
learn-tictactoe-block = The circles are about to complete the top row. Stop them.
learn-tictactoe-block-done = Two of the other in a line, and the third square free: that one must be taken.
learn-tictactoe-fork-title = Two at once
learn-tictactoe-fork = The circles threaten again. One square stops them and makes two threats of your own.
learn-tictactoe-fork-done = Two threats cannot both be stopped: that wins.
rules-tictactoe-turns-title = Turns
rules-tictactoe-turns = Crosses begin. In turn each marks one free square.
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
param-agent-own-five = Points for an own row of five: more is more aggressive
param-agent-other-five = Points for a row of five of the other: less is more defensive
param-agent-placement = Where rings are placed
param-agent-removal = Which ring is removed
param-agent-ordering = Promising moves first
param-agent-tt = Looks up positions met before
param-agent-ties = Which of equally good moves is played
word-agent-ties-first = the first
word-agent-ties-random = by chance
param-agent-ponder = Thinks while others do
word-advanced = rows with rings in them
word-rows = rows
word-markers = number of markers
word-outlook = as learnt by playing
word-against-human = beside the other's rings
word-edge = at the edge
word-search = by search
word-reply = by the best reply
yinsh-board-label = YINSH. Arrow keys move the cursor, Home leads to the next place you can choose, Enter chooses, Escape puts a ring back.
yinsh-tip = Five of your markers in a row let you remove one of your rings. Three rings removed win.
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
why-place-ring = A ring is to be placed.
why-move-ring = A ring is to be moved.
why-remove-row = Five markers in a row are to be removed.
why-remove-ring = One of your rings is to be removed.
why-ring-there = There is already a ring on { $move }.
why-not-own-ring = You have no ring there.
why-ring-off-line = A ring moves along a line.
why-point-taken = There is something at the end of { $move } already.
why-ring-over-ring = A ring never jumps a ring.
why-ring-too-far = A ring stops on the first free point behind the markers it jumps.
why-no-own-row = These are not five of your markers.
learn-yinsh-place-title = Place a ring
learn-yinsh-place = The game begins with placing rings, five each, in turn. Place your first one on any point.
learn-yinsh-place-done = Rings move later. Near the middle they have more ways to go.
learn-yinsh-move-title = Move a ring
learn-yinsh-move = Choose your ring on e5, then move it along the line to e8.
learn-yinsh-move-done = The ring went, and left a marker of your colour where it stood.
learn-yinsh-flip-title = Flip markers
learn-yinsh-flip = A ring may jump markers in its way, and stops right behind them. Jump from d4 to h8: pointing at h8 shows what will be flipped.
learn-yinsh-flip-done = Every marker that is jumped is flipped and belongs to the other side, your own ones too.
learn-yinsh-five-title = Five in a row
learn-yinsh-five = Four of your markers and one of the other lie in a row. Flip the one that is missing: move a ring from f4 to f6.
learn-yinsh-five-done = Five of your colour in a row: that is what the game is about.
learn-yinsh-row-title = Choose a row
learn-yinsh-row = Two rows cross, and only one can go. Point at the one you want to remove.
learn-yinsh-row-done = The five markers go back to those not used. The other row is broken now.
learn-yinsh-ring-title = Remove a ring
learn-yinsh-ring = After a row one of your own rings goes as well. You have removed two already: choose the third.
learn-yinsh-ring-done = Three rings removed win. Each makes you weaker: with fewer rings there is less to move.
rules-yinsh-place-title = Beginning
rules-yinsh-place = Each places five rings in turn, on any free points.
rules-yinsh-move-title = A move
rules-yinsh-move = A ring leaves a marker where it stood and goes along a line over any number of free points. It never jumps a ring.
rules-yinsh-flip-title = Jumping
rules-yinsh-flip = It may jump one unbroken run of markers and stops on the first point behind them. All that it jumped are flipped; the one it left is not.
rules-yinsh-row-title = Rows
rules-yinsh-row = Five of one colour in a row are removed, with a ring of that colour. If the row is longer, its owner chooses which five; if rows cross, which row.
rules-yinsh-both-title = Rows of both
rules-yinsh-both = If one move makes rows for both, who moved removes theirs first, then the other, who moves after that.
rules-yinsh-win-title = Winning
rules-yinsh-win = Whoever removes the third ring wins, in the short game the first one. If all 51 markers are used, more rings removed win, and as many are a draw. Who cannot move any ring passes; when both have passed, the game ends in the same way.

## Dice Wars

game-dicewars = Dice Wars
game-dicewars-about = Take areas with rolls of dice, and hold them together, until all the land is yours.
param-dicewars-players = Players
param-dicewars-areas = Areas of the map
param-dicewars-cap = Attacks after which it is a draw
agent-name-naive = Hothead
agent-name-sdc = Counter of dice
agent-name-ste = Careful
agent-name-stei = Careful landlord
agent-name-wpm-s = Judge of regions
agent-name-wpm-d = Judge of dice
agent-name-wpm-c = Judge of both
agent-about-naive = Attacks whatever it can.
agent-about-sdc = Attacks where it has most dice more than the other (SDC).
agent-about-ste = Attacks where it can best take an area and hold it (STE).
agent-about-stei = The same, rather from its largest region (STEi).
agent-about-wpm-s = Attacks if that raises its chance to win, judged by the largest regions (WPM-S).
agent-about-wpm-d = Attacks if that raises its chance to win, judged by the dice (WPM-D).
agent-about-wpm-c = Attacks if that raises its chance to win, judged by regions and dice (WPM-C).
param-agent-aggressivity = Aggressivity, 0 to 1
param-agent-threshold = Least chance for which it attacks, 0 to 1
param-agent-preference = Weight of its largest region
param-agent-variant = Variant
param-agent-weights = Trained weights
param-agent-width = Attacks looked at at each step
word-text = as the text says
word-published-code = as the published program does
word-wealth = dice and regions
word-naive = attacking whatever it can
dicewars-board-label = Dice Wars. Arrow keys move over areas, Home leads to your next area that can attack, Enter chooses it and then the neighbour to attack, Escape forgets it, e ends the turn.
dicewars-tip = Choose an area of yours with two dice or more, then a neighbour to attack. End your turn for new dice.
dicewars-end-turn = End turn
dicewars-from = Attack from { $area }: choose a neighbour
dicewars-choose = Choose an area to attack from
dicewars-odds = { $from } against { $to }: won with { $chance }
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
dicewars-hand = areas: { $areas }, dice: { $dice }, largest region: { $region }, kept dice: { $reserve }
dicewars-out = out
pace = Pace
pace-0 = at once
pace-200 = fast
pace-600 = slower
pace-1500 = slow
skip-to-my-turn = Skip to my turn
skip-to-now = Skip to now
why-chance-first = Chance decides first: dice are being rolled or dealt out.
why-not-for-players = This is for chance to decide.
why-no-area = There is no such area on this map.
why-area-of-other = You cannot attack with { $move }: the area belongs to { $who }.
why-area-own = { $move } would attack an area of your own.
why-areas-apart = { $move } does not work: these areas do not touch.
why-one-die = An area needs two dice or more to attack; this one has a single die.
learn-dicewars-attack-title = Attack
learn-dicewars-attack = The blue areas are yours. Choose area 1 with its five dice, then the neighbouring area 2.
learn-dicewars-attack-done = Both roll all their dice, and the higher sum wins. If the sums are equal, the attacked area holds.
learn-dicewars-odds-title = Odds
learn-dicewars-odds = Choose area 1: its neighbours show how likely the attack is to be won. Attack the one where it is more likely.
learn-dicewars-odds-done = If you win, all dice but one move in. If you lose, one die is left where they came from.
learn-dicewars-join-title = Hold together
learn-dicewars-join = Areas 1 and 3 are yours, area 2 lies between them. Attack it to join them.
learn-dicewars-join-done = Areas that touch are a region. The largest region of yours is what counts.
learn-dicewars-end-title = New dice
learn-dicewars-end = An area with one die cannot attack, and you have no other. End your turn.
learn-dicewars-end-done = At the end of a turn you get as many dice as your largest region has areas: three here. Chance places them.
learn-dicewars-win-title = Win
learn-dicewars-win = One area is left to the other. Attack it from area 5.
learn-dicewars-win-done = Eight dice cannot lose to one. Whoever holds all the land has won.
rules-dicewars-goal-title = Goal
rules-dicewars-goal = Every area belongs to somebody and holds one to eight dice. Whoever takes all areas wins.
rules-dicewars-attack-title = Attacking
rules-dicewars-attack = In your turn attack as often as you like, from an area with two dice or more to a neighbouring area of somebody else. Both roll all dice of their area; the higher sum wins, and equal sums are for the attacked.
rules-dicewars-after-title = After the roll
rules-dicewars-after = Who attacked and won moves all dice but one into the area taken. Who attacked and lost keeps one die, and the other loses none.
rules-dicewars-dice-title = New dice
rules-dicewars-dice = When you end your turn you get a die for each area of your largest region. They are put on your areas by chance, up to eight on one.
rules-dicewars-reserve-title = Kept dice
rules-dicewars-reserve = Dice that do not fit are kept for later turns, at most 64.
rules-dicewars-many-title = Two to eight players
rules-dicewars-many = Turns go around in the order of the list. Who has no area is out. If nobody attacks for eight rounds, it is a draw of those still there.

## Colonizers

game-colonizers = Colonizers
game-colonizers-about = Pick a colonist in secret, draw modules, and build the most valuable colony. Others do not see your cards.
param-colonizers-bonus = Points for a full colony
param-colonizers-cap = Moves after which it is a draw
why-chance-to-act = Cards are being dealt.
why-not-chance = That is not for players to decide.
why-not-next-in-deck = That is not the next card of the deck.
why-pick-phase = Pick a colonist first.
why-draw-phase = Take omnium or draw cards first.
why-keep-phase = Choose which of the two cards to keep first.
why-power-phase = Use the power of your colonist first, or do nothing.
why-build-phase = Now you may build a module, or build nothing.
why-colonist-gone = This colonist is not among those you can pick.
why-hand-full = Your hand is full: no sixth card can be drawn.
why-not-offered = This is none of the two cards you drew.
why-not-own-power = Your colonist does not have this power.
why-own-colonist = This is your own colonist. Name another one.
why-not-in-hand = This module is not in your hand.
why-too-expensive = You cannot pay for this module.
agent-name-heuristic = Heuristic
agent-name-so-ismcts = Monte Carlo in the dark
agent-name-so-ismcts-pom = Monte Carlo in the dark, wary
agent-name-mo-ismcts = Monte Carlo with every eye
agent-about-heuristic = Follows a few rules of thumb, and thinks no further.
agent-name-shrewd = Shrewd
agent-about-shrewd = Rules of thumb that count what a turn earns.
agent-about-so-ismcts = Plays many games in worlds that could be the real one, and chooses what went best (SO-ISMCTS).
agent-about-so-ismcts-pom = The same, but takes moves of others that look alike for chance (SO-ISMCTS+POM).
agent-about-mo-ismcts = The same, but everyone decides by what they themselves see (MO-ISMCTS).
param-agent-determinizations = Worlds that have a vote
param-agent-interest = Whose points decide
word-own = its own
word-seat-order = those of seat 1 first, as published
param-agent-rank = Weight of the place at the end, 0 to 1
param-agent-reward = What the places are worth
word-even = evenly spread
param-agent-seed = Seed of its own
param-agent-inference = Guess what others picked
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
colonizers-is-hidden = Colonist: { $colonist }, not known to all
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
colonizers-removed = Removed in this round is one of: { $colonists }
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
colonizers-choose-keep = Choose the card you keep. The other one goes under the deck.
colonizers-choose-power = { $power } From whom?
colonizers-choose-build = Build a module that has a hammer
colonizers-choose-no-build = You cannot pay for any module
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
learn-colonizers-pick = Each round everyone picks a colonist in secret. You have three green modules in your colony: pick the Ecologist, who earns by them.
learn-colonizers-pick-done = The others see only a question mark. One colonist is taken out unseen in every round, so there are never all six.
learn-colonizers-omnium-title = Take omnium
learn-colonizers-omnium = Omnium pays for modules. You are the Miner: take 2 omnium.
learn-colonizers-omnium-done = Your colonist is revealed and earns first: 1 for each of your blue modules, and then the two you took.
learn-colonizers-keep-title = Draw cards
learn-colonizers-keep = Instead you may draw two cards and keep one. The number on top is the cost, the one below the points. Keep the one with more points.
learn-colonizers-keep-done = The other card went under the deck, unseen by the others. A hand holds five cards.
learn-colonizers-power-title = Guess and steal
learn-colonizers-power = You are the Opportunist. Under each colonist you see who may have it. The second player has six omnium and builds blue: name the Miner.
learn-colonizers-power-done = You guessed right: two omnium are yours, and everyone knows that colonist now. If nobody had been the Miner, nothing would have happened.
learn-colonizers-build-title = Build
learn-colonizers-build = Modules you can pay for have a hammer. Build the Spaceport.
learn-colonizers-build-done = It costs 4 omnium and is worth 5 points. You may build one module in a turn.
learn-colonizers-eight-title = Eight modules
learn-colonizers-eight = You have seven modules. Build the eighth.
learn-colonizers-eight-done = The first full colony gets 4 points more. The others finish this round, then the most points win.
rules-colonizers-goal-title = Goal
rules-colonizers-goal = Four players build modules in their colonies, which have eight places each. When somebody has eight modules the game ends with that round, and the most points win. Equal points: the earlier seat.
rules-colonizers-pick-title = Picking a colonist
rules-colonizers-pick = At the start of a round one of six colonists is removed unseen. Then everyone in turn picks one of those left, in secret. Who picks first knows what the others can have.
rules-colonizers-draw-title = Omnium or cards
rules-colonizers-draw = Then everyone has a turn. It begins with two omnium or two cards; with five cards in hand only omnium. With that the colonist is revealed.
rules-colonizers-keep-title = Keeping one
rules-colonizers-keep = Of two cards drawn one is kept, the other goes under the deck. If a Visionary's hand has become full, the card kept leaves the game.
rules-colonizers-earn-title = Colonists that earn
rules-colonizers-earn = Before what you take, the Visionary draws a card, and the Ecologist, the Miner and the General earn 1 omnium for each green, blue or red module in their colony. Green has a solid border, blue a dashed, red a dotted, and no colour a double one.
rules-colonizers-power-title = Colonists with a power
rules-colonizers-power = The Opportunist names a colonist and takes up to two omnium from whoever has it. The Spy swaps hands with whoever has the one named. If nobody has it, nothing happens.
rules-colonizers-build-title = Building
rules-colonizers-build = At the end of a turn you may build one module from your hand if you can pay its cost, the upper number. Its points are the lower number.
rules-colonizers-modules-title = The modules
rules-colonizers-modules = The deck has { $count } cards.
rules-colonizers-module = Module
rules-colonizers-colour = Colour
rules-colonizers-cost = Cost
rules-colonizers-value = Points
rules-colonizers-copies = Cards
rules-colonizers-end-title = The end
rules-colonizers-end = The first to fill a colony gets 4 points more, whoever else fills one in the same round 2. Who draws from too small a deck ends the game: a draw without points.
## Sector 66

game-sector66 = Sector 66
game-sector66-about = Quoridor with spells, special fields and boards of your own.
param-sector66-template = Board
param-sector66-players = Players
param-sector66-walls = Walls for each player
param-sector66-walls1 = Walls of player 1
param-sector66-walls2 = Walls of player 2
param-sector66-walls3 = Walls of player 3
param-sector66-walls4 = Walls of player 4
param-sector66-spells = Spells for each player
agent-name-sector66-mcts = Tree with a score
agent-about-sector66-mcts = Grows a tree of moves and judges positions by turns to go, walls and spells (Sector66-MCTS).
why-not-legal = { $move } is not possible here.
why-must-pass = This turn you can only pass.
why-no-target = The spell cannot be cast there.
why-spell-not-held = You do not hold this spell.
why-field-closed = The field { $move } does not let the pawn in.
why-wall-disabled = No wall may be built at { $move }.
why-wall-guarded = The wall { $move } is guarded.
why-chance-decides = Chance has to decide first.

## Sector 66 on the page

problem-bad-template = This template cannot be kept: { $reason }
why-template-name = Names of templates have lower case letters, digits and hyphens, and begin with a letter.
why-template-shipped = This template is part of the program. Take another name.
why-template-many = There are too many templates at this server. Remove some.
problem-content-changed = This game cannot go on: the rules, the template or a plug-in are not those it was begun with. { $reason }
problem-check-running = A plug-in is being checked already. Wait until that is done.
sector66-board-label = Sector 66. Arrow keys move the cursor over fields and grooves, Enter plays, h and v turn a wall, Home leads to your pawn. 1 to 4 choose a spell, n goes to its next target, Escape puts it back.
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
sector66-walls-limits = This board allows { $least } to { $most } walls for each player.
sector66-spells = Spells
sector66-variant =
    { $board }, { $players ->
        [one] { $players } player
       *[other] { $players } players
    }
sector66-forced = always there
sector66-spells-limits = This board allows { $least } to { $most } for each player.
sector66-spells-off = No spells in this game.
sector66-spells-about =
    { $count ->
        [one] { $count } spell lies on the board at the start, fairly for everyone.
       *[other] { $count } spells lie on the board at the start, fairly for everyone.
    }
sector66-spells-none = There are no spells on this board.
template-classic = Classic Quoridor
template-classic-about = Quoridor as it is played everywhere, for two or four.
template-duel = Small duel
template-duel-about = Six fields apart, three walls each: over in minutes.
template-everything = Everything
template-everything-about = Every plug-in that is shipped, on one board.
template-labyrinth = Labyrinth
template-labyrinth-about = Walls stand already, and some gaps can never be closed.
template-rink = Ice rink
template-rink-about = A frozen middle; freeze more of it, or step twice.
template-thesis = Stun and teleport
template-thesis-about = A forbidden middle, stun and teleport to be picked up; for two or four.
template-trio = Three sides
template-trio-about = For three: from below, from the left and from the right, each to the other side.

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
editor-how-walls = Click a groove. Built walls stand at the start; where a wall is disabled none can ever be built.
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
        [one] One thing is not right yet; it is named where it belongs.
       *[other] { $count } things are not right yet; they are named where they belong.
    }
editor-try = Try it now
editor-download = Save as a file
editor-upload = Open a file
editor-file = Name at the server
editor-save = Save
editor-remove = Remove
editor-saved = Saved as { $name }.
editor-play = Play on it
editor-replaces = There is a board { $name } at the server already. Put this one in its place?
editor-replace = Replace it
editor-replace-not = Keep it
editor-not-here = Only whoever runs this server can save boards there. A file can be saved anywhere.
editor-counts = Numbers of players
editor-count = For { $count } players
editor-turn = Turn { $number }
editor-walls-least = Walls, least
editor-walls-most = Walls, most
editor-walls-usual = Walls, usual
editor-spell = Spell
editor-allowed = Allowed
editor-forced = Forced
editor-allow = Allow { $name }
editor-force = Force { $name }
editor-spells-least = Each, least
editor-spells-most = Each, most
editor-spells-usual = Each, usual
editor-no-spells = No spells
editor-spells-about = Without any spell allowed there are none in the game.
editor-text = The file

## What is wrong with a template

flaw-empty = This is empty: write what people should read.
flaw-one-line = The name must be one line of text.
flaw-plugin-twice = This is the plug-in { $other } by another name. Keep one of them.
flaw-plugin-name = Names of plug-ins are lower case letters, digits and hyphens.
flaw-plugin-taken = “{ $name }” reads as a move or a place on the board. Choose another name.
flaw-plugin-unnamed = “{ $name }” is not in [plugins]. Add it there with its UUID.
flaw-plugin-missing = No plug-in with the UUID { $uuid } is installed. Put its folder into plugins, or correct the UUID.
flaw-plugin-fails = The plug-in cannot be loaded: { $reason }
flaw-no-seats = No number of players is allowed. Choose at least one.
flaw-no-field = “{ $text }” is no field. Fields are a1 to i9.
flaw-no-row = “{ $text }” is no row. Rows are 1 to 9.
flaw-no-column = “{ $text }” is no column. Columns are a to i.
flaw-no-target = There is no target field. Choose a row, a column or single fields.
flaw-limits = The numbers must be in order: fewest, usual, most, and none above { $most }.
flaw-player-count = Games are for 2, 3 or 4 players.
flaw-place-count = { $given } places for { $players } players: choose one for each.
flaw-no-place = There is no place “{ $name }”. Add it or choose another.
flaw-no-wall = “{ $text }” is no wall. Walls are written like e3h or e3v.
flaw-wall-overlaps = The wall { $text } overlaps or crosses another. Remove one.
flaw-wall-both = The wall { $text } is built and disabled. Choose one of the two.
flaw-field-twice = { $text } has a kind already. Remove one.
flaw-fewer-than-forced =
    { $count ->
        [one] One spell is forced, so this must be at least 1.
       *[other] { $count } spells are forced, so this must be at least { $count }.
    }
flaw-no-spell-allowed = No spell is allowed. Allow some, or make the largest number 0.
flaw-spell-as-field = This plug-in is a spell, not a field.
flaw-field-as-spell = “{ $name }” is a field, not a spell.
flaw-same-start = { $one } and { $other } start on the same field with { $count } players. Give one of them another start.
flaw-wins-at-once = The player would win before the first move. Choose a start that is not a target.
flaw-cannot-stand = Nobody may step on the field the player starts on. Move the start or change the field.
flaw-cannot-reach = The player cannot reach the target with { $count } players. Remove walls or fields in the way.
flaw-spells-unfair = With { $count } players { $most } spells for each cannot be placed fairly. Allow fewer, or move starts, targets and walls.
flaw-unplayable = No game can be played on this board: { $reason }
flaw-unknown-key = This key is not known. Here can be: { $known }.
flaw-missing-key = This key is missing. Add: { $advice }
flaw-wrong-kind =
    { $text } is not { $kind ->
        [text] text in quotes
        [texts] a list of texts in quotes
        [text-or-texts] text in quotes, or a list of such
        [word] one of the words that can stand here
        [words] a list of words that can stand here
        [number] a whole number from 0 to 255
        [pair] two numbers
       *[table] a table
    }. Write: { $advice }
flaw-not-toml = The file is not TOML: { $reason }

## Plug-ins

plugins = Plug-ins
plugins-lead = Special fields and spells for Sector 66. They run in a sandbox and can change nothing but the game.
plugin-kind = What to show
plugin-show-all = All
plugin-show-field = Fields
plugin-show-spell = Spells
plugin-field = Special field
plugin-spell = Spell
plugin-version = version { $version }
plugin-shipped = part of Ludorum
plugin-own = added here
plugin-cast = Cast on: { $targets }.
plugin-cast-field = fields
plugin-cast-pawn = pawns
plugin-cast-built = walls that stand
plugin-cast-unbuilt = places for walls
plugin-range =
    { $count ->
        [one] Only from the field beside it.
       *[other] From at most { $count } fields away.
    }
plugin-check = Check it
plugin-checking = Checking…
plugin-well = All is well
plugin-unwell = Something is wrong
plugin-more = Translations and identity
plugin-folder = Folder
plugin-troubles = These cannot be used

## Sector 66: introduction and rules

learn-sector66-pick-title = Pick up a spell
learn-sector66-pick = Spells lie on fields. Step on the one in front of you to pick it up.
learn-sector66-pick-done = The spell is in your hand now. You can hold four; a fifth stays where it is.
learn-sector66-stun-title = Cast it
learn-sector66-stun = A spell is cast instead of a step or a wall. Choose Stun below the board, then the marked pawn of the other.
learn-sector66-stun-done = The other misses a turn, and it is your turn again. A spell that was cast is gone.
learn-sector66-closed-title = Special fields
learn-sector66-closed = Some fields have rules of their own. Try to step on the forbidden field e5.
learn-sector66-closed-done = Nobody may step there. Point at a field to see what it does.
learn-sector66-ice-title = Ice
learn-sector66-ice = Ice carries you on. Step on e4.
learn-sector66-ice-done = You have slid over the ice, three fields in one turn.
learn-sector66-breach-title = Spells for walls
learn-sector66-breach = Two walls close the way up. Choose Break a wall, then one of the marked walls.
learn-sector66-breach-done = The wall is gone. Spells are cast on fields, on pawns or on walls, as each of them says.
learn-sector66-disabled-title = No walls here
learn-sector66-disabled = At some places no wall may ever be built; they are marked with a cross. Try to build the wall c4h.
learn-sector66-disabled-done = It is refused. Such gaps stay open for the whole game.
learn-sector66-win-title = Win
learn-sector66-win = Walls bar the last step, but Teleport goes to any free field around. Win with it.
learn-sector66-win-done = You stand on a field framed in your colour: you have won.
rules-sector66-goal-title = The aim
rules-sector66-goal = Who first stands on a field framed in their colour wins. The board says where everyone starts and goes: a row, a column, or any fields.
rules-sector66-turn-title = A turn
rules-sector66-turn = A turn is a step, a wall or a spell. Steps, jumps and walls are those of Quoridor.
rules-sector66-spells-title = Spells
rules-sector66-spells = Spells lie on the board from the start, fairly: for each there is the same one as far from everybody else. Stepping on one picks it up.
rules-sector66-fields-title = Special fields
rules-sector66-fields = Forbidden fields, ice that slides, one-way fields, trapdoors, swamps, fields that crumble: each looks and acts as its plug-in says.
rules-sector66-walls-title = Walls
rules-sector66-walls = Some walls stand already, some places never get one. A wall must leave everyone a path; spells do not count as one.
rules-sector66-effects-title = What lasts
rules-sector66-effects = Two bars beside a pawn mean that it misses a turn. A small picture beside a pawn or on a wall means that a spell still works there.
rules-sector66-many-title = Two, three or four
rules-sector66-many = The board says for how many players it is and how many walls they may have. You can make boards of your own in the board editor.
