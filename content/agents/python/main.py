"""NAME: an agent for Ludorum. It plays every game; make it better at yours.

    python3 test_NAME.py                                   does it play?
    ludorum match quoridor:size=5 exec:. random             a match
    ludorum agent add .                                     install it as @NAME
"""

import ludorum


class CLASS(ludorum.Agent):
    """Tries every move and plays random games from there: the one they end best after is played."""

    playouts = 16

    def choose(self, view):
        best, expected = None, -2.0
        for move in view.moves():
            # What is hidden or left to chance is drawn at random, as the rules say.
            after = view.simulate(move)
            results, _ = after.playouts(self.playouts, seed=view.seed, threads=1)
            value = float(results[:, view.seat].mean())
            if value > expected:
                best, expected = move, value
        return best, expected


if __name__ == "__main__":
    CLASS().run()
