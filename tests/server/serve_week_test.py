#!/usr/bin/env python3
"""A week of deals of the day on a real server whose clock is moved: midnight passes, seeds are committed to before the day and told after it,
streaks grow and break, the archive has every day, and `speakeasy verify` proves at the end of each that all had the same deal. SPK_LONG=1: two
games, and nine days."""
import datetime
import hashlib
import os
import re
import subprocess
import tempfile

from client import PATIENCE, House, Player, eventually, is_long, main, play_out
from moved import Moved, is_possible


def day_of(server: Moved) -> str:
    return datetime.datetime.fromtimestamp(server.now(), datetime.timezone.utc).date().isoformat()


def sign_up(server: Moved, name: str) -> str:
    status, made = server.ask("POST", "/api/accounts", {"name": name, "password": "a long enough secret"})
    assert status == 201, made
    return made["session"]


def get(server: Moved, path: str, session=None) -> dict:
    status, told = server.ask("GET", path, None, session)
    assert status == 200, (path, status, told)
    return told


def deal(server: Moved, game: str, session=None) -> dict:
    return next(g for g in get(server, "/api/daily", session)["games"] if g["game"] == game)


def play(server: Moved, game: str, session: str, path="") -> dict:
    """A try to its end; what the house said of it when it began."""
    status, made = server.ask("POST", f"/api/daily/{game}{path}", {}, session)
    assert status == 201, (status, made)
    player = Player(server, made["id"], made["token"])
    play_out([player])
    player.close()
    return made


def record(server: Moved, made: dict) -> str:
    status, text = server.ask("GET", f"/api/tables/{made['id']}/record", None, made["token"])
    assert status == 200, (status, text)
    return text.decode()


def verify(text: str, code=0) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "game.play")
        with open(file, "w", encoding="utf-8") as f:
            f.write(text)
        done = subprocess.run([House.host, "verify", file], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == code, done
    return done.stdout


def fact(text: str, name: str) -> str:
    return re.search(rf"^proof {name} (\S+)", text, re.M)[1]


def begins_ms(day: str) -> float:
    return datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.timezone.utc).timestamp() * 1000


def prove(server: Moved, game: str, day: str, tries: list, committed: str, is_known_beforehand: bool) -> None:
    """The day is over: the seed is told, it is what was committed to before the day, and it explains every card of every try. In the first
    days of its life a house draws late."""
    told = get(server, f"/api/daily/{game}/{day}")
    assert told["seed"] and told["commitment"] == committed, told
    assert told["committed"] < begins_ms(day) or not is_known_beforehand, told
    texts = [record(server, made) for made in tries]
    for text in texts:
        verify(text)
        assert fact(text, "table") == f"daily-{day}-{game}" and fact(text, "commitment") == committed
        assert fact(text, "seed") == told["seed"]
    other = hashlib.sha256(told["seed"].encode()).hexdigest()
    verify(texts[0].replace(told["seed"], other), code=1)


def one_day(server: Moved, game: str, people: dict, skips: str) -> tuple:
    """Everybody plays, but one; the first time counts, a second one and one of yesterday do not."""
    day, now = day_of(server), deal(server, game)
    assert get(server, f"/api/daily/{game}/{day}")["seed"] is None
    assert deal(server, game)["next_commitment"] != now["commitment"]
    tries = []
    for name, session in people.items():
        if name == skips:
            continue
        made = play(server, game, session)
        assert made["rated"] and made["commitment"] == now["commitment"], made
        tries.append(made)
    again = play(server, game, next(iter(people.values())))
    assert again["rated"] is False and "proof seed" not in record(server, again), "not before the day is over"
    eventually(lambda: get(server, f"/api/daily/{game}/{day}")["house"], "the house's own result")
    return day, tries + [again], now["commitment"], now["next_commitment"]


def test_a_week():
    if not is_possible():
        print("# skipped: a sanitizer wants to be loaded first", flush=True)
        return
    games = ["famiglia", "gangster"] if is_long() else ["famiglia"]
    days = 9 if is_long() else 7
    with Moved("--limit", "acts_per_s=0") as server:
        people = {name: sign_up(server, name) for name in ("Ann", "Bob")}
        server.pass_until(9)
        seeds, next_one = set(), {}
        for i in range(days):
            skips = "Bob" if i == 3 else ""
            found = {game: one_day(server, game, people, skips) for game in games}
            for game, (day, _, commitment, tomorrow) in found.items():
                assert next_one.get(game, commitment) == commitment, "what was committed to yesterday is today's deal"
                next_one[game] = tomorrow
            eventually(lambda: get(server, "/api/daily", people["Ann"])["streak"] == i + 1, "Ann has missed no day")
            if not skips:
                eventually(lambda: get(server, "/api/daily", people["Bob"])["streak"] == (i + 1 if i < 3 else i - 3), "Bob's streak")
            server.pass_until(23.99)
            assert day_of(server) == day
            server.pass_time(seconds=120)  # midnight
            assert day_of(server) > day
            for game, (day, tries, commitment, _) in found.items():
                prove(server, game, day, tries, commitment, i >= 3)
                seeds.add(get(server, f"/api/daily/{game}/{day}")["seed"])
                standing = get(server, f"/api/daily/{game}/{day}", people["Ann"])
                assert standing["finished"] == len(tries) - 1 and standing["mine"]["place"] and standing["standing"], standing
            server.pass_until(9)
            if i == 4:
                server.kill()  # the night was rough
                server.start()
        assert len(seeds) == days * len(games), "no deal twice"
        for game in games:
            archive = get(server, f"/api/daily/{game}")["days"]
            assert [d["day"] for d in archive] == sorted((d["day"] for d in archive), reverse=True)
            assert len([d for d in archive if d["seed"]]) == min(days, 59), archive
            made = play(server, game, people["Ann"], f"/{archive[1]['day']}")  # yesterday's, for practice
            assert made["rated"] is False and fact(record(server, made), "seed") == archive[1]["seed"]
        print(f"# {days} days, {len(seeds)} deals", flush=True)


def test_a_try_that_midnight_overtakes():
    """Begun before midnight, finished after it: no result, and no day of the streak; the deal is told all the same."""
    if not is_possible():
        return
    with Moved() as server:
        ann = sign_up(server, "Ann")
        server.pass_until(23.9)
        day = day_of(server)
        status, made = server.ask("POST", "/api/daily/famiglia", {}, ann)
        assert status == 201 and made["rated"], made
        server.pass_time(seconds=1800)
        player = Player(server, made["id"], made["token"])
        play_out([player])
        told = get(server, f"/api/daily/famiglia/{day}", ann)
        assert told["finished"] == 0 and get(server, "/api/daily", ann)["streak"] == 0, told
        verify(record(server, made))
        assert play(server, "famiglia", ann)["rated"], "today is another day"


if __name__ == "__main__":
    main(globals())
