"""The interface of the published Colonizers (Crha 2020, sections 3.2 and A.2.5) for agents written for it.

An agent derives from AIBase, has a method messageCallback(self, gameState) that returns the number of an action as
text, and is called <Name>Intelligence.py. It is started with one argument, which it hands to run().

gameState is a dictionary: GameOver, GameEndInfo, BoardState and Actions. Modules and colonists have the names of the
thesis. Of what the seat does not know there is "Unknown".
"""

import ludorum
from ludorum import colonizers

#: Names of the thesis that are not ours with other capitals.
_NAMES = {
    "purification-plant": "Omnium Purification Plant",
    "defense-system": "Planetary Defense System",
    "eco-dome": "Eco-Dome",
}
_COLOURS = {"green": "Green", "blue": "Blue", "red": "Red", "plain": "None"}
_PHASES = {
    "remove": "ColonistPick",
    "pick": "ColonistPick",
    "draw": "Draw",
    "vision-omnium": "Draw",
    "vision-cards": "Draw",
    "deal": "Draw",
    "keep": "Discard",
    "power": "Power",
    "build": "Build",
}
_TYPES = {
    "pick": "ColonistPick",
    "omnium": "TakeOmnium",
    "cards": "DrawModules",
    "keep": "KeepModule",
    "steal": "StealOmnium",
    "swap": "SwapHands",
    "build": "BuildModule",
}


class AIBase(ludorum.Agent):
    """What agents derive from."""

    games = ("colonizers",)

    def messageCallback(self, gameState):
        """Chooses one of gameState["Actions"]: returns its number, from 0, as text."""
        raise NotImplementedError("an agent has a method messageCallback(self, gameState)")

    def determinize(self):
        """The state of the game with everything hidden drawn from all that fits what the seat knows."""
        return _state_of(self._view.determinize())

    def simulate(self, boardState, move):
        """The state of the game after a move, which getActionString makes from an action."""
        state = self._view.game.position(boardState["Position"])
        state.apply(move)
        state.settle()
        return _state_of(state)

    def run(self, pipeName=None):
        """Plays for whoever has started this program. The argument is the one it was started with."""
        super().run()

    def choose(self, view):
        self._view = view
        moves = view.moves()
        chosen = int(self.messageCallback(_game_state(view.text, moves)))
        if not 0 <= chosen < len(moves):
            raise ValueError(f"messageCallback() returned {chosen}, and there are {len(moves)} actions")
        return moves[chosen]


def getActionString(action):
    """An action as the text that simulate() takes."""
    return action["Move"]


def getActionStrings(gameState):
    """All actions as the texts that simulate() takes."""
    return [action["Move"] for action in gameState["Actions"]]


def indexOfActionByString(gameState, text):
    """The number of the action that has this text; None if there is none."""
    return indexOfFirstOrDefault(getActionStrings(gameState), lambda other: other == text)


def indexOfFirstOrDefault(iterable, condition):
    """The number of the first that fulfils a condition; None if there is none."""
    return next((number for number, item in enumerate(iterable) if condition(item)), None)


def getPlayerByNumber(gameState, playerNumber):
    """The player with this number, from 1."""
    return gameState["BoardState"]["Players"][playerNumber - 1]


def getCurrentPlayer(gameState):
    """The player whose turn it is."""
    return getPlayerByNumber(gameState, gameState["BoardState"]["PlayerTurn"])


def getOtherPlayers(gameState):
    """All players but the one whose turn it is."""
    turn = gameState["BoardState"]["PlayerTurn"]
    return [player for player in gameState["BoardState"]["Players"] if player["ID"] != turn]


def getHandSize(gameState, playerNumber):
    """How many cards a player has."""
    return len(getPlayerByNumber(gameState, playerNumber)["Hand"])


def getColonyModuleCountByColor(gameState, playerNumber, color):
    """How many modules of a colour ("Red", "Green", "Blue", "None") a player has built."""
    return sum(module["Type"] == color for module in getPlayerByNumber(gameState, playerNumber)["Colony"])


def getColonyModuleCountPerColor(gameState, playerNumber):
    """Pairs of a colour and how many modules of it a player has built, the most frequent first."""
    counts = [(color, getColonyModuleCountByColor(gameState, playerNumber, color)) for color in ("Red", "Green", "Blue")]
    return sorted(counts, key=lambda pair: -pair[1])


def getPlayerRanking(gameState, playerNumber):
    """The rank of a player in a game that is over, from 1; 0 if the deck ran out."""
    return gameState["GameEndInfo"]["Players"][playerNumber - 1]["Ranking"]


def _title(name):
    return _NAMES.get(name, name.replace("-", " ").title())


def _module(letter):
    if letter == "?":
        return {"Name": "Unknown", "Type": "Unknown", "BuildCost": 0, "VictoryValue": 0}
    kind = colonizers.module(letter)
    return {
        "Name": _title(kind.name),
        "Type": _COLOURS[kind.colour],
        "BuildCost": kind.cost,
        "VictoryValue": kind.value,
    }


def _colonist(letter):
    if letter == "-":
        return None
    known = [name for name in colonizers.COLONISTS if name[0].upper() == letter]
    return {"Name": known[0].title() if known else "Unknown"}


def _action(move, phase):
    kind, _, about = move.partition(":")
    action = {"Type": _TYPES.get(kind), "Colonist": None, "Module": None, "Target": None, "Move": move}
    if kind == "pass":
        action["Type"] = "BuildNothing" if phase == "Build" else "DoNothing"
    elif about:
        of = {"pick": "Colonist", "keep": "Module", "build": "Module"}.get(kind, "Target")
        action[of] = _title(about)
    return action


def _player(text, viewer, seat):
    player = colonizers.player(text, seat)
    # What only the viewer knows about the others is known of the viewer alone.
    others = [colonizers.player(text, other).possible if seat == viewer or viewer is None else "" for other in range(4)]
    return {
        "ID": seat + 1,
        "Omnium": player.omnium,
        "Colonist": _colonist(player.colonist),
        "Colony": [_module(letter) for letter in player.colony],
        "Hand": [_module(letter) for letter in player.hand],
        "ColonistInformation": {
            other + 1: [_colonist(letter) for letter in possible] for other, possible in enumerate(others)
        },
    }


def _board(text, moves):
    eyes, phase, removed, *_ = text.split("/")
    offered, top, bottom = text.split("/")[7:10]
    kind, _, turn = phase.partition(":")
    viewer = int(eyes) - 1 if eyes.isdigit() else None
    picks = [_title(move.partition(":")[2]) for move in moves if move.startswith("pick:")]
    deck = colonizers.letters(top) + colonizers.cards_of(bottom)
    return {
        "Players": [_player(text, viewer, seat) for seat in range(4)],
        "PlayableColonists": [{"Name": name.title()} for name in colonizers.COLONISTS],
        "AvailableColonists": [{"Name": name} for name in picks],
        "Deck": [_module(letter) for letter in deck],
        "StartingDeck": [_module(chr(ord("a") + number)) for number, kind in enumerate(colonizers.MODULES) for _ in range(kind.copies)],
        "DiscardTempStorage": [_module(letter) for letter in colonizers.cards_of(offered)],
        "PlayerTurn": int(turn or 1),
        "GamePhase": _PHASES.get(kind, "Build"),
        "Position": text,
    }


def _game_state(text, moves, ranks=None):
    board = _board(text, moves)
    state = {
        "GameOver": ranks is not None,
        "GameEndInfo": None,
        "BoardState": board,
        "Actions": [_action(move, board["GamePhase"]) for move in moves],
    }
    if ranks is not None:
        is_draw = text.split("/")[1] == "empty"
        state["GameEndInfo"] = {
            "Players": [
                {
                    "Player": player,
                    "VictoryPoints": colonizers.player(text, seat).points,
                    "Ranking": 0 if is_draw else ranks[seat],
                }
                for seat, player in enumerate(board["Players"])
            ]
        }
    return state


def _state_of(state):
    return _game_state(state.text, state.moves(), state.ranks() if state.is_over else None)
