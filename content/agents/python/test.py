"""Does NAME play? Run this file, or pytest in this folder."""

import unittest

import ludorum
from main import CLASS


class DoesItPlay(unittest.TestCase):
    def test_it_beats_random(self):
        result = ludorum.match("tictactoe", [CLASS(), "random"], games=40, seed=1)
        self.assertEqual(result.forfeits, [])
        self.assertGreater(result.win_rate(), 0.7)

    def test_it_plays_with_hidden_cards(self):
        table = [CLASS(), "random", "random", "random"]
        result = ludorum.match("colonizers", table, games=4, seed=1)
        self.assertEqual(result.forfeits, [])


if __name__ == "__main__":
    unittest.main()
