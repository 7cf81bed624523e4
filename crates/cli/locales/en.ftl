# The words of the terminal for players and hosts: ludorum play, serve and ai-service.
# What is typed (moves, hint, FILE, --name) is the same in every language.

error = error:

## A game in the terminal

menu-game = Which game?
menu-game-how = a number or a name; q leaves
menu-game-prompt = game
menu-opponent = Against whom?
menu-opponent-how = a number, a name, or a spec such as mcts:time=1s
menu-opponent-prompt = opponent
menu-human = another person at this keyboard
menu-seat = your seat, 1 to { $seats }
menu-seat-bad = there are seats 1 to { $seats }; seat 1 begins
seed = seed { $seed }
seed-and-key = seed { $seed }, key { $key }
no-key-needed = no external agent plays here, so the game needs no key; leave out --key
last-move = last move: { $number }. { $move }
type-a-move = Type a move, or help, hint, undo, moves, save FILE, load FILE, quit.
since-your-move = Since your last move: { $moves }
thinking = { $who } is thinking
plays = { $who } plays { $move }
chance-gives = chance gives { $event }
value = value { $value }
wins = { $who } wins.
draw = A draw.
first-place-shared = The first place is shared.
gives-up = { $who } gives the game up: { $reason }
limited-time = { $who } was stopped after { $seconds } s, the most there is for a move on this server, and plays what looked best by then
limited-rebuilding = { $who } could not go through the whole game again in time, and plays on without what it remembered of it
halted = the game cannot go on: plug-in { $plugin }: { $reason }
cancelled = cancelled: plug-in { $plugin }: { $reason }
after-the-game = undo, save FILE or quit
way-out = moves lists what can be played, help explains
way-out-over = undo takes back, quit leaves, help explains
no-moves = there are none
nothing-to-undo = there is nothing to take back
taken-back-unrated = chance is drawn anew; the game is marked, for chance or hidden cards were seen before the move was taken back
nobody-to-move = nobody is to move
hint = try { $move }{ $value }   line { $line }
saved = saved to { $file }
name-a-file-to-save = name a file: save FILE
name-a-file-to-load = name a file: load FILE
file-is-there = { $file } is there already; choose another name
interrupted = save FILE saves the game; Ctrl-C again leaves without
help =
    MOVE         play a move, written as 'moves' lists them
    moves        list the legal moves
    hint         ask a strong agent for a second
    undo         back to your last decision
    board        draw the board again
    save [FILE]  save the game, to be loaded, replayed and checked; without FILE where
                 it was saved last; .ludorum is added to a name without ending
    load FILE    leave this game and go on with a saved one, or see how it ended
    quit         leave, as do Ctrl-D and Ctrl-C twice; while an agent thinks, Ctrl-C
                 makes it answer at once
effort-depth = depth { $depth }
effort-playouts =
    { $count ->
        [one] { $shown } playout
       *[other] { $shown } playouts
    }
effort-nodes =
    { $count ->
        [one] { $shown } node
       *[other] { $shown } nodes
    }
effort-evaluations =
    { $count ->
        [one] { $shown } evaluation
       *[other] { $shown } evaluations
    }
seats-number = { $game } has { $seats } seats, but --seats names { $named }; name human or an agent for each
seat-empty = --seats names nobody for a seat; write human or an agent
given-up-record = { $file }: somebody gave this game up, so nobody plays on; "ludorum replay { $file }" shows it
other-players = { $file } was played by { $players }; leave out --seats and they play on, or start another game with others
other-game = { $file } is a game of { $saved }, not of { $wanted }; leave out the name
shows-the-game = { $error }; ludorum replay { $file } shows the game

## At the tables of a server

table-name = { $name }'s table
locked = locked
no-tables = no tables yet
tables-loading = the server has just started: { $done } of { $total } tables are loaded; press Enter to look again
lobby-prompt = a number to join, new GAME, enter to look again, or quit
no-such-table = there is no table '{ $table }'
bad-address = a server is named by its address, such as http://127.0.0.1:7878; https is not spoken
cannot-reach = cannot reach { $where }: { $reason }
cannot-reach-table = cannot reach the table: { $reason }
no-ludorum-server = the server does not answer as a ludorum server: { $reason }
server-answers = the server answers { $status }
others-join = others join with --table { $id }
connection-lost = the connection is lost; trying again
sits-down = { $who } sits down
undo-asked = { $who } wants a move back: accept or refuse
undo-refused = { $who } does not want that
undone = back to move { $number }
away = { $who } has left
back = { $who } is back
resigned = { $who } gives up
flagged = { $who } is out of time
you-are-out = You are out of the game, in place { $place }; you can watch the others
left-in-place = { $who } left the game in place { $place }.
failed-replaced = { $who } failed, { $agent } plays on for it
failed-lost = { $who } failed, it has lost
rematch-asked = { $who } wants a rematch
has-thought = { $who } has thought
seat = seat { $number }
by-resignation = The other gave up.
by-time = The time of the other is over.
by-failure = An agent failed.
by-stopped = The game was stopped: nobody has won.
rematch-or-quit = rematch or quit
accept-or-refuse = accept or refuse
hand-over = hand the keyboard to { $who } and press Enter
not-your-turn = it is not your turn
remote-help =
    MOVE         play a move, written as 'moves' lists them
    moves        list the legal moves
    hint         ask a strong agent for a second
    undo         ask to take your last move back; accept or refuse answers others
    board        draw the board again
    resign       give up the game
    rematch      another game, when this one is over
    leave        leave your seat to an agent, if the host has named one
    quit         leave the program, as does Ctrl-D; your seat is kept
problem-unknown-table = there is no such table
problem-unknown-seat = there is no such seat
problem-not-host = only the host may do that
problem-not-seated = only those who sit at the table may do that
problem-out-of-game = you are out of this game, in place { $place }, and can only watch
problem-seat-taken = somebody sits there already
problem-name-taken = somebody at the table is called that; choose another with --name
problem-table-full = all seats are taken
problem-password-needed = the table has a password; put it into a file and name it with --password-file
problem-wrong-password = that is not the password
problem-too-often = that was too often; wait a while
problem-server-full = the server is full; try again in a while
problem-too-many-tables = { $most } tables are open from your address, and there may be no more: leave one, or wait until one is archived
problem-bad-text = the { $field } is too long or has odd characters
problem-not-begun = the game has not begun
problem-begun = the game has begun
problem-over = the game is over
problem-not-ready = not everyone is there and ready
problem-no-undo-asked = nobody wants to take a move back
problem-not-allowed = that is not allowed at this table
problem-not-stored = the server could not store it; nothing has changed
problem-bad-version = the server speaks another version; use the same ludorum
problem-other = the server refuses: { $problem }

## Servers and services

server-at = Ludorum is at { $address }
operator-at = With your rights as operator: { $address }
friends-find = Friends find it at { $address }
no-network = This machine has no address in a network.
no-browser = There is no browser here; open the address in one.
play-in-terminal = Play in a terminal with: ludorum play --server { $address }
stop-server = Stop with Ctrl-C; nothing is lost.
cannot-listen-port = cannot listen on { $address }: { $reason }; try another --port
cannot-listen = cannot listen at { $address }: { $reason }
cannot-read-secret = cannot read the secret in { $file }: { $reason }
agents-think-at = Agents think at { $address }
