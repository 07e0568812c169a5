"""Tests of the package: python3 -m unittest discover -s python/tests, with the package on PYTHONPATH."""
import gc
import random
import subprocess
import sys
import unittest

import numpy as np

import speakeasy
from speakeasy import ALL_SEEING, BUSY, CHANCE, NO_FEATURE, ONLOOKER, RANDOM, Refused

KEYS = [game.key for game in speakeasy.games()]


def tables():
    """Every game with every number of players."""
    for game in speakeasy.games():
        for players in range(game.min_players, game.max_players + 1):
            yield speakeasy.Box(game, players)


def play_some(position, rng, dice, steps):
    """Random moves, without reaching the end if possible; then on to a decision of a seat."""
    for _ in range(steps):
        position.deal(rng)
        if position.is_over:
            return
        position.apply(dice.choice(position.moves()))
    position.deal(rng)


class Boxes(unittest.TestCase):
    def test_games_say_who_they_are(self):
        self.assertEqual(KEYS, ["famiglia", "gangster", "chicago", "chicago_gangsters"])
        for game in speakeasy.games():
            self.assertTrue(game.rules.startswith("#") and game.options and game.max_moves > 0)
        self.assertEqual([game.key for game in speakeasy.games() if game.has_secrets], ["chicago_gangsters"])
        self.assertIn("hard", speakeasy.bots())

    def test_what_is_wrong_is_said(self):
        for wrong, words in (
                (lambda: speakeasy.Box("bridge"), "there is no game 'bridge'"),
                (lambda: speakeasy.Box("famiglia", players=5), "2"),
                (lambda: speakeasy.Box("famiglia", options={"tie_break": "coin"}), "tie_break"),
                (lambda: speakeasy.Box("famiglia", edition="game gangster\n"), "line 1"),
                (lambda: speakeasy.Box("famiglia", preset="theirs"), "preset"),
                (lambda: speakeasy.Bot("genius", speakeasy.Box("famiglia"), 0), "genius")):
            with self.assertRaisesRegex(Refused, words):
                wrong()

    def test_options(self):
        box = speakeasy.Box("famiglia", options={"tie_break": "descending"})
        self.assertEqual(box.options["tie_break"], "descending")
        self.assertEqual(box.edition, "default")
        self.assertEqual(speakeasy.Box("gangster", 4).players, 4)


class Positions(unittest.TestCase):
    def test_a_game_by_hand_with_exact_chance(self):
        dice, rng = random.Random(1), speakeasy.Rng(1)
        for box in tables():
            position, n = box.start(), 0
            while not position.is_over:
                n += 1
                if position.actors == [CHANCE]:
                    outcomes = position.chance()
                    self.assertTrue(all(weight >= 1 for _, weight in outcomes))
                    move, seat = dice.choices(*zip(*[(m, w) for m, w in outcomes]))[0], CHANCE
                else:
                    seat = dice.choice(position.actors)
                    move = dice.choice(position.moves(seat))
                before = position.copy()
                if n % 2:
                    position.apply(move, seat)
                else:
                    position.apply(box.move_text(move), seat)
                self.assertNotEqual(before, position)
                self.assertLessEqual(n, box.game.max_steps)
            result = position.result()
            self.assertTrue(result.reason and result.winners)
            self.assertAlmostEqual(sum(result.shares), 1)
            self.assertEqual(position.deal(rng), None)

    def test_text_and_json_go_round(self):
        dice, rng = random.Random(2), speakeasy.Rng(2)
        for box in tables():
            position = box.start()
            play_some(position, rng, dice, 25)
            again = box.position(position.text)
            self.assertEqual((again, hash(again)), (position, hash(position)))
            self.assertIsInstance(position.json(), dict)
            self.assertTrue(position.board())
            with self.assertRaises(Refused):
                box.position("nonsense")

    def test_refusals_name_the_rule_and_change_nothing(self):
        position = speakeasy.Match("famiglia", seed=3).position()
        before = position.copy()
        with self.assertRaises(Refused) as caught:
            position.apply("recruit A4 exhaust A3")
        self.assertTrue(caught.exception.rule.startswith("FA-"))
        with self.assertRaises(Refused):
            position.apply(2**62 + 5)
        with self.assertRaises(Refused):
            position.apply("fly away")
        with self.assertRaises(Refused):
            position.moves(1 - position.actors[0])
        self.assertEqual(position, before)

    def test_views_keep_secrets_and_worlds_fit_them(self):
        dice, rng = random.Random(3), speakeasy.Rng(3)
        for players in (3, 4, 5):
            box = speakeasy.Box("chicago_gangsters", players)
            for steps in (30, 60, 90):
                position = box.start()
                play_some(position, rng, dice, steps)
                if position.is_over:
                    continue
                for seat in range(players):
                    view = position.view(seat)
                    self.assertNotEqual(view, position)
                    world = view.resample(rng)
                    self.assertEqual(world.view(seat), view)
                    row = position.observe(seat)
                    self.assertTrue((row == world.observe(seat)).all() and (row == view.observe(seat)).all())
                    with self.assertRaises(Refused):
                        view.apply(0)
                    with self.assertRaises(Refused):
                        view.observe((seat + 1) % players)
                with self.assertRaises(Refused):
                    position.resample(rng)
                with self.assertRaises(ValueError):
                    position.view(players)


class Matches(unittest.TestCase):
    def test_play_save_load(self):
        dice = random.Random(4)
        for box in tables():
            match = speakeasy.Match(box, seed=5)
            while not match.is_over:
                seat = dice.choice(match.actors)
                move = dice.choice(match.moves(seat))
                match.play(move if len(match) % 2 else box.move_text(move), seat)
            again = speakeasy.Match.load(match.save())
            self.assertEqual(again.position().text, match.position().text)
            self.assertEqual(list(again.entries()), list(match.entries()))
            self.assertEqual(again.result(), match.result())
            self.assertEqual(again.box.options, box.options)
            self.assertEqual(match.position(0), box.start())
            self.assertEqual(match.position(len(match)), match.position())

    def test_looking(self):
        match = speakeasy.Match("chicago_gangsters", seed=6)
        self.assertNotEqual(match.json(0), match.json(1))
        self.assertTrue(match.board(0) and match.board() and match.history(ALL_SEEING))
        self.assertLess(len(match.history(0, 3)), len(match.history(0)))
        self.assertEqual(match.legal(), [match.box.move_text(move) for move in match.moves()])

    def test_undo_safe_and_refusals(self):
        match = speakeasy.Match("famiglia", seed=1)
        seat, before = match.actors[0], match.position()
        match.play_safe()
        try:
            match.undo(seat)
            self.assertEqual(match.position(), before)
        except Refused as why:
            self.assertTrue(why.text)
        n = len(match)
        with self.assertRaises(Refused):
            match.play("nonsense")
        with self.assertRaises(ValueError):
            match.play("pass", 7)
        self.assertEqual(len(match), n)
        with self.assertRaisesRegex(Refused, "line 1"):
            speakeasy.Match.load("something else\n")

    def test_talk(self):
        match = speakeasy.Match("chicago_gangsters", seed=2)
        while not match.speakers:
            match.play(match.moves()[0])
        match.talk("pass", match.speakers[0])
        self.assertIn("say pass", [text for _, text in match.entries()][-1])

    def test_chance_by_hand(self):
        match = speakeasy.Match("gangster", seed=None)
        self.assertEqual(match.actors, [CHANCE])
        match.play(match.moves()[0])
        self.assertEqual(len(match), 1)


class Bots(unittest.TestCase):
    def test_bots_play_legal_moves_from_views(self):
        for box in tables():
            match = speakeasy.Match(box, seed=7)
            kinds = ["hard", "greedy", "random", *box.game.scripts]
            seats = [speakeasy.Bot(kinds[seat % len(kinds)], box, seat) for seat in range(box.players)]
            for _ in range(25):
                if match.is_over:
                    break
                seat = match.actors[0]
                match.play(seats[seat].choose(match, iterations=20), seat)

    def test_the_same_seed_thinks_the_same(self):
        box = speakeasy.Box("famiglia")
        match = speakeasy.Match(box, seed=8)
        seat = match.actors[0]
        found = [(bot.choose(match.view(seat), 200), bot.lines())
                 for bot in (speakeasy.Bot("hard", box, seat, seed=3) for _ in range(2))]
        self.assertEqual(*found)
        self.assertTrue(0 <= found[0][1][0].value <= 1 and found[0][1][0].visits > 0)
        with self.assertRaises(Refused):
            speakeasy.Bot("hard", box, 1 - seat).choose(match)

    def test_analysis(self):
        dice, match = random.Random(9), speakeasy.Match("famiglia", seed=9)
        while not match.is_over:
            match.play(dice.choice(match.moves()))
        found = speakeasy.analyse(match, iterations=20)
        self.assertTrue(found["steps"])
        self.assertEqual(found, speakeasy.analyse(match, iterations=20))
        with self.assertRaises(Refused):
            speakeasy.analyse(match, bot="random")


class Environments(unittest.TestCase):
    def test_blocks_describe_every_number(self):
        dice, rng = random.Random(10), speakeasy.Rng(10)
        for box in tables():
            blocks, position = box.blocks, box.start()
            self.assertEqual(sum(block.n_slots for block in blocks), box.n_slots)
            self.assertEqual(sum(block.n_features for block in blocks), box.n_features)
            while position.is_over or position.actors == [CHANCE]:
                position = box.start()
                play_some(position, rng, dice, 9)
            row = position.observe()
            for block in blocks:
                part = row[block.first_slot:block.first_slot + block.n_slots]
                part = part[part != NO_FEATURE]
                self.assertTrue(((part >= block.first_feature) & (part < block.first_feature + block.n_features)).all())
            self.assertEqual(position.observe_moves().shape, (len(position.moves()), box.n_move_slots))
            dense = speakeasy.one_hot(row, box.n_features)
            self.assertEqual((dense.shape, dense.sum()), ((box.n_features,), (row != NO_FEATURE).sum()))

    def test_env_is_the_game(self):
        for box in tables():
            env, dice = speakeasy.Env(box, seed=11), random.Random(11)
            observation, info = env.reset()
            terminated, n = False, 0
            while not terminated:
                position = env.position
                self.assertEqual(info, {"to_play": env.to_play, "n_legal": env.n_legal})
                self.assertIn(env.to_play, position.actors)
                self.assertTrue((observation == position.observe(env.to_play)).all())
                self.assertEqual(env.moves, position.moves(env.to_play))
                self.assertEqual((env.mask.sum(), env.mask[:env.n_legal].all()), (env.n_legal, True))
                with self.assertRaises(IndexError):
                    env.step(env.n_legal)
                kept = observation.copy()
                before, (observation, rewards, terminated, truncated, info) = observation, env.step(dice.randrange(env.n_legal))
                self.assertTrue((before == kept).all() and not truncated)
                n += 1
            self.assertAlmostEqual(float(rewards.sum()), 1, places=5)
            self.assertEqual((env.to_play, env.n_legal, env.moves), (-1, 0, []))
            with self.assertRaises(Refused):
                env.step(0)
            env.reset()
            self.assertGreater(env.n_legal, 0)

    def test_seeds(self):
        env = speakeasy.Env("famiglia", seed=1)
        first, _ = env.reset()
        second, _ = env.reset()
        again, _ = env.reset(seed=1)
        self.assertTrue((first == again).all() and (first != second).any())

    def test_opponents(self):
        env = speakeasy.Env("famiglia", opponents={1: "greedy"}, iterations=20)
        own = speakeasy.Env("famiglia", opponents={0: lambda view: view.moves()[0], 1: "random"}, seed=2)
        for _ in range(3):
            _, info = env.reset()
            done = False
            while not done:
                self.assertEqual(info["to_play"], 0)
                _, rewards, done, _, info = env.step(RANDOM)
            self.assertAlmostEqual(float(rewards.sum()), 1)
        with self.assertRaises(RecursionError):
            own.reset()  # nobody is left to decide

    def test_chance_outside(self):
        env = speakeasy.Env("gangster", chance=True)
        _, info = env.reset()
        self.assertEqual(info["to_play"], CHANCE)
        self.assertEqual([(m, w) for m, w in zip(env.moves, env.weights)], env.position.chance())
        while env.to_play == CHANCE:
            env.step(RANDOM)
        self.assertTrue((env.weights == 1).all())

    def test_batches_are_many_envs(self):
        for box in tables():
            batch = speakeasy.BatchEnv(box, 5, seed=12, masks=True, moves=True)
            batch.reset()
            dice = np.random.default_rng(12)
            for _ in range(60):
                self.assertTrue((batch.masks.sum(axis=1) == batch.n_legal).all())
                for i in range(batch.n):
                    position = batch.position(i)
                    seat = int(batch.to_play[i])
                    self.assertTrue((batch.observations[i] == position.observe(seat)).all())
                    self.assertEqual(batch.moves(i).tolist(), position.moves(seat))
                    part = batch.move_rows[batch.starts[i]:batch.starts[i + 1]]
                    self.assertTrue((part == position.observe_moves(seat)).all())
                _, rewards, done = batch.step(dice.integers(0, batch.n_legal))
                self.assertTrue(np.allclose(rewards.sum(axis=1), done))
            with self.assertRaises(IndexError):
                batch.step(batch.n_legal)

    def test_a_batch_goes_on_by_itself(self):
        batch = speakeasy.BatchEnv("famiglia", 64, seed=13)
        batch.reset()
        ended = 0
        for _ in range(300):
            ended += int(batch.step(np.full(64, BUSY))[2].sum())
        self.assertGreater(ended, 64)
        self.assertGreaterEqual(batch.transitions, 300 * 64)
        self.assertTrue((batch.scores.sum(axis=1) > 0).any())

    def test_no_secret_in_a_batch(self):
        """Of many worlds that look the same to the seat to play, a batch shows it the same row."""
        batch, rng = speakeasy.BatchEnv("chicago_gangsters", 20, seed=14, players=4), speakeasy.Rng(14)
        batch.reset()
        hidden = 0
        for _ in range(40):
            for i in range(0, 20, 7):
                seat, position = int(batch.to_play[i]), batch.position(i)
                world = position.view(seat).resample(rng)
                hidden += world != position
                self.assertTrue((batch.observations[i] == world.observe(seat)).all())
            batch.step(np.full(20, RANDOM))
        self.assertGreater(hidden, 50)


class Memory(unittest.TestCase):
    def test_what_borrows_a_box_outlives_it(self):
        match = speakeasy.Match(speakeasy.Box("famiglia"), seed=1)
        bot = speakeasy.Bot("easy", speakeasy.Box("famiglia"), match.actors[0])
        loaded = speakeasy.Match.load(match.save()).position()
        batch = speakeasy.BatchEnv(speakeasy.Box("famiglia"), 2)
        gc.collect()
        match.play(bot.choose(match, 10))
        self.assertTrue(loaded.text and batch.reset().shape == (2, batch.box.n_slots))

    def test_leaving_in_any_order(self):
        code = ("import speakeasy as s\nbox = s.Box('gangster')\nm = s.Match(box)\nb = s.Bot('easy', box, 0)\n"
                "e = s.Env(box)\ne.reset()\nbox.me = box\nm.me = m\nprint('bye')")
        run = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(run.stdout, "bye\n")

    def test_onlookers_see_what_everybody_may(self):
        match = speakeasy.Match("chicago_gangsters", seed=4)
        self.assertEqual(match.view(ONLOOKER), match.view(0).resample(speakeasy.Rng(1)).view(ONLOOKER))


if __name__ == "__main__":
    unittest.main()
