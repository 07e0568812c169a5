#!/usr/bin/env python3
"""Ratings over real sockets: which tables may be rated and who may sit there, a game that counts once, leavers, crashes,
standings and profiles, being forgotten, and `speakeasy admin ratings`."""
import json
import subprocess

from client import PATIENCE, House, Player, Server, Table, eventually, main, play_out

PASSWORD = "correct horse"
RATED = {"rated": True, "clock": "move 5m", "game": "famiglia", "players": 2}


def account(server: Server, name: str) -> str:
    status, made = server.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
    assert status == 201, (status, made)
    server.tokens.append(made["session"])
    return made["session"]


def refused(answer, words: str, status=422) -> None:
    assert answer[0] == status and words in answer[1]["text"], answer


def rated_table(server: Server, maker: str, seats=("me", "open"), **more) -> Table:
    kinds = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "bot": s} for s in seats]
    body = {**RATED, "players": len(seats), "seats": kinds, **more}
    status, made = server.ask("POST", "/api/tables", body, token=maker)
    assert status == 201, (status, made)
    return Table(server, made, body["game"], len(seats))


def sit(server: Server, table: Table, seat: int, session: str, name="Guest"):
    status, taken = server.ask("POST", f"/api/tables/{table.id}/seats/{seat}", {"name": name}, token=session)
    if status == 200:
        table.tokens[seat] = taken["token"]
    return status, taken


def pair(server: Server, first: str, second: str) -> list:
    """Two people at a rated table, dealt."""
    table = rated_table(server, first)
    assert sit(server, table, 1, second)[0] == 200
    return [Player(server, table.id, table.tokens[seat]).dealt() for seat in (0, 1)]


def standings(server: Server, where="famiglia/2", **params) -> list:
    query = "&".join(f"{k}={v}" for k, v in params.items())
    status, told = server.ask("GET", f"/api/ratings/{where}" + (f"?{query}" if query else ""))
    assert status == 200, (status, told)
    return told["standings"]


def counted(server: Server, games: int, where="famiglia/2") -> list:
    """Wait until so many games count for each of its players."""
    eventually(lambda: (s := standings(server, where)) and all(x["games"] == games for x in s), "it to count")
    return standings(server, where)


def admin(server: Server, *words: str, code=0) -> str:
    done = subprocess.run([House.host, "admin", *words, *server.place()], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE)
    assert done.returncode == code, done
    return done.stderr if code else done.stdout


def test_which_tables_may_be_rated():
    with Server() as server:
        ann = account(server, "Ann")

        def make(token=ann, seats=("me", "open"), **more):
            kinds = [{"kind": s} if s in ("me", "open", "hotseat") else {"kind": "bot", "bot": s} for s in seats]
            body = {**RATED, "players": len(seats), "seats": kinds, **more}
            return server.ask("POST", "/api/tables", body, token=token)
        refused(make(clock="none"), "needs a clock")
        refused(make(undo=True), "taken back")
        refused(make(hints=True), "no hints")
        refused(make(options={"show_hands": "off"}), "standard rules")
        refused(make(token=None), "Sign in")
        refused(make(seats=("me", "hotseat")), "device of their own")
        refused(make(seats=("me", "me")), "sits twice")
        refused(make(seats=("me", "easy", "easy"), game="gangster"), "sits twice")
        refused(make(seats=("me", "hard@50ms")), "house's levels")
        refused(make(seats=("me", "random")), "house's levels")
        refused(make(rated="yes"), "rated", 400)
        for more in ({}, {"preset": "letter"}, {"seats": ("me", "hard")}, {"options": {"show_hands": "on"}}):
            status, made = make(**more)
            assert status == 201, (more, made)
        facts = server.ask("GET", f"/api/tables/{made['id']}")[1]
        assert facts["rated"] is True and facts["rules"]["undo"] is False, facts
        listed = make(listed=True)[1]["id"]
        told = {t["id"]: t for t in server.ask("GET", "/api/tables")[1]["tables"]}
        assert told[listed]["rated"] is True, told


def test_who_may_sit_there():
    with Server() as server:
        ann, bob = account(server, "Ann"), account(server, "Bob")
        table = rated_table(server, ann, ("me", "open", "open"), game="gangster")
        refused(sit(server, table, 1, None), "Sign in")
        refused(sit(server, table, 1, ann, "Other"), "sits twice")
        assert sit(server, table, 1, bob)[0] == 200
        for word, words in (("bot:hard@5ms", "levels"), ("bot:mcts-1000", "levels")):
            refused(table.ask("PATCH", "", {"seats": {"2": word}}, token=table.host), words)
        assert table.ask("PATCH", "", {"seats": {"2": "bot:easy"}}, token=table.host)[0] == 200
        claim = server.ask("POST", "/api/me/seats", {"table": table.id, "token": table.tokens[1]}, token=ann)
        refused(claim, "a seat stays")
        wide = rated_table(server, ann, ("me", "open", "open"), game="gangster")
        refused(wide.ask("PATCH", "", {"seats": {"1": "bot:easy", "2": "bot:easy"}}, token=wide.host), "sits twice")


def test_a_game_counts_once():
    with Server() as server:
        ann, bob = account(server, "Ann"), account(server, "Bob")
        assert standings(server) == []
        players = pair(server, ann, bob)
        play_out(players)
        first, second = counted(server, 1)
        result = players[0].view["result"]
        assert first["place"] == 1 and first["kind"] == "person" and first["points"] >= 1500 >= second["points"], (first, second)
        assert {first["name"], second["name"]} == {"Ann", "Bob"} and first["wins"] >= second["wins"], (first, second)
        if len(result["winners"]) == 1:
            assert first["name"] == ("Ann", "Bob")[result["winners"][0]], (first, result)
            assert first["doubt"] < 600 and first["points"] > 1500
        assert standings(server, count=1) == [first]
        status, page = server.ask("GET", "/api/ratings/famiglia/2?count=1")
        status, rest = server.ask("GET", f"/api/ratings/famiglia/2?after={page['next']}")
        assert rest["standings"] == [second] and rest["next"] is None, rest
        status, told = server.ask("GET", "/api/people/ann")
        assert status == 200 and told["name"] == "Ann" and told["statistics"]["games"] == 1, told
        rating, curve = told["ratings"]["famiglia/2"], told["curves"]["famiglia/2"]["points"]
        assert rating["games"] == 1 and curve[-1][1:] == [rating["points"], rating["doubt"], players[0].table], told
        assert server.metrics()["speakeasy_games_rated_total"] == 1
        players[0].act("rematch")  # is rated again; words at a finished table count for nothing
        players[0].act("chat", text="once more?")
        assert counted(server, 1)
        assert "every rating is what the games say" in admin(server, "ratings", "check")
        assert "Ann" in admin(server, "ratings")


def test_against_bots_and_by_the_number_of_players():
    with Server() as server:
        ann = account(server, "Ann")
        table = rated_table(server, ann, ("me", "easy", "normal"), game="gangster")
        play_out([Player(server, table.id, table.tokens[0]).dealt()])
        rows = counted(server, 1, "gangster/3")
        assert sorted((x["kind"], x["name"]) for x in rows) == [("bot", "easy"), ("bot", "normal"), ("person", "Ann")], rows
        assert standings(server) == []
        for where in ("famiglia/9", "poker/2", "famiglia/x"):
            assert server.ask("GET", f"/api/ratings/{where}")[0] == 404, where
        for query in ("count=0", "count=x", "after=x", "after=-1.2.x", "after=1.x.y"):
            assert server.ask("GET", f"/api/ratings/famiglia/2?{query}")[0] == 400, query
        assert server.ask("GET", "/api/people/Nobody")[0] == 404


def test_who_leaves_comes_last():
    with Server() as server:
        ann, bob = account(server, "Ann"), account(server, "Bob")
        for _ in range(2):  # whoever would have won: the one who is there at the end does
            players = pair(server, ann, bob)
            assert players[1].act("leave")["t"] == "ok"
            players[1].close()
            play_out(players[:1])
        rows = counted(server, 2)
        assert [(x["name"], x["wins"]) for x in rows] == [("Ann", 2), ("Bob", 0)], rows


def test_a_crash_counts_nothing_twice():
    with Server() as server:
        ann, bob = account(server, "Ann"), account(server, "Bob")
        for games in range(1, 4):
            play_out(pair(server, ann, bob))
            server.kill()
            server.start()
            counted(server, games)
        server.kill()
        # As if the last one had crashed before it was counted.
        key = server.sql("select key from notes where kind = 'rated' order by rank desc")[0][0]
        server.sql(f"update notes set list = 'new', rank = 5 where kind = 'rated' and key = '{key}'")
        server.sql("delete from notes where kind in ('ladder', 'rating', 'curve')")
        (left,), = server.sql("select count(*) from notes where kind = 'rated' and list <> 'new'")
        server.sql("insert into notes (kind, key, rank, text, version) "
                   f"values ('ladder', 'famiglia/2', 0, '{json.dumps({'lines': left})}', 1)")
        assert "recompute" in admin(server, "ratings", "check", code=2)
        admin(server, "ratings", "recompute")
        server.start()
        counted(server, 3)
        assert "every rating is what the games say" in admin(server, "ratings", "check")


def test_recomputing_gives_the_same_numbers():
    with Server() as server:
        people = [account(server, name) for name in ("Ann", "Bob", "Eve")]
        for i in range(6):
            play_out(pair(server, people[i % 3], people[(i + 1) % 3]))
        before = counted(server, 4)
        server.sql("delete from notes where kind = 'curve'")
        server.sql("update notes set rank = 1, text = replace(text, 'games', 'gamez') where kind = 'rating'")
        server.sql("delete from notes where kind = 'rating' and text like '%Eve%'")
        server.sql("insert into notes (kind, key, list, rank, text, version) values ('rating', 'famiglia/2/b:hard', "
                   "'famiglia/2', 99, '{\"who\":\"b:hard\",\"name\":\"hard\"}', 1)")
        assert "6 games say" in admin(server, "ratings", "check", code=2)
        assert "are right now" in admin(server, "ratings", "recompute")
        assert standings(server) == before
        assert len(server.ask("GET", "/api/people/Eve")[1]["curves"]["famiglia/2"]["points"]) == 4
        # Whoever is forgotten is on no list any more; what the others have stays as it was.
        assert server.ask("DELETE", "/api/me", {"password": PASSWORD}, token=people[0])[0] == 204
        assert [x["name"] for x in standings(server)] == [x["name"] for x in before if x["name"] != "Ann"]
        assert "every rating is what the games say" in admin(server, "ratings", "recompute")
        assert server.ask("GET", "/api/people/Ann")[0] == 404
        assert not server.sql("select * from notes where text like '%Ann%'")


def test_a_house_without_ratings():
    for words in (("--ratings", "off"), ("--accounts", "off")):
        with Server(*words) as server:
            token = account(server, "Ann") if words[0] == "--ratings" else None
            refused(server.ask("POST", "/api/tables", RATED, token=token), "keeps no ratings")
            refused(server.ask("GET", "/api/ratings/famiglia/2"), "keeps no ratings", 404)
            status, told = server.ask("GET", "/api/people/Ann")  # what somebody has played is no rating
            assert (status, told.get("ratings")) == ((200, {}) if token else (404, None)), told


if __name__ == "__main__":
    main(globals())
