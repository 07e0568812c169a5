#!/usr/bin/env python3
"""The house as good guests know it (docs/protocol.md): every message and every request, whole games of every
kind, breaks in the middle. What rude guests do is in serve_rude_test.py."""
import json
import os
import random
import subprocess
import tempfile
import time

from client import Gone, House, Server, eventually, main, play_out, step


def counts_of_games() -> dict:
    """Every game there is, with the numbers of players it takes."""
    listed = json.loads(subprocess.run([House.host, "games", "--json"], capture_output=True, check=True).stdout)
    return {g["game"]: tuple(range(g["min_players"], g["max_players"] + 1)) for g in listed}


def play_some(players, n, dice=None):
    """About n moves, if those who are asked are among them."""
    dice, tries = dice or random.Random(7), 50 * n
    while n > 0 and tries > 0 and not any(p.is_over() for p in players):
        n -= step(players, dice)
        tries -= 1


def settle(*players):
    """Until every act is answered and everybody has seen all that is."""
    for p in players:
        p.until(lambda p: not p.pending)
    for p in players:
        p.until(lambda p: p.view and p.view["n"] >= max(q.known for q in players))


def verify(record: bytes, *words):
    with tempfile.NamedTemporaryFile(suffix=".play") as f:
        f.write(record)
        f.flush()
        done = subprocess.run([House.host, "verify", f.name, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# -- Making tables


def test_games_are_listed():
    with Server() as s:
        status, about = s.ask("GET", "/api/games")
        assert status == 200 and about["protocol"] == 1
        assert {g["game"]: tuple(range(g["min_players"], g["max_players"] + 1)) for g in about["games"]} == counts_of_games()
        famiglia = next(g for g in about["games"] if g["game"] == "famiglia")
        option = next(o for o in famiglia["options"] if o["name"] == "show_hands")
        assert option["values"] == ["on", "off"] and option["default"] == "on" and famiglia["talk"] is False
        assert all(b["games"]["famiglia"]["name"] for b in about["bots"] if b["level"])
        assert "hard" in [b["bot"] for b in about["bots"]]
        assert s.ask("GET", "/healthz")[1]["ok"] is True


def test_a_table_with_nothing_but_its_game():
    with Server() as s:
        status, made = s.ask("POST", "/api/tables", {"game": "famiglia"})
        assert status == 201 and len(made["id"]) == 12 and made["link"].endswith("/t/" + made["id"])
        assert [seat["seat"] for seat in made["seats"]] == [0] and len(made["host"]) == 43
        facts = s.ask("GET", f"/api/tables/{made['id']}")[1]
        assert facts["status"] == "open" and facts["players"] == 2 and facts["language"] == "en"
        assert [seat["kind"] for seat in facts["seats"]] == ["person", "open"]
        assert facts["rules"] == {"clock": "none safe", "undo": True, "chat": True, "hints": False,
                                  "pause": True, "onlookers": True, "talk": False, "absence": "10m",
                                  "pause_limit": None}, facts["rules"]
        assert facts["commitment"] == made["commitment"] and facts["proof"] is None
        assert facts["options"]["show_hands"] == "on" and facts["edition"]["name"] == "default"


def test_a_table_to_the_letter():
    with Server() as s:
        for options, joker in ({}, "on"), ({"joker_only_if_needed": "off"}, "off"):
            wish = {"game": "famiglia", "preset": "letter", "options": options}
            facts = s.ask("GET", f"/api/tables/{s.ask('POST', '/api/tables', wish)[1]['id']}")[1]
            assert facts["options"]["joker_only_if_needed"] == joker
            assert facts["edition"]["reconstruction"] is True


def test_wishes_that_cannot_be():
    wrong = [
        ({}, 400, "malformed"), ({"game": "poker"}, 404, "unknown"), ({"game": 7}, 400, "malformed"),
        ({"game": "famiglia", "players": 3}, None, None), ({"game": "famiglia", "players": "2"}, 400, "malformed"),
        ({"game": "famiglia", "options": {"show_hands": "maybe"}}, None, None),
        ({"game": "famiglia", "options": {"colour": "red"}}, None, None),
        ({"game": "famiglia", "preset": "exact"}, 404, "unknown"),
        ({"game": "famiglia", "preset": 1}, 400, "malformed"),
        ({"game": "famiglia", "options": []}, 400, "malformed"),
        ({"game": "famiglia", "options": {"show_hands": {}}}, 400, "malformed"),
        ({"game": "famiglia", "edition": "gold"}, 404, "unknown"),
        ({"game": "famiglia", "edition": "../x"}, 404, "unknown"),
        ({"game": "famiglia", "clock": "fast"}, 400, "malformed"),
        ({"game": "famiglia", "clock": "move 1s"}, 400, "malformed"),
        ({"game": "famiglia", "seats": [{"kind": "me"}]}, 400, "malformed"),
        ({"game": "famiglia", "seats": [{"kind": "king"}, {}]}, 400, "malformed"),
        ({"game": "famiglia", "seats": ["me", "open"]}, 400, "malformed"),
        ({"game": "famiglia", "seats": [{"kind": "me", "name": "\n"}, {}]}, 400, "malformed"),
        ({"game": "famiglia", "seats": [{"kind": "me", "name": "x" * 500}, {}]}, 400, "malformed"),
        ({"game": "famiglia", "seats": [{"kind": "me", "nonce": "xyz"}, {}]}, 400, "malformed"),
        ({"game": "famiglia", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "genius"}]}, 404, "unknown"),
        ({"game": "famiglia", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "exec:/bin/sh"}]}, 422, "refused"),
        ({"game": "famiglia", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "rusher"}]}, 422, "refused"),
        ({"game": "famiglia", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "hard@9m"}]}, None, None),
        ({"game": "famiglia", "language": "x" * 50}, 400, "malformed"),
        ({"game": "famiglia", "undo": "yes"}, 400, "malformed"),
    ]
    with Server() as s:
        for body, status, code in wrong:
            got, answer = s.ask("POST", "/api/tables", body)
            assert 400 <= got < 500 and len(answer["text"]) > 5, (body, got, answer)
            assert status is None or (got, answer["error"]) == (status, code), (body, got, answer)
        for raw in (b"{", b"[]", b"7", b'{"game":"famiglia","game":"chicago"}', b"\xff", b'"' * 3000):
            assert s.ask("POST", "/api/tables", raw)[0] == 400, raw
        assert s.ask("GET", "/api/tables")[1]["tables"] == []
        assert s.ask("PUT", "/api/tables")[0] == 405
        assert s.ask("GET", "/api/nothing")[0] == 404


def test_the_list_goes_on_by_a_cursor():
    with Server() as s:
        made = []
        for i in range(20):
            made.append(s.table("famiglia" if i % 3 else "chicago", seats=["me", "open"], listed=i % 2 == 0).id)
            time.sleep(0.002)  # two of one millisecond come by their ids
        listed = [m for i, m in enumerate(made) if i % 2 == 0][::-1]
        seen, path = [], "/api/tables?limit=3"
        for _ in range(10):
            status, page = s.ask("GET", path)
            assert status == 200 and len(page["tables"]) <= 3
            seen += [t["id"] for t in page["tables"]]
            if not page["next"]:
                break
            path = "/api/tables?limit=3&after=" + page["next"]
        assert seen == listed, (seen, listed)
        first = s.ask("GET", "/api/tables")[1]["tables"][0]
        assert first["game"] == "chicago" and first["seats"] == [
            {"kind": "person", "name": "Guest 0"}, {"kind": "open", "name": ""}], first
        assert {t["game"] for t in s.ask("GET", "/api/tables?game=chicago")[1]["tables"]} == {"chicago"}
        assert s.ask("GET", "/api/tables?status=playing")[1]["tables"] == []
        for wrong in ("status=odd", "limit=0", "limit=x", "after=x", "game=poker"):
            assert s.ask("GET", "/api/tables?" + wrong)[0] == 400, wrong


# -- Whose turn it is


def turn_of(table, token=None) -> dict:
    status, told = table.ask("GET", "", token=token)
    assert status == 200, told
    return told["turn"]


def test_whose_turn_it_is_can_be_asked():
    with Server() as s:
        table = s.table("famiglia", ("me", "open"), listed=True)
        assert turn_of(table) == {"seats": [], "yours": False}  # nothing is dealt
        table.sit(1)
        players = [s.player(table, seat).dealt() for seat in (0, 1)]
        for _ in range(6):
            settle(*players)
            now = players[0].view["actors"]
            assert len(now) == 1 and turn_of(table) == {"seats": now, "yours": False}
            for seat in (0, 1):
                assert turn_of(table, table.tokens[seat]) == {"seats": now, "yours": seat in now}
            listed = s.ask("GET", "/api/tables?status=playing")[1]["tables"]
            assert [t["turn"] for t in listed] == [{"seats": now, "yours": False}], listed
            play_some(players, 1)
        for p in players:
            p.close()
        eventually(lambda: s.ask("GET", "/api/tables?status=playing")[1]["tables"][0]["turn"] is None, "nobody is there")
        assert turn_of(table)["seats"]  # but whoever asks for the table itself is told


def test_the_turn_is_what_a_seat_sees():
    with Server() as s:
        table = s.table("chicago_gangsters", ("me", "open", "open", "open"), options={"godfather": "on"})
        for seat in (1, 2, 3):
            table.sit(seat)
        players = [s.player(table, seat).dealt() for seat in range(4)]
        dice, several = random.Random(3), 0
        for _ in range(80):
            for p in players:  # all that was said is answered and heard
                p.until(lambda p: not p.pending)
                p.act("why", text="pass")  # an answer that comes after what it stands behind
            for p in players:
                told = turn_of(table, table.tokens[p.you])
                assert told == {"seats": p.view["actors"], "yours": p.you in p.view["actors"]}, (told, p.view["actors"])
            several += len(turn_of(table)["seats"]) > 1
            step([dice.choice(players)], dice)
        assert several, "several were never asked at once"


def test_my_tables_say_whose_turn_it_is_and_how_they_ended():
    with Server() as s:
        session = s.ask("POST", "/api/accounts", {"name": "Ann", "password": "correct horse"})[1]["session"]
        table = s.table("famiglia", ("me", "open"))
        assert s.ask("POST", "/api/me/seats", {"table": table.id, "token": table.tokens[0]}, token=session)[0] == 204
        table.sit(1)
        players = [s.player(table, seat).dealt() for seat in (0, 1)]
        settle(*players)
        now = players[0].view["actors"]
        told = s.ask("GET", "/api/me", token=session)[1]["tables"][0]
        assert told["turn"] == {"seats": now, "yours": 0 in now} and told["result"] is None, told
        assert turn_of(table, session) == told["turn"]
        play_out(players)
        told = s.ask("GET", "/api/me", token=session)[1]["tables"][0]
        assert told["status"] == "finished" and told["result"] == players[0].view["result"], told
        assert table.ask("GET")[1]["result"] == told["result"]


# -- Whole games


def test_every_game_with_people_bots_and_onlookers():
    with Server(rates=["talk_ms=100"]) as s:
        for game, counts in counts_of_games().items():
            for n in counts:
                bots = ["random"] if n < 3 else ["greedy", "normal@10ms"][: n - 2]
                seats = ["me"] + ["open"] * (n - 1 - len(bots)) + bots
                t = s.table(game, seats=seats)
                people = [s.player(t, i) for i in range(n - len(bots))]
                onlooker = s.player(t)
                play_out(people + [onlooker])
                result = people[0].view["result"]
                assert all(p.view["result"] == result for p in people + [onlooker])
                assert len(result["scores"]) == n and result["winners"] and result["reason"]
                people[0].until(lambda p: p.facts["status"] == "finished" and p.facts["proof"])
                assert people[0].facts["proof"]["seed"]
                status, record = t.ask("GET", "/record")
                assert status == 200
                verify(record, "--commitment", t.commitment)
                for viewer in ("house", "onlooker", "0"):
                    check_replay(t, viewer, people[0] if viewer == "0" else None)


def check_replay(t, viewer, player):
    status, text = t.ask("GET", f"/replay?viewer={viewer}")
    assert status == 200
    lines = [json.loads(line) for line in text.decode().splitlines()]
    assert lines[0]["id"] == t.id and lines[-1]["result"]["scores"]
    steps = lines[1:-1]
    assert [x["n"] for x in steps] == list(range(len(steps))) and steps[0]["event"] is None
    if player:
        player.until(lambda p: len(p.events) == p.view["n"], "all events")
        assert steps[-1]["view"] == player.view["view"]
        assert [x["event"]["text"] for x in steps[1:]] == [player.events[n]["text"] for n in sorted(player.events)]


def analysis_of(t):
    """What the house says of a finished game, when it has looked at all of it."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        status, said = t.ask("GET", "/analysis")
        if status == 200:
            return said
        assert status == 202 and 0 <= said["done"] <= said["decisions"], (status, said)
        time.sleep(0.05)
    raise AssertionError("the analysis does not come to an end")


def test_the_house_judges_finished_games_as_the_tool_does():
    with Server() as s:
        t = s.table("famiglia", seats=["random", "random"])
        watcher = s.player(t)
        status, said = t.ask("GET", "/analysis")
        assert said.get("text") == "The game is not over." or status == 202, said
        watcher.until(lambda p: p.is_over())
        found = analysis_of(t)
        assert found == analysis_of(t), "kept"
        with tempfile.NamedTemporaryFile("wb", suffix=".play") as f:
            f.write(t.ask("GET", "/record")[1])
            f.flush()
            told = subprocess.run([House.host, "analyse", f.name, "--bot", "boss", "--budget", "200it", "--json"],
                                  capture_output=True, check=True)
        assert json.loads(told.stdout) == found
        assert s.ask("GET", "/api/tables/aaaaaaaaaaaa/analysis")[0] == 404


def test_an_address_has_one_analysis_at_a_time():
    with Server() as s:
        long, short = s.table("gangster", seats=["random"] * 4), s.table("famiglia", seats=["random"] * 2)
        for t in (long, short):
            s.player(t).until(lambda p: p.is_over())
        assert long.ask("GET", "/analysis")[0] == 202
        assert short.ask("GET", "/analysis")[0] == 429
        assert long.ask("GET", "/analysis")[0] == 202  # a house that closes in the middle of it lets go of it


def test_looking_back_has_a_rate():
    with Server(rates=["replays_per_minute=3"]) as s:
        t = s.table("famiglia", seats=["random", "random"])
        s.player(t).until(lambda p: p.is_over())
        assert [t.ask("GET", "/replay")[0] for _ in range(5)] == [200, 200, 200, 429, 429]
        assert t.ask("GET", "/replay?viewer=x")[0] == 400 and t.ask("GET", "/record")[0] == 200


def test_bots_alone_play_to_the_end():
    with Server() as s:
        for game, counts in counts_of_games().items():
            t = s.table(game, seats=["random"] * counts[0])
            s.player(t).until(lambda p: p.is_over(), game)


def test_the_hot_seat_and_contributions():
    with Server() as s:
        status, made = s.ask("POST", "/api/tables", {"game": "gangster", "players": 3, "seats": [
            {"kind": "me", "name": "Ann", "nonce": "c0ffee"}, {"kind": "hotseat", "name": "Bea", "nonce": "00FF"},
            {"kind": "open", "bot": "easy"}]})
        assert status == 201 and [x["seat"] for x in made["seats"]] == [0, 1]
        from client import Table
        t = Table(s, made, "gangster", 3)
        assert t.ask("PATCH", "/seats/0", {"nonce": "11"})[0] == 401
        assert t.ask("PATCH", "/seats/0", {"nonce": "11"}, token=t.tokens[1])[0] == 403
        assert t.ask("PATCH", "/seats/5", {"nonce": "11"}, token=t.tokens[1])[0] == 403
        for bad in ({}, {"nonce": None}, {"nonce": 7}, {"nonce": "q"}, {"nonce": "ab" * 33}, {"nonce": ""}):
            assert t.ask("PATCH", "/seats/0", bad, token=t.tokens[0])[0] == 400, bad
        status, facts = t.ask("PATCH", "/seats/0", {"nonce": "BADCAFE0"}, token=t.tokens[0])  # now the commitment is known
        assert status == 200 and facts["commitment"] == t.commitment, facts
        s.kill()
        s.start()
        t.sit(2, name="  Cleo ", nonce="ab" * 32)
        assert t.ask("PATCH", "/seats/0", {"nonce": "11"}, token=t.tokens[0])[1]["error"] == "refused"
        players = [s.player(t, i) for i in range(3)]
        play_out(players)
        assert [x["name"] for x in players[0].facts["seats"]] == ["Ann", "Bea", "Cleo"]
        said = verify(t.ask("GET", "/record")[1], "--commitment", t.commitment, "--mine", "badcafe0",
                      "--mine", "00ff", "--mine", "ab" * 32)
        assert "3 contributions" in said, said


# -- Seats


def test_taking_and_leaving_seats():
    with Server() as s:
        t = s.table("chicago", seats=["me", "open", "open"])
        assert t.ask("POST", "/seats/0", {"name": "Eve"})[1]["error"] == "taken"
        assert t.ask("POST", "/seats/3", {"name": "Eve"})[0] == 404
        assert t.ask("POST", "/seats/x", {"name": "Eve"})[0] == 404
        assert t.ask("POST", "/seats/1", {"name": ""})[0] == 400
        assert t.ask("POST", "/seats/1", {"name": "Eve", "nonce": "q"})[0] == 400
        first = t.sit(1)
        guest = s.player(t, 1)
        guest.until(lambda p: p.facts)
        assert t.ask("DELETE", "/seats/1")[0] == 401
        assert t.ask("DELETE", "/seats/1", token="A" * 43)[0] == 403
        assert t.ask("DELETE", "/seats/0", token=first)[0] == 403
        status, facts = t.ask("DELETE", "/seats/1", token=first)
        assert status == 200 and facts["seats"][1]["kind"] == "open"
        assert guest.closing()[0] == 4403
        assert s.player(t, 1).closing()[0] == 4403  # the old token opens nothing any more
        del t.tokens[1]
        t.sit(1)
        assert t.ask("DELETE", "/seats/1", token=t.host)[0] == 200
        t.sit(1)
        t.sit(2)
        assert s.player(t, 2).dealt().facts["status"] == "playing"
        assert t.ask("POST", "/seats/1", {"name": "Eve"})[1]["error"] == "taken"


def test_what_the_host_may_do():
    with Server() as s:
        t = s.table("chicago", seats=["me", "open", "open"])
        ann = s.player(t, 0).until(lambda p: p.view)
        assert json.loads(ann.heard[0])["host"] is True
        assert t.ask("PATCH", "", {"listed": True})[0] == 401
        assert t.ask("PATCH", "", {"listed": True}, "Q" * 42 + "A")[0] == 403
        for wrong in ({"seats": []}, {"seats": {"9": "open"}}, {"seats": {"1": "bot:genius"}}, {"start": 1},
                      {"mute": {"0": 1}}):
            assert 400 <= t.ask("PATCH", "", wrong, t.host)[0] < 500, wrong
        assert t.ask("PATCH", "", {"start": True}, t.host)[1]["error"] == "refused"
        assert ann.act("start")["error"] == "refused"
        assert t.ask("PATCH", "", {"listed": True}, t.host)[1]["listed"] is True
        assert [x["id"] for x in s.ask("GET", "/api/tables")[1]["tables"]] == [t.id]
        status, facts = t.ask("PATCH", "", {"seats": {"1": "bot:hard"}}, t.tokens[0])  # the maker's seat will do
        assert status == 200 and facts["seats"][1]["bot"] == "hard" and facts["status"] == "open"
        t.ask("PATCH", "", {"seats": {"1": "open"}}, t.host)
        bob = s.player(t, 1).until(lambda p: p.view)
        assert bob.act("start")["error"] == "forbidden"
        status, facts = t.ask("PATCH", "", {"seats": {"2": "greedy"}}, t.host)
        assert facts["status"] == "playing"
        assert ann.act("start")["t"] == "ok"
        assert t.ask("PATCH", "", {"seats": {"1": "open"}}, t.host)[1]["error"] == "refused"
        ann.dealt(), bob.dealt()
        play_some([ann, bob], 3)
        settle(ann, bob)
        assert t.ask("PATCH", "", {"close": True}, t.host)[1]["error"] == "refused"  # Bob may be winning
        assert t.ask("GET", "/record")[1]["error"] == "refused"
        assert ann.act("close")["t"] == "ok" and bob.act("close")["t"] == "ok"
        ann.until(lambda p: p.facts["status"] == "closed")
        assert ann.act("move", n=ann.view["n"], text="pass")["error"] == "refused"
        assert t.ask("PATCH", "", {"close": True}, t.host)[1]["error"] == "refused"
        for restart in (False, True):  # what was played stays, with the seed
            if restart:
                s.stop()
                s.start()
            status, record = t.ask("GET", "/record")
            assert status == 200 and b"proof seed " in record, record
            verify(record)
            assert t.facts()["proof"]["seed"] and t.ask("GET", "/replay")[0] == 200
        alone = s.table("famiglia", seats=["me", "easy"])
        assert alone.ask("PATCH", "", {"close": True}, alone.host)[1]["status"] == "closed"  # nobody else is there


def two_at(s: Server, t) -> list:
    return [p.dealt() for p in [s.player(t, 0), s.player(t, 1)]]


def test_who_agreed_to_close_is_kept():
    """An answer means that it is written: also that somebody agrees to end the game, at a table without a clock too."""
    with Server() as s:
        for clock in ("none", "bank 5m+5s"):
            t = s.table("famiglia", seats=["me", "open"], clock=clock)
            ann, bob = two_at(s, t)
            assert ann.act("close")["t"] == "ok"
            s.kill()
            s.start()
            assert t.facts()["closing"] == [0], clock
            ann.again(), bob.again()
            mover = next(p for p in (ann.dealt(), bob.dealt()) if p.view["moves"])
            mover.move(mover.view["moves"][0])  # the game goes on: nobody is held to it
            assert t.facts()["closing"] == [], clock
            s.kill()
            s.start()
            assert t.facts()["closing"] == [], clock


def test_a_finished_game_stays():
    """Nobody takes a result away by closing the table afterwards."""
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann, bob = two_at(s, t)
        play_out([ann, bob])
        status, said = t.ask("PATCH", "", {"close": True}, t.host)
        assert status >= 400 and said["error"] == "refused" and "result" in said["text"], said
        assert ann.act("close")["t"] == "no"
        assert t.facts()["status"] == "finished" and t.ask("GET", "/record")[0] == 200


def test_no_crowd_keeps_a_player_out():
    """Onlookers are counted, players are not; of one seat's connections the oldest gives way."""
    with Server(rates=["guests_per_table=5"]) as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann, bob = two_at(s, t)
        bob.close()
        crowd = [s.player(t).until(lambda p: p.view) for _ in range(5)]
        assert s.player(t).closing()[0] == 1013
        more = [s.player(t, 0).until(lambda p: p.view) for _ in range(12)]
        assert ann.closing()[0] == 1013 and more[3].closing()[0] == 1013  # 8 are left
        bob.again()
        bob.until(lambda p: p.view)
        mover = next(p for p in (more[-1], bob) if p.view["moves"])
        mover.move(mover.view["moves"][0])
        assert len(crowd) == t.facts()["onlookers"]


def test_each_seat_remembers_its_own_acts():
    """What others do pushes nothing out of a seat's memory; or the time of forgetting would tell of hidden steps."""
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann, bob = two_at(s, t)
        mover, other = (ann, bob) if ann.view["moves"] else (bob, ann)
        text, n = mover.view["moves"][0], mover.view["n"]
        assert mover.act("move", ref="once", n=n, text=text)["t"] == "ok"
        for i in range(80):
            assert other.act("back", ref=f"b{i}")["t"] == "ok"
        assert mover.act("move", ref="once", n=n, text=text)["t"] == "ok"  # heard already, not made again
        for i in range(80):
            assert mover.act("back", ref=f"c{i}")["t"] == "ok"
        assert mover.act("move", ref="once", n=n, text=text)["t"] == "no"


def test_onlookers_where_they_are_wanted():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"], onlookers=False)
        assert t.ask("GET")[0] == 401 and t.ask("GET", token="A" * 43)[0] == 403
        assert t.ask("GET", token=t.host)[0] == 200 and t.ask("GET", token=t.tokens[0])[0] == 200
        assert s.player(t).closing()[0] == 4403
        t = s.table("famiglia", seats=["me", "open"])
        onlooker = s.player(t).until(lambda p: p.view)
        assert onlooker.you is None and onlooker.view["view"] is None and onlooker.view["moves"] == []
        ann, bob = s.player(t, 0), s.player(t, 1)
        ann.until(lambda p: p.facts and p.facts["onlookers"] == 1, "one onlooker")
        for word in ("move", "undo", "say", "chat", "why", "hint", "pause", "leave", "rematch", "start"):
            assert onlooker.act(word, n=0, text="pass")["error"] == "forbidden", word
        onlooker.dealt()
        second = s.player(t).dealt()
        play_some([ann, bob], 5)
        settle(ann, bob, onlooker, second)
        assert onlooker.heard[-1] == second.heard[-1]
        second.close()
        ann.until(lambda p: p.facts["onlookers"] == 1, "one again")


# -- Playing


def test_answers_and_refusals():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann = s.player(t, 0).until(lambda p: p.view)
        assert ann.act("move", n=0, text="pass")["error"] == "refused"  # not begun
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()
        ann.dealt()
        mover, other = (ann, bob) if ann.view["moves"] else (bob, ann)
        assert mover.view["actors"] == [mover.you] and other.view["moves"] == []
        assert other.move("pass")["rule"].startswith("FA-")
        assert mover.move("fly")["error"] in ("malformed", "refused")
        assert mover.act("move", n=mover.view["n"] - 1, text=mover.view["moves"][0])["error"] == "stale"
        assert mover.act("why", text=mover.view["moves"][0])["legal"] is True
        assert mover.act("why", text="recruit F9")["t"] == "no"
        assert mover.act("hint")["error"] == "refused"
        assert mover.act("say", text="hello")["t"] == "no"  # Famiglia has no talk
        answer = mover.move(mover.view["moves"][0])
        assert answer["t"] == "ok"
        mover.fresh()
        assert mover.heard.index(json.dumps(answer, separators=(",", ":"))) < len(mover.heard) - 1
        mover.send({"t": "ping"})
        mover.until(lambda p: p.answers.get("pong"))
        for wrong in ({"t": "move", "n": 1, "text": "pass"}, {"t": "move", "ref": "", "n": 1, "text": "x"},
                      {"t": "move", "ref": "a b", "n": 1, "text": "x"}, {"t": "dance", "ref": "q1"},
                      {"t": "move", "ref": "q2", "n": -1, "text": "x"}, {"t": "move", "ref": "q3", "text": "x"},
                      {"t": "move", "ref": "q4", "n": 1}, {"t": "move", "ref": "q5", "n": 1, "text": 7},
                      {"t": "hello", "protocol": 1, "table": t.id}, {}, {"t": "since", "n": "x"}):
            before = len(mover.heard)
            mover.send(wrong)
            mover.until(lambda p: len(p.heard) > before)
            no = json.loads(mover.heard[-1])
            assert no["t"] == "no" and no["error"] == "malformed", (wrong, no)


def test_an_act_sent_twice_counts_once():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()
        ann.dealt()
        mover = ann if ann.view["moves"] else bob
        n, text = mover.view["n"], mover.view["moves"][0]
        first = mover.act("move", ref="once", n=n, text=text)
        assert first["t"] == "ok"
        assert mover.act("move", ref="once", n=n, text=text) == first
        tab = s.player(t, mover.you).dealt()
        assert tab.act("move", ref="once", n=n, text=text) == first
        other = bob if mover is ann else ann
        assert other.act("move", ref="once", n=n, text=text)["t"] == "no"  # a ref is a seat's own
        for p in (ann, bob):
            p.act("chat", ref="hi", text="hello")
            p.act("chat", ref="hi", text="hello")
        tab.until(lambda p: len(p.chats) == 2)
        s.stop()
        s.start()
        again = s.player(t, mover.you).dealt()
        assert again.act("move", ref="once", n=n, text=text) == first
        assert again.act("chat", ref="hi", text="hello")["t"] == "ok"
        assert [c["text"] for c in again.chats] == ["hello", "hello"]


def test_acts_sent_at_once_are_answered_in_order():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann = s.player(t, 0)
        for i in range(30):  # before the hello is answered, and while others are being written
            ann.say("chat", ref=f"c{i}", text=str(i))
            if i == 10:
                ann.until(lambda p: p.view)
        ann.until(lambda p: len(p.chats) == 30)
        assert [c["text"] for c in ann.chats] == [str(i) for i in range(30)]
        assert [c["n"] for c in ann.chats] == list(range(1, 31))
        assert all(len(a) == 1 and a[0]["t"] == "ok" for a in ann.answers.values())


def test_undo():
    with Server() as s:
        t = s.table("chicago", seats=["me", "open"])
        people = [s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()]
        people[0].dealt()
        dice, done = random.Random(3), 0
        for _ in range(400):
            for p in people:
                if p.view["undo"] and not p.pending and p.view["n"] >= p.known:
                    before = p.view["view"]
                    assert p.act("undo", n=p.view["n"])["t"] == "ok"
                    p.fresh()
                    assert p.view["view"] != before
                    assert p.events[p.view["n"]]["kind"] == "undo"
                    done += 1
            step(people, dice)
            if done >= 5:
                break
        assert done >= 5
        t = s.table("chicago", seats=["me", "open"], undo=False)
        people = [s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()]
        play_some(people, 30)
        assert not any(p.view["undo"] for p in people)
        assert people[0].act("undo", n=people[0].view["n"])["t"] == "no"


def check_positions(people):
    for seat, p in enumerate(people):
        p.until(lambda p: p.view and not p.pending)
        fields = dict((f.split(" ", 1) + [""])[:2] for f in p.view["position"].split("; "))
        for other, shown in enumerate(p.view["view"]["players"]):
            assert ("hand" in shown) == (other == seat)
            hand = [] if fields[f"hand{other}"] == "-" else fields[f"hand{other}"].split()
            assert hand == (shown["hand"] if other == seat else []), (seat, other, hand)


def test_a_position_for_those_who_ask():
    """Who has the engine asks for the own view as text too; it holds no more than the view."""
    with Server() as s:
        t = s.table("chicago_gangsters", players=3, seats=["me", "open", "open"])
        people = [s.player(t, seat, position=True) for seat in range(3)]
        plain = s.player(t, 0)
        check_positions(people)
        assert all(p.view["view"]["players"][seat]["hand"] for seat, p in enumerate(people))
        play_some(people, 12)
        check_positions(people)
        plain.until(lambda p: p.view)
        views = [json.loads(m) for m in plain.heard if json.loads(m)["t"] == "view"]
        assert views and not any("position" in v for v in views)


def test_two_tabs_agree_and_a_break_costs_nothing():
    with Server() as s:
        t = s.table("gangster", seats=["me", "open"])
        ann, tab, bob = s.player(t, 0), s.player(t, 0), s.player(t, 1)
        people = [ann, bob]
        play_some(people, 6)
        settle(ann, bob, tab)
        assert ann.events == tab.events and ann.heard[-1] == tab.heard[-1]
        ann.close()
        bob.until(lambda p: p.facts["seats"][0]["here"], "one tab is enough")
        tab.close()
        bob.until(lambda p: not p.facts["seats"][0]["here"], "nobody is here")
        seen = ann.seen
        play_some([bob], 1)
        settle(bob)
        ann.again()
        ann.until(lambda p: p.view)
        assert ann.view["first"] == min(seen, ann.view["n"]) and sorted(ann.events) == list(range(1, ann.view["n"] + 1))
        before = ann.view
        for since in (0, 3, before["n"], before["n"] + 50):
            ann.send({"t": "since", "n": since})
            old = len(ann.heard)
            ann.until(lambda p: len(p.heard) > old)
            expected = since if since <= before["n"] else 0  # who has seen more than there is begins anew
            assert ann.view["first"] == expected and ann.view["view"] == before["view"]
        play_out([ann, bob])


def test_chat():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann, bob = s.player(t, 0), s.player(t, 1)
        onlooker = s.player(t).dealt()
        for i in range(105):
            assert ann.act("chat", text=f"<b>{i}</b> ünï")["t"] == "ok"
        assert ann.act("chat", text="")["error"] == "malformed"
        assert ann.act("chat", text="x" * 201)["error"] == "malformed"
        assert ann.act("chat", text="a\u0007b")["error"] == "malformed"
        for p in (bob, onlooker):
            p.until(lambda p: len(p.chats) == 105)
            assert p.chats == ann.chats and p.chats[3]["name"] == "Guest 0" and p.chats[3]["seat"] == 0
        late = s.player(t, 1).dealt()
        assert [c["n"] for c in late.chats] == list(range(6, 106))
        assert t.ask("PATCH", "", {"mute": {"1": True}}, t.host)[0] == 200
        assert bob.act("chat", text="hm")["error"] == "forbidden"
        t.ask("PATCH", "", {"mute": {"1": False}}, t.host)
        assert bob.act("chat", text="hm")["t"] == "ok"
        t = s.table("famiglia", seats=["me", "open"], chat=False)
        assert s.player(t, 0).act("chat", text="hm")["error"] == "refused"


def test_rates():
    with Server(rates=["chats_per_minute=3", "tables_per_hour=2", "seats_per_minute=2", "acts_per_s=5", "acts_burst=10"]) as s:
        t = s.table("famiglia", seats=["me", "open"])
        ann = s.player(t, 0)
        got = [ann.act("chat", text="x")["t"] for _ in range(5)]
        assert got == ["ok"] * 3 + ["no"] * 2, got
        twice = s.player(t, 0).until(lambda p: p.view, "a view")  # the seat's second connection
        assert twice.act("chat", text="x")["error"] == "busy"
        got = [ann.act("why", text="x")["error"] for _ in range(12)]
        assert "busy" in got, got
        assert twice.act("why", text="x")["error"] == "busy"  # the seat's, not the connection's
        s.table("famiglia")
        assert s.ask("POST", "/api/tables", {"game": "famiglia"})[0] == 429
        got = [t.ask("POST", "/seats/0", {})[0] for _ in range(3)]
        assert got == [409, 409, 429], got


def test_hints_are_counted_by_seat():
    with Server(rates=["hints_per_minute=2"]) as s:
        t = s.table("gangster", seats=["me", "open"], hints=True)
        t.sit(1)
        seat = 0 if s.player(t, 0).dealt().view["moves"] else 1
        tabs = [s.player(t, seat).dealt() for _ in range(3)]
        assert [p.act("hint").get("error", "ok") for p in tabs] == ["ok", "ok", "busy"]


def test_pause():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"], clock="move 60s")
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()
        ann.dealt()
        assert ann.act("pause")["t"] == "ok"
        for p in (ann, bob):
            p.until(lambda p: p.facts["status"] == "paused" and not any(c["running"] for c in p.view["clocks"]))
            assert p.facts["paused_by"] == 0
        mover = ann if ann.view["actors"] == [0] else bob
        assert mover.act("move", n=mover.view["n"], text="pass")["error"] == "refused"
        left = ann.view["clocks"]
        s.stop()
        s.start()
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).until(lambda p: p.view)
        assert ann.facts["status"] == "paused" and ann.view["clocks"] == left
        assert ann.facts["paused_by"] == 0  # known over a restart
        assert bob.act("resume")["t"] == "ok"
        ann.until(lambda p: p.facts["status"] == "playing" and any(c["running"] for c in p.view["clocks"]))
        play_some([ann, bob], 2)
        t = s.table("famiglia", seats=["me", "open"], pause=False)
        ann, bob = s.player(t, 0), s.player(t, 1).dealt()
        assert bob.act("pause")["error"] == "refused"


def test_leaving_and_coming_back():
    with Server() as s:
        status, made = s.ask("POST", "/api/tables", {"game": "gangster", "players": 2, "seats": [
            {"kind": "me"}, {"kind": "open", "bot": "random"}]})
        from client import Table
        t = Table(s, made, "gangster", 2)
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()
        assert bob.act("leave")["t"] == "ok"
        ann.until(lambda p: p.facts["seats"][1]["away"], "away")
        for _ in range(5):  # the bot plays for Bob
            ann.until(lambda p: p.can_move() or p.is_over())
            if ann.is_over():
                break
            ann.move(ann.view["moves"][0])
            ann.fresh()
        bob.until(lambda p: p.view["n"] >= ann.view["n"] - 1)
        assert any(e["seat"] == 1 and e["kind"] == "move" for e in bob.events.values())
        assert bob.act("back")["t"] == "ok"
        play_some([ann, bob], 2)  # who comes back while being asked is shown so after the next move
        ann.until(lambda p: not p.facts["seats"][1]["away"], "back")
        assert ann.act("leave")["t"] == "ok"  # no bot is named: the safe default
        play_out([bob])
        assert any(e["seat"] == 0 and e["kind"] == "safe" for e in bob.events.values())


def test_mr_x_does_not_chat():
    """CG-10.7: free words of Mr. X are refused with the rule and reach nobody while his cards lie face down."""
    with Server() as s:
        t = s.table("chicago_gangsters", seats=["me", "open", "open", "open", "open"])
        people = [s.player(t, seat) for seat in range(5)]
        for p in people:
            p.dealt()
        mr_x = next(p for p in people if p.can_move())
        said = mr_x.act("chat", text="I will lay two W4 and one E5")
        assert said["t"] == "no" and said["error"] == "refused" and said["rule"] == "CG-10.7", said
        assert said["phrase"][0]["format"] == said["text"], said
        other = people[1 - mr_x.you] if mr_x.you < 2 else people[0]
        assert other.act("chat", text="Join us")["t"] == "ok"
        for p in people:
            p.until(lambda p: p.chats, "the word of the other")
            assert [c["text"] for c in p.chats] == ["Join us"], p.chats
        while mr_x.act("chat", text="Now I may")["t"] == "no":  # until the fight is over
            play_some(people, 1)
        assert any("reveal" in e["text"] or "lay" in e["text"] for e in mr_x.events.values())


def test_nobody_plays_on_over_a_restart():
    """A table that was left to its bots sleeps while nobody is there, after a restart too, until somebody comes."""
    with Server() as s:
        t = s.table("gangster", seats=["me", "random"])
        ann = s.player(t, 0).dealt()
        ann.until(lambda p: p.can_move(), "a turn")
        ann.close()
        eventually(lambda: t.facts()["asleep"], "sleep")
        assert t.ask("DELETE", "/seats/0", token=t.tokens[0])[0] == 200  # by a script: nobody is there
        for restart in (None, s.stop, s.kill):
            if restart:
                restart()
                s.start()
            moves = s.metrics()["speakeasy_moves_total"]
            time.sleep(3)  # the house asks the store every 2 s whom it has to wake
            assert t.facts()["asleep"] and s.metrics()["speakeasy_moves_total"] == moves
        s.player(t, 0).dealt().until(lambda p: not p.facts["asleep"] and p.is_over(), "the rest of the game")


def test_clocks_run_out():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"], clock="move 5s")
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()
        ann.dealt()
        asleep = s.table("famiglia", seats=["me", "open"], clock="move 5s bot")
        asleep.sit(1)
        mover, other = (ann, bob) if ann.view["moves"] else (bob, ann)
        start = time.monotonic()
        other.until(lambda p: any(e["kind"] == "safe" for e in p.events.values()), "the safe default")
        assert 4 < time.monotonic() - start < 15
        mover.until(lambda p: any(e["kind"] == "safe" for e in p.events.values()))
        assert not other.facts["seats"][mover.you]["away"] and not mover.view["away"]  # one decision, not the seat
        n = len(other.events)
        while not other.can_move():
            other.pump(0.1)
        other.move(other.view["moves"][0])
        mover.until(lambda p: p.can_move() or p.is_over())
        assert len(other.events) > n and mover.act("back")["t"] in ("ok", "no")
        looker = s.player(asleep).until(lambda p: p.facts and p.facts["asleep"], "sleep, where nobody sat all the while")
        played = lambda p: sum(e["seat"] != "chance" for e in p.events.values()) > 0
        assert not played(looker)
        first = s.player(asleep, 0).until(lambda p: p.view)
        assert first.you == 0
        looker.until(played, "the decision that was lost, now that somebody is there")


def test_hints():
    with Server() as s:
        t = s.table("gangster", seats=["me", "open"], hints=True)
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()
        ann.dealt()
        mover, other = (ann, bob) if ann.view["moves"] else (bob, ann)
        hint = mover.act("hint")
        assert hint["t"] == "ok" and all(h["text"] in mover.view["moves"] for h in hint["moves"]), hint
        assert all(0 <= h["share"] <= 10000 and 0 <= h["value"] <= 10000 for h in hint["moves"]), hint
        assert other.act("hint")["error"] == "refused"
        tab = s.player(t, mover.you).dealt()
        answers = [tab.say("hint") for _ in range(4)] and tab.until(lambda p: len(p.answers) == 4).answers.values()
        assert sorted(a[0].get("error", "") for a in answers) == ["", "busy", "busy", "busy"]  # one at a time


def test_talk_of_people_and_bots():
    with Server(rates=["talk_ms=400"]) as s:
        t = s.table("chicago_gangsters", seats=["me"] + ["normal@10ms"] * 2)
        ann = s.player(t, 0).dealt()
        assert ann.facts["rules"]["talk"] is True
        said, dice = 0, random.Random(4)
        end = time.monotonic() + 60
        while not ann.is_over():
            assert time.monotonic() < end
            if ann.view["speakers"] == [0] and not ann.pending and not ann.view["moves"]:  # the bots wait for it
                said += ann.act("say", text="pass" if said % 2 or said > 5 else "my_points 2 4")["t"] == "ok"
                ann.fresh()
            step([ann], dice)
        talk = [e for e in ann.events.values() if e["kind"] == "talk"]
        assert said >= 2 and len([e for e in talk if e["seat"] == 0]) == said, (said, [(e["n"], e["seat"], e["text"]) for e in talk])
        assert any(e["seat"] != 0 and e["text"] != "pass" for e in talk)
        mine = next(e for e in talk if e["text"] == "my_points 2 4")
        assert mine["phrase"] == [{"format": "I bring {a} to {b} points.", "args": {"a": 2, "b": 4}}], mine
        assert all(e["phrase"][0]["format"] for e in talk) and not any("phrase" in e for e in ann.events.values() if e not in talk)
        assert ann.act("say", text="pass")["t"] == "no"
        verify(t.ask("GET", "/record")[1])


# -- Breaks


def test_closed_tables_stay_closed():
    with Server() as s:
        tables = [s.table("famiglia", seats=["me", "open"], clock=clock) for clock in ("none", "move 60s", "bank 5m+5s")]
        begun = [s.table("famiglia", seats=["me", "random"], clock=clock) for clock in ("none", "move 5s", "bank 5m+5s")]
        for t in tables + begun:
            assert t.ask("PATCH", "", {"close": True}, t.host)[0] == 200
        s.stop()
        s.start()
        for t in tables + begun:
            assert t.facts()["status"] == "closed"
            assert s.player(t, 0).until(lambda p: p.view).act("move", n=0, text="pass")["t"] == "no"


def test_a_restart_in_the_middle():
    with Server() as s:
        tables = []
        for game, counts in counts_of_games().items():
            t = s.table(game, seats=["me"] + ["open"] * (counts[0] - 1) if game != "gangster" else ["me", "open", "greedy"])
            n = sum(1 for _ in range(counts[0])) if game != "gangster" else 2
            tables.append([s.player(t, i) for i in range(n)])
        for people in tables:
            play_some(people, 8)
        took = s.stop()
        assert took < 5, took
        for people in tables:
            for p in people:
                try:
                    p.closing()
                except AssertionError:
                    raise
                assert p.bye, "nobody said goodbye"
        s.start()
        for people in tables:
            events = [dict(p.events) for p in people]
            for p in people:
                p.again()
            for p, old in zip(people, events):
                p.until(lambda p: p.view)
                assert all(p.events[n] == e for n, e in old.items())
            play_out(people)


def test_tables_sleep_and_wake():
    with Server(rates=["sleep_ms=100"]) as s:
        t = s.table("famiglia", seats=["me", "open"])
        people = [s.player(t, 0), s.player(t, 1)]
        play_some(people, 4)
        settle(*people)
        for p in people:
            p.close()
        end = time.monotonic() + 20
        while s.metrics()["speakeasy_tables_live"] > 0:
            assert time.monotonic() < end
            time.sleep(0.1)
        for p in people:
            p.again()
        assert s.metrics()["speakeasy_tables_loaded_total"] >= 1
        play_out(people)


def test_rematch():
    with Server() as s:
        t = s.table("gangster", seats=["me", "open", "random"])
        ann, bob = s.player(t, 0).until(lambda p: p.view), s.player(t, 1).dealt()
        assert ann.act("rematch")["error"] == "refused"
        assert t.ask("POST", "/rematch", token=t.tokens[0])[1]["error"] == "refused"
        play_out([ann, bob])
        assert t.ask("POST", "/rematch")[0] == 401
        status, mine = t.ask("POST", "/rematch", {"nonce": "0a"}, t.tokens[0])
        assert status == 200 and mine["seat"] == 1 and mine["id"] != t.id, mine
        again = t.ask("POST", "/rematch", token=t.tokens[0])[1]
        assert (again["id"], again["token"]) == (mine["id"], mine["token"])
        bob.until(lambda p: p.facts["rematch"] == mine["id"], "the next table's name")
        facts = s.ask("GET", f"/api/tables/{mine['id']}")[1]
        assert [x["kind"] for x in facts["seats"]] == ["bot", "person", "open"] and facts["before"] == t.id
        assert s.ask("POST", f"/api/tables/{mine['id']}/seats/2", {"name": "Eve"})[1]["error"] == "taken"
        his = bob.act("rematch")
        assert his["t"] == "ok" and his["id"] == mine["id"] and his["seat"] == 2 and his["commitment"] != t.commitment
        from client import Player
        s.tokens += [mine["token"], his["token"]]
        people = [Player(s, mine["id"], mine["token"]), Player(s, mine["id"], his["token"])]
        play_out(people)
        assert [p.you for p in people] == [1, 2]
        assert people[0].facts["seats"][1]["name"] == "Guest 0"
        verify(s.ask("GET", f"/api/tables/{mine['id']}/record")[1], "--commitment", mine["commitment"], "--mine", "0a")


def test_the_door():
    with Server() as s:
        t = s.table("famiglia", seats=["me", "open"])
        for first, code in (({"t": "move"}, 4400), ({"t": "hello", "protocol": 2, "table": t.id}, 4400), ([], 4400),
                            ({"t": "hello", "protocol": 1, "table": "k7Rq0ZbT1xYv"}, 4404),
                            ({"t": "hello", "protocol": 1, "table": "../etc"}, 4404),
                            ({"t": "hello", "protocol": 1}, 4404),
                            ({"t": "hello", "protocol": 1, "table": t.id, "token": "short"}, 4403),
                            ({"t": "hello", "protocol": 1, "table": t.id, "token": "A" * 43}, 4403),
                            ({"t": "hello", "protocol": 1, "table": t.id, "token": 7}, 4403),
                            ({"t": "hello", "protocol": 1, "table": t.id, "seen": "x"}, 4400)):
            from client import Player
            p = Player(s, t.id, hello=False)
            p.send(first)
            assert p.closing()[0] == code, (first, code)
        host = Player(s, t.id, t.host).until(lambda p: p.view)
        assert host.you is None and json.loads(host.heard[0])["host"] is True


def test_the_page_and_the_qr_code():
    with tempfile.TemporaryDirectory() as web, tempfile.TemporaryDirectory() as more:
        with open(os.path.join(web, "index.html"), "w") as f:
            f.write("<!doctype html>the page")
        with open(os.path.join(more, "speakeasy.wasm"), "wb") as f:
            f.write(b"\0asm")
        with Server("--web", web + ":" + more) as s:
            t = s.table("famiglia")
            assert s.ask("GET", "/") == (200, b"<!doctype html>the page")
            assert s.ask("GET", f"/t/{t.id}")[0] == 302, "a link leads to the page of its table"
            assert s.ask("GET", "/speakeasy.wasm") == (200, b"\0asm")
            assert s.ask("GET", "/t/nothing")[0] == 404 and s.ask("GET", "/../etc/passwd")[0] in (400, 404)
            status, svg = t.ask("GET", "/qr.svg")
            assert status == 200 and svg.lstrip().startswith(b"<"), svg[:50]
            status, mine = t.ask("GET", "/qr.svg", token=t.tokens[0])
            assert status == 200 and len(mine) > len(svg), "a seat's own link is longer"
            assert t.ask("GET", "/qr.svg") == (200, svg), "and nobody else's"


if __name__ == "__main__":
    main(globals())
