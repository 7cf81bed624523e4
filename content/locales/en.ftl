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
all = All
more = More

## Home

home-title = Sit down and play
home-lead = Choose a game and play at once: against the computer, with somebody beside you, or with friends elsewhere.
continue = Go on playing
games = Games
play-game = Play { $game }
play-now = Play
choose-more = More choices
to-lobby = Find a table
level = Level
level-0 = Easy
level-1 = Medium
level-2 = Hard
level-3 = Best

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
by-itself = by itself
word-on = on
word-off = off
word-ours = ours: e3h
word-compass = compass: e3N
word-upper-left = upper left: e3h
word-lower-left = lower left: e4h

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
agent-name-semirandom = Half random
agent-name-greedy = Greedy
agent-name-minimax = Minimax
agent-name-alphabeta = Alpha-beta
agent-name-mcts = Monte Carlo
agent-name-maxn = Max-n
name = Name
colour = Colour
table-of = Table of { $name }
table-name = Name of the table
player-number = Player { $number }
seat-number = Seat { $number }
seat-me = Me
seat-here = Another person here
seat-elsewhere = Somebody elsewhere
seat-agent = Computer
seat-open = Open seat
seat-free = Free the seat
agent-params = All parameters
network = Playing over the network
password = Password
password-optional = Password, if there shall be one
listed = Show the table in the lobby
allow-spectators = Others may watch
substitute = If somebody leaves, the computer plays on for them
allow-hints = Hints are allowed
clock-minutes = Minutes for each player, 0 for no clock
clock-increment = Seconds added with each move
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
        [0] No table fits. Open one!
        [one] { $count } table
       *[other] { $count } tables
    }
host-is = host: { $who }
with-password = with a password
join = Join
watch = Watch

## At a table

table-locked = This table has a password
table-locked-text = Ask whoever sent you here for it.
enter = Enter
sit-down = Sit down
that-is-you = (you)
waiting-for = waiting for somebody
ready = ready
not-ready = not ready yet
i-am-ready = I am ready
not-ready-yet = Not ready after all
start-when-ready = The host starts the game when all seats are taken and ready.
leave = Leave
agent = Computer
away = has left
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
somebody-won =
    { $by ->
        [resignation] { $who } won: the others gave up
        [time] { $who } won on time
       *[rules] { $who } won
    }
draw = A draw
thought =
    { $chance ->
        [none] { $effort } positions in { $seconds } s
       *[other] expects { $chance } · { $effort } positions in { $seconds } s
    }
watching = You are watching.
undo = Take back
ask-undo = Ask to take back
undo-asked = { $who } wants to take a move back.
agree = Agree
refuse = Refuse
hint = Hint
hint-says = Perhaps { $move }
resign = Resign
resign-sure = Really resign?
rematch = Play again
rematch-asked = Waiting for the others
ways = Shortest ways
sound-on = Sound on
sound-off = Sound off
moves = Moves
no-moves = No moves yet.
save-record = Save the game
share = Invite
share-text = Whoever has this link can come to the table.
share-link = Link to the table
share-code = The link as a QR code
copy = Copy
copied = Copied
nothing-to-see = Those who watch see nothing of this game.

## Boards, also for screen readers

board-label = { $game }. Arrow keys move the cursor, Enter plays.
tictactoe-marked = { $who } marks { $place }
tictactoe-cell-free = { $place }, free
tictactoe-cell-taken = { $place }, marked by { $who }
quoridor-stepped = { $who } moves { $from } to { $to }
quoridor-walled =
    { $direction ->
        [h] { $who } places a horizontal wall at { $place }
       *[v] { $who } places a vertical wall at { $place }
    }
quoridor-passed = { $who } passes
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
problem-seat-taken = Somebody sits there already.
problem-table-full = All seats are taken.
problem-password-needed = The table has a password.
problem-wrong-password = That is not the password.
problem-too-many-tries = Too many wrong passwords. Wait a minute.
problem-too-many-requests = Too fast. Wait a moment.
problem-server-full = The server has no room for another table.
problem-bad-game = This game cannot be played so: { $reason }
problem-bad-agent = This computer player cannot play so: { $reason }
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

problem-local-only = This can be done only at the machine of the server itself.
problem-match-running = A match is being played already.
