#!/usr/bin/env python3
"""Accounts over real sockets: making one, signing in and out, gathering seats, statistics, being forgotten; and
what guessers of passwords meet."""
import concurrent.futures
import sqlite3
import time

from client import Gone, House, Player, Server, main, play_out

PASSWORD = "correct horse"


def make(server: Server, name: str, password=PASSWORD) -> str:
    status, made = server.ask("POST", "/api/accounts", {"name": name, "password": password})
    assert status == 201 and made["name"] == name, (status, made)
    assert made["expires"] > time.time() * 1000 + 80 * 24 * 3600 * 1000, made
    server.tokens.append(made["session"])
    return made["session"]


def sign_in(server: Server, name: str, password=PASSWORD):
    return server.ask("POST", "/api/sessions", {"name": name, "password": password})


def me(server: Server, session: str) -> dict:
    status, told = server.ask("GET", "/api/me", token=session)
    assert status == 200, (status, told)
    return told


def refused(answer, status: int, code: str, words="") -> None:
    assert answer[0] == status and answer[1]["error"] == code and words in answer[1]["text"], answer


def test_make_sign_in_and_out():
    with Server() as server:
        first = make(server, "Ann")
        assert me(server, first)["name"] == "Ann"
        status, signed = sign_in(server, "ANN")
        assert status == 200 and signed["name"] == "Ann" and signed["session"] != first, (status, signed)
        server.tokens.append(signed["session"])
        assert server.ask("DELETE", "/api/sessions", token=first) == (204, b"")
        refused(server.ask("GET", "/api/me", token=first), 401, "forbidden", "Sign in")
        assert me(server, signed["session"])["statistics"] == {"games": 0, "wins": 0, "by_game": {}}


def test_sessions_survive_a_restart_and_expire():
    with Server() as server:
        session = make(server, "Ann")
        server.stop()
        server.start()
        assert me(server, session)["name"] == "Ann"
        server.stop()
        with sqlite3.connect(server.data + "/speakeasy.db") as db:
            db.execute("update sessions set expires = ?", (int(time.time() * 1000) - 1,))
        db.close()
        server.start()
        refused(server.ask("GET", "/api/me", token=session), 401, "forbidden")
        status, signed = sign_in(server, "Ann")  # which sweeps out what has expired
        assert status == 200
        with sqlite3.connect(server.data + "/speakeasy.db") as db:
            assert db.execute("select count(*) from sessions").fetchone() == (1,)
        db.close()


def test_a_session_that_expires_closes_its_connections():
    """Nobody signs in or out meanwhile: the time alone ends it."""
    with Server() as server:
        session = make(server, "Ann")
        table = server.table("famiglia")
        assert server.ask("POST", "/api/me/seats", {"table": table.id, "token": table.tokens[0]}, token=session)[0] == 204
        server.stop()
        with sqlite3.connect(server.data + "/speakeasy.db") as db:
            db.execute("update sessions set expires = ?", (int(time.time() * 1000) + 6000,))
        db.close()
        server.start()
        by_session = Player(server, table.id, session).until(lambda p: p.facts, "facts")
        by_token = Player(server, table.id, table.tokens[0]).until(lambda p: p.facts, "facts")
        assert by_session.you == by_token.you == 0
        assert by_session.closing() == (4403, "this session has ended")
        assert by_token.act("chat", text="still here")["t"] == "ok"  # a seat's own token is no session


def test_names_are_taken_once_whatever_their_capitals():
    with Server() as server:
        make(server, "J\u00fcrgen")
        answer = server.ask("POST", "/api/accounts", {"name": "J\u00dcRGEN", "password": PASSWORD})
        refused(answer, 409, "taken", "name is taken")
        with concurrent.futures.ThreadPoolExecutor(6) as pool:  # at once: one of them
            answers = list(pool.map(lambda _: server.ask("POST", "/api/accounts", {"name": "Bob", "password": PASSWORD}),
                                    range(6)))
        assert sorted(status for status, _ in answers) == [201, 409, 409, 409, 409, 409], answers


def test_wrong_names_and_passwords_are_answered_alike():
    with Server() as server:
        make(server, "Ann")
        wrong, unknown = sign_in(server, "Ann", "correct house"), sign_in(server, "Nobody")
        refused(wrong, 401, "forbidden", "Wrong name or password")
        assert wrong == unknown
        for name, password, words in [("", PASSWORD, "name"), ("a" * 40, PASSWORD, "name"), ("a\nb", PASSWORD, ""),
                                      ("Bob", "short", "8 to 200"),
                                      ("Bob", "x" * 201, "200"), (5, PASSWORD, "text"), ("Bob", None, "8 to 200")]:
            for path in ("/api/accounts", "/api/sessions"):
                refused(server.ask("POST", path, {"name": name, "password": password}), 400, "malformed", words)
        for body in (b"", b"[]", b"{", b'{"name":"Bob","name":"Eve","password":"12345678"}', b"\xff"):
            refused(server.ask("POST", "/api/accounts", body), 400, "malformed")


def test_sessions_are_asked_for():
    with Server() as server:
        table = server.table()
        for method, path, body in [("GET", "/api/me", None), ("DELETE", "/api/me", None), ("DELETE", "/api/sessions", None),
                                   ("POST", "/api/me/seats", {"table": table.id, "token": table.tokens[0]}),
                                   ("PATCH", "/api/me", {"password": PASSWORD, "new_password": PASSWORD})]:
            refused(server.ask(method, path, body), 401, "forbidden")
            for token in ("x", "A" * 43, table.tokens[0], table.host):  # a seat is no session
                refused(server.ask(method, path, body, token=token), 401, "forbidden")


def test_seats_are_gathered_on_all_devices():
    with Server() as server:
        session = make(server, "Ann")
        table = server.table(seats=["me", "open"])
        claim = {"table": table.id, "token": table.tokens[0]}
        assert server.ask("POST", "/api/me/seats", claim, token=session) == (204, b"")
        assert server.ask("POST", "/api/me/seats", claim, token=session) == (204, b"")  # twice is once
        mine = me(server, session)["tables"]
        assert [(t["id"], t["mine"], t["status"], t["game"]) for t in mine] == [(table.id, [0], "open", "famiglia")], mine
        assert mine[0]["seats"][0] == {"kind": "person", "name": "Guest 0"}, mine
        other = Player(server, table.id, session).until(lambda p: p.facts, "facts")
        assert other.you == 0
        other.close()

        bob = make(server, "Bob")
        status, taken = table.ask("POST", "/seats/1", {"name": "Bob"}, token=bob)
        assert status == 200, (status, taken)
        server.tokens.append(taken["token"])
        assert me(server, bob)["tables"][0]["mine"] == [1]
        assert Player(server, table.id, bob).until(lambda p: p.facts, "facts").you == 1
        refused(server.ask("POST", "/api/me/seats", {"table": table.id, "token": "A" * 43}, token=bob), 404, "unknown")
        refused(server.ask("POST", "/api/me/seats", {"table": "A" * 12, "token": table.tokens[0]}, token=bob), 404, "unknown")
        refused(server.ask("POST", "/api/me/seats", {"table": "x", "token": "y"}, token=bob), 400, "malformed")


def test_a_maker_who_is_signed_in_owns_the_seat():
    with Server() as server:
        session = make(server, "Ann")
        status, made = server.ask("POST", "/api/tables", {"game": "famiglia", "seats": [{"kind": "me", "name": "Ann"},
                                                                                        {"kind": "open"}]}, token=session)
        assert status == 201, (status, made)
        server.tokens += [made["host"], made["seats"][0]["token"]]
        assert [t["id"] for t in me(server, session)["tables"]] == [made["id"]]


def test_statistics_count_games_and_wins():
    with Server() as server:
        ann, bob = make(server, "Ann"), make(server, "Bob")
        wins = {0: 0, 1: 0}
        for _ in range(3):
            table = server.table(seats=["me", "open"])
            players = [server.player(table, 0), server.player(table, 1)]
            for seat, session in enumerate([ann, bob]):
                claim = {"table": table.id, "token": table.tokens[seat]}
                assert server.ask("POST", "/api/me/seats", claim, token=session)[0] == 204
            play_out(players)
            for seat in players[0].view["result"]["winners"]:
                wins[seat] += 1
            for player in players:
                player.close()
        server.table(seats=["me", "open"])  # somebody else's, and not finished
        for seat, session in enumerate([ann, bob]):
            told = me(server, session)
            assert told["statistics"]["by_game"] == {"famiglia": {"games": 3, "wins": wins[seat]}}, (told, wins)
            assert told["statistics"]["games"] == 3 and len(told["tables"]) == 3
            assert {t["status"] for t in told["tables"]} == {"finished"}


def test_another_password_ends_all_sessions():
    with Server() as server:
        old = make(server, "Ann")
        change = {"password": "not this one", "new_password": "battery staple"}
        refused(server.ask("PATCH", "/api/me", change, token=old), 403, "forbidden")
        change["password"] = PASSWORD
        status, changed = server.ask("PATCH", "/api/me", change, token=old)
        assert status == 200, (status, changed)
        server.tokens.append(changed["session"])
        refused(server.ask("GET", "/api/me", token=old), 401, "forbidden")
        assert me(server, changed["session"])["name"] == "Ann"
        refused(sign_in(server, "Ann"), 401, "forbidden")
        assert sign_in(server, "Ann", "battery staple")[0] == 200


def test_who_is_forgotten_is_gone_and_the_game_stays():
    with Server() as server:
        session = make(server, "Zebedee")
        table = server.table(seats=["me", "open"], chat=True)
        assert table.ask("POST", "/seats/1", {"name": "Zebedee"}, token=session)[0] == 200
        ann, zeb = server.player(table, 0), Player(server, table.id, session)
        zeb.dealt()
        zeb.act("chat", text="my secret recipe")
        while not zeb.can_move():  # somebody begins
            ann.dealt()
            if ann.can_move():
                ann.move(ann.view["moves"][0])
                ann.fresh()
            zeb.pump(0.05)
        assert zeb.move(zeb.view["moves"][0])["t"] == "ok"
        refused(server.ask("DELETE", "/api/me", token=session), 400, "malformed", "password")
        refused(server.ask("DELETE", "/api/me", {"password": "correct house"}, token=session), 403, "forbidden", "wrong")
        assert me(server, session)["name"] == "Zebedee"
        assert server.ask("DELETE", "/api/me", {"password": PASSWORD}, token=session) == (204, b"")
        refused(server.ask("GET", "/api/me", token=session), 401, "forbidden")
        refused(sign_in(server, "Zebedee"), 401, "forbidden")
        try:
            while True:  # the guest is sent away
                zeb.pump(1)
        except Gone:
            pass
        facts = table.facts()
        assert facts["seats"][1]["name"] == "(deleted)", facts["seats"]
        late = server.player(table)
        late.until(lambda p: p.view, "a view")
        assert not any("recipe" in text or "Zebedee" in text for text in late.heard), late.heard
        make(server, "Zebedee")  # the name is free again
        server.stop()
        for name in ("speakeasy.db", "speakeasy.db-wal"):
            try:
                with open(f"{server.data}/{name}", "rb") as f:
                    assert b"recipe" not in f.read(), name
            except FileNotFoundError:
                pass
        server.start()
        assert table.facts()["seats"][1]["name"] == "(deleted)"


def test_guessers_are_slowed_down_and_owners_are_not():
    proxied = ["--proxy", "127.0.0.1"]
    with Server(*proxied, rates=["logins_per_minute=3"]) as server:
        make(server, "Ann")

        def guess(name, address, password="wrong password"):
            return server.ask("POST", "/api/sessions", {"name": name, "password": password},
                              headers=[f"X-Forwarded-For: {address}"])
        for _ in range(3):  # from one place, for one name
            refused(guess("Ann", "192.0.2.1"), 401, "forbidden")
        refused(guess("aNN", "192.0.2.1", PASSWORD), 429, "busy", "Wait a minute")
        assert guess("Ann", "192.0.2.9", PASSWORD)[0] == 200  # ... which keeps nobody else out
        with concurrent.futures.ThreadPoolExecutor(24) as pool:  # from one place, for many names: six times as many
            answers = list(pool.map(lambda i: guess(f"Bob {i}", "198.51.100.7"), range(24)))
        assert {s for s, _ in answers} == {401, 429} and [s for s, _ in answers].count(401) >= 18, answers
        refused(guess("Bob 99", "198.51.100.8"), 401, "forbidden")
        for i in range(3):  # a network of IPv6, whatever zeros are in its addresses
            refused(guess("Cid", f"2001:db8::{i}:0:0:1"), 401, "forbidden")
        refused(guess("Cid", "2001:db8::7"), 429, "busy")
        refused(guess("Cid", "2001:db8:0:1::7"), 401, "forbidden")
        with open(server.log, encoding="utf-8") as f:
            log = f.read()
        assert "account.limit from=198.51.100.x" in log and "account.refused" in log
        assert "Ann" not in log and PASSWORD not in log and "wrong password" not in log and "198.51.100.7" not in log


def test_accounts_from_one_address_are_bounded():
    with Server(rates=["accounts_per_hour=2"]) as server:
        make(server, "Ann")
        make(server, "Bob")
        refused(server.ask("POST", "/api/accounts", {"name": "Cid", "password": PASSWORD}), 429, "busy")


def test_a_house_may_close_its_book():
    with Server() as server:
        make(server, "Ann")
        server.stop()
        server.words += ["--accounts", "closed"]
        server.start()
        refused(server.ask("POST", "/api/accounts", {"name": "Bob", "password": PASSWORD}), 403, "forbidden")
        assert sign_in(server, "Ann")[0] == 200
        server.stop()
        server.words[-1] = "off"
        server.start()
        refused(sign_in(server, "Ann"), 403, "forbidden")


def test_passwords_hold_nobody_up():
    """Eight people sign in at once; a game beside does not wait for them."""
    with Server() as server:
        make(server, "Ann")
        table = server.table(seats=["me", "open"])
        players = [server.player(table, 0), server.player(table, 1)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            waiting = [pool.submit(sign_in, server, "Ann") for _ in range(8)]
            worst = 0.0
            for player in players:
                player.dealt()
            while not all(one.done() for one in waiting):
                start = time.monotonic()
                players[0].act("why", text="nonsense")
                worst = max(worst, time.monotonic() - start)
        assert {one.result()[0] for one in waiting} == {200}
        assert worst < 1.0, worst


def test_the_house_closes_while_passwords_are_hashed():
    with Server() as server:
        make(server, "Ann")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for _ in range(8):
                pool.submit(sign_in, server, "Ann")
            time.sleep(0.15)
            assert server.stop() < (20 if House.is_slow else 3)
        server.start()
        assert sign_in(server, "Ann")[0] == 200


def sit_by_session(server: Server, name: str):
    """Somebody who is signed in, at a table, and their session."""
    session = make(server, name)
    table = server.table(seats=["me", "open"])
    assert server.ask("POST", "/api/me/seats", {"table": table.id, "token": table.tokens[0]}, token=session)[0] == 204
    return session, table, Player(server, table.id, session).until(lambda p: p.facts, "facts")


def test_connections_end_with_their_session():
    with Server() as server:
        session, table, player = sit_by_session(server, "Ann")
        by_seat = server.player(table, 0).until(lambda p: p.facts, "facts")  # the seat's own key is another matter
        status, signed = sign_in(server, "Ann")
        server.tokens.append(signed["session"])
        other = Player(server, table.id, signed["session"]).until(lambda p: p.facts, "facts")
        assert server.ask("DELETE", "/api/sessions", token=session) == (204, b"")
        assert player.closing() == (4403, "this session has ended")
        for p in (other, by_seat):
            p.act("why", text="nonsense")
        change = {"password": PASSWORD, "new_password": "battery staple"}
        status, changed = server.ask("PATCH", "/api/me", change, token=signed["session"])
        assert status == 200, (status, changed)
        server.tokens.append(changed["session"])
        assert other.closing() == (4403, "this session has ended")
        by_seat.act("why", text="nonsense")
        assert Player(server, table.id, changed["session"]).until(lambda p: p.facts, "facts").you == 0


def test_an_account_has_so_many_sessions():
    with Server(rates=["sessions_per_account=3"]) as server:
        session, _, player = sit_by_session(server, "Ann")
        sessions = [session]
        for _ in range(3):
            status, signed = sign_in(server, "Ann")
            assert status == 200, (status, signed)
            sessions.append(signed["session"])
            time.sleep(0.01)
        server.tokens += sessions
        refused(server.ask("GET", "/api/me", token=sessions[0]), 401, "forbidden")  # the oldest went
        assert player.closing() == (4403, "this session has ended")
        for good in sessions[1:]:
            assert me(server, good)["name"] == "Ann"


def test_passwords_that_everybody_guesses():
    with Server() as server:
        for password in ("password", "PASSWORD", "Passw0rd", "12345678", "aaaaaaaaaa", "Annabel123", "qwertzuiop"):
            answer = server.ask("POST", "/api/accounts", {"name": "Annabel", "password": password})
            refused(answer, 400, "malformed", "Choose another")
        session = make(server, "Annabel")
        answer = server.ask("PATCH", "/api/me", {"password": PASSWORD, "new_password": "password1"}, token=session)
        refused(answer, 400, "malformed", "Choose another")
        refused(sign_in(server, "Annabel", "password"), 401, "forbidden")  # using one is no matter of choice


def test_names_that_look_alike():
    with Server() as server:
        make(server, "Alice Moran")
        for name in ("AIice Moran", "A1ice Moran", "\u0410lice Moran", "Alice Mor\u0430n", "Alice  Moran", "Alice M\u03bfran",
                     "\uff21lice Moran", "Al\u0131ce Moran", "alice moran", "\U0001d400lice Moran", "\U0001d5ee\U0001d5f9\U0001d5f6ce Moran",
                     "\u24b6lice Moran", "\u13aalice Moran", "\uab7alice Moran", "\ua4eelice Moran", "Alice M\u0585ran", "Alic\u212f Moran",
                     "\U0001d6c2lice Moran", "A\U0001d7cfice Moran", "Ali\u217de Moran"):
            answer = server.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
            refused(answer, 409, "taken", "looks like")
        make(server, "Mor\u00e1n")
        for name in ("Mora\u0301n", "Mor\u00e0n"):  # an accent is an accent, however it is written
            refused(server.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD}), 409, "taken")
        make(server, "Moran")
        make(server, "Bernd")
        refused(server.ask("POST", "/api/accounts", {"name": "Bemd", "password": PASSWORD}), 409, "taken")
        for name in ("Alice Morane", "Malice Moran", "\u0418\u0432\u0430\u043d", "\u03a9\u03bc\u03ad\u03b3\u03b1", "\u674e"):
            make(server, name)  # others, in any script
        for name in ("(deleted)", "(DELETED)", "(d\u0435leted)"):  # that is what those are called who were forgotten
            refused(server.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD}), 409, "taken")


def test_names_at_a_table_that_look_alike():
    with Server() as server:
        table = server.table("gangster", seats=["hotseat", "open", "open", "easy"])  # it is "Guest 0" who has it
        bot = table.facts()["seats"][3]["name"]
        for name in ("Guest 0", "guest O", "Gu\u0435st 0", "\U0001d406uest 0", "Guest  0", bot):
            refused(table.ask("POST", "/seats/1", {"name": name}), 422, "refused", "looks like")
        for name in ("(deleted)", "(De1eted)"):
            refused(table.ask("POST", "/seats/1", {"name": name}), 422, "refused", "Nobody")
        assert table.facts()["seats"][1]["kind"] == "open"
        for seat in (1, 2):  # whoever gives no name
            assert table.ask("POST", f"/seats/{seat}", {})[0] == 200
        assert [s["name"] for s in table.facts()["seats"]] == ["Guest 0", "Guest", "Guest 2", bot]
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "hotseat", "name": "\u0410nn"}]
        refused(server.ask("POST", "/api/tables", {"game": "famiglia", "players": 2, "seats": seats}), 422, "refused", "looks like")


def test_a_name_that_is_refused_today_still_signs_in():
    """It was chosen when the rules for names were milder."""
    name = "An\u200bn"
    with Server() as server:
        make(server, "Anxn")
        server.stop()
        with sqlite3.connect(server.data + "/speakeasy.db") as db:
            db.execute("UPDATE accounts SET name = ?, fold = replace(fold, 'x', '\u200b')", (name,))
        server.start()
        refused(server.ask("POST", "/api/accounts", {"name": "Bo\u200bb", "password": PASSWORD}), 400, "malformed")
        assert me(server, sign_in(server, name)[1]["session"])["name"] == name


def test_hidden_characters():
    with Server() as server:
        for name in ("Ann\u202e", "A\u200bnn", "Ann\u2066", "A\u00adnn", "Ann\u061c", "Ann\U000e0041", "A\u180enn",
                     "A\u034fnn", "Ann\u2800", "Ann\u17b4", "A\u180bnn", "A\ufff9nn", "A\U0001d173nn", "A\U0001bca0nn", "\u200d", "\u2800"):
            refused(server.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD}), 400, "malformed", "seen")
        table = server.table(seats=["me", "open"])
        refused(table.ask("POST", "/seats/1", {"name": "A\u034fnn"}), 400, "malformed", "seen")
        ann = server.player(table, 0).until(lambda p: p.view, "a view")
        for text in ("a\u202eb", "a\u2067b", "\u200e", "a\u200bb", "x\u061cy", "\ufeffhi", "tag\U000e0041", "a\u034f", "a\u2800", "\u200d", " "):
            said = ann.act("chat", text=text)
            assert said["t"] == "no" and said["error"] == "malformed", (text, said)
        for text in ("Guten Tag, d\u00e9j\u00e0\u00a0vu!", "\U0001f469\u200d\U0001f680 \u2764\ufe0f", "\u05e9\u05dc\u05d5\u05dd"):
            assert ann.act("chat", text=text)["t"] == "ok", text


main(globals())
