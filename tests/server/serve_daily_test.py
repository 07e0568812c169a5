#!/usr/bin/env python3
"""The deal of the day on a server that is killed in the middle: the deal, the commitments and the one rated try are still there, the
game goes on and counts, and the record proves itself when the day is over."""
from client import Player, Server, main, play_out


def begin(server: Server, session=None, **body) -> dict:
    status, made = server.ask("POST", "/api/daily/famiglia", body, token=session)
    assert status in (200, 201), made
    return made


def sign_up(server: Server, name: str) -> str:
    status, made = server.ask("POST", "/api/accounts", {"name": name, "password": "a long enough secret"})
    assert status == 201, made
    return made["session"]


def overview(server: Server, session=None) -> dict:
    status, today = server.ask("GET", "/api/daily", token=session)
    assert status == 200, today
    return today


def test_killed_in_the_middle():
    with Server(durability="full") as server:
        ann = sign_up(server, "Ann")
        before = overview(server, ann)
        made = begin(server, ann, device="d1")
        assert made["rated"]
        server.kill()
        server.start()
        after = overview(server, ann)
        for one, two in zip(before["games"], after["games"]):
            assert one["commitment"] == two["commitment"] and one["next_commitment"] == two["next_commitment"]
        again = begin(server, ann, device="d1")
        assert again["id"] == made["id"] and again["rated"]  # the same try, not another one
        player = Player(server, made["id"], made["token"])
        play_out([player])
        mine = next(g["mine"] for g in overview(server, ann)["games"] if g["game"] == "famiglia")
        assert mine["place"] in (1, 2)
        server.kill()  # what was told is written
        server.start()
        day = after["day"]
        status, results = server.ask("GET", f"/api/daily/famiglia/{day}", token=ann)
        assert status == 200 and results["finished"] == 1 and results["mine"]["place"] == mine["place"]
        assert overview(server, ann)["streak"] == 1
        status, record = server.ask("GET", f"/api/tables/{made['id']}/record", token=ann)
        assert status == 200
        text = record if isinstance(record, str) else record.decode()
        assert f"proof table daily-{day}-famiglia" in text and "proof seed" not in text
        assert begin(server, ann)["rated"] is False


def test_a_try_is_its_players_own():
    """No bot plays it on, and it cannot be given up; after the end there is nothing to refuse."""
    with Server() as server:
        ann = sign_up(server, "Ann")
        made = begin(server, ann)
        player = Player(server, made["id"], made["token"]).dealt()
        for word in ("leave", "close"):
            told = player.act(word)
            assert told["t"] == "no" and "waits for you" in told["text"], told
        for method, path, body, token in (("DELETE", f"/seats/{made['seat']}", None, made["token"]), ("PATCH", "", {"close": True}, made["host"])):
            status, told = server.ask(method, f"/api/tables/{made['id']}{path}", body, token)
            assert status == 422 and "waits for you" in told["text"], (method, status, told)
        guest = begin(server)
        other = Player(server, guest["id"], guest["token"]).dealt()
        assert other.act("leave")["t"] == "ok"  # for practice
        play_out([player])
        assert overview(server, ann)["streak"] == 1


def test_switched_off():
    with Server("--daily", "off") as server:
        status, why = server.ask("GET", "/api/daily")
        assert status == 404, why


if __name__ == "__main__":
    main(globals())
