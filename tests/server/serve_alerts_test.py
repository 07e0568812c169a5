#!/usr/bin/python3
"""Alerts over real sockets: a push service that decrypts, a mail server with STARTTLS, webhooks that check who speaks; crashes in
between. When and to whom is tested on made-up time (alert_test.c). For Debian's python3 (alert_post.py)."""
import json
import re
import tempfile

from alert_post import Browser, Mailbox, Post, certificate, check_signature, check_vapid
from client import Server, main
from guest import eventually


class House(Server):
    """A house that sends alerts, with the world around it."""

    def __init__(self, *words, private=True):
        self.folder = tempfile.TemporaryDirectory()
        cert, key = certificate(self.folder.name)
        self.post, self.mail = Post(cert, key), Mailbox(cert, key)
        ways = [word for way in ("push", "mail", "webhook") for word in ("--alerts", way)]
        super().__init__(*ways, "--alert-ca", cert, "--mail-server", self.mail.url, "--mail-from", "house@play.example",
                         *(["--alert-private"] if private else []), *words)

    def link(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def __exit__(self, kind, value, trace):
        super().__exit__(kind, value, trace)
        self.post.close(), self.mail.close(), self.folder.cleanup()

    def person(self, name: str) -> str:
        status, made = self.ask("POST", "/api/accounts", {"name": name, "password": "correct horse"})
        assert status == 201, made
        self.tokens.append(made["session"])
        return made["session"]

    def alerts(self, session: str, method="GET", path="", body=None, status=200) -> dict:
        got, told = self.ask(method, "/api/me/alerts" + path, body, session)
        assert got == status, (got, told)
        return told

    def evening(self) -> tuple:
        """Ann and Bob with accounts at a table of two; Bob is to be told. Their sessions, the table."""
        ann, bob = self.person("Ann"), self.person("Bob")
        status, made = self.ask("POST", "/api/tables", {"game": "gangster", "players": 2, "seats": [
            {"kind": "me"}, {"kind": "open"}]}, ann)
        assert status == 201, made
        status, taken = self.ask("POST", f"/api/tables/{made['id']}/seats/1", {"name": "Bob"}, bob)
        assert status == 200, taken
        return ann, bob, made["id"]

    def notes(self) -> list:
        return [(key, json.loads(text)) for key, text in self.sql("select key, text from notes where kind = 'alert'")]


def turn(server: House, session: str, table: str) -> bool:
    """Sit down, move until it is the other one's turn, leave. False: it was not this one's turn."""
    from client import Player
    p = Player(server, table, session).until(lambda p: p.view and p.facts, "a view")
    moved = False
    while p.view["moves"]:
        n = p.view["n"]
        assert p.act("move", text=p.view["moves"][0], n=n)["t"] == "ok"
        p.until(lambda p: p.view["n"] > n, "the next view")
        moved = True
    p.close()
    eventually(lambda: not server.ask("GET", f"/api/tables/{table}")[1]["seats"][p.you].get("here"), "an empty chair")
    return moved


def until_asked(server: House, ann: str, bob: str, table: str) -> None:
    """It becomes Bob's turn, though it may have been already."""
    turn(server, bob, table)
    turn(server, ann, table)


def test_a_push_message_that_only_the_browser_can_read():
    with House("--alert-gap", "0") as server:
        ann, bob, table = server.evening()
        eventually(lambda: server.alerts(bob)["push_key"], "a key")
        browser = Browser(server.post.origin + "/push/abc")
        told = server.alerts(bob, "POST", "/push", browser.subscription())
        assert [w["kind"] for w in told["ways"]] == ["push"] and "abc" not in json.dumps(told), told
        until_asked(server, ann, bob, table)
        eventually(lambda: server.post.got, "a push message")
        _, path, headers, body = server.post.got[0]
        assert path == "/push/abc" and headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
        check_vapid(headers["Authorization"], server.post.origin, told["push_key"])
        message = browser.read(body)
        assert message["title"] == "Your turn: Gangster - Die Bosse von Chicago", message
        assert message["link"] == server.link(f"/t/{table}") and message["tag"] == table, message
        key = told["push_key"]
        server.stop()
        server.start()  # the key is the house's for good
        eventually(lambda: server.alerts(bob)["push_key"] == key, "the same key")
        server.post.status = 410  # that browser is gone
        until_asked(server, ann, bob, table)
        eventually(lambda: not server.alerts(bob)["ways"], "that the browser is forgotten")
        eventually(lambda: not server.notes(), "an empty queue")


def test_mail_after_its_owner_said_yes_and_until_they_say_no():
    with House() as server:
        ann, bob, table = server.evening()
        eventually(lambda: server.alerts(bob)["push_key"], "a key")
        server.alerts(bob, "PATCH", "", {"language": "de", "offset": 60})
        told = server.alerts(bob, "POST", "/mail", {"address": "bob@home.example"})
        assert not told["ways"][0]["confirmed"] and told["ways"][0]["name"] == "b...@home.example", told
        eventually(lambda: server.mail.got, "a mail")
        sender, to, mail = server.mail.got[0]
        assert sender == "house@play.example" and to == ["bob@home.example"]
        code = re.search(r"\d{8}", mail.get_content())[0]
        assert mail["Subject"] == f"Dein Code für Speakeasy: {code}" and mail["Auto-Submitted"] == "auto-generated"
        server.alerts(bob, "POST", "/code", {"code": "x"}, status=422)
        assert server.alerts(bob, "POST", "/code", {"code": code})["ways"][0]["confirmed"]
        until_asked(server, ann, bob, table)
        eventually(lambda: len(server.mail.got) > 1, "another mail")
        mail = server.mail.got[1][2]
        assert mail["Subject"] == "Du bist am Zug: Gangster - Die Bosse von Chicago", mail["Subject"]
        assert server.link(f"/t/{table}") in mail.get_content()
        stop = re.search(r"(/alerts/stop/\S+)", mail.get_content())[1]
        assert mail["List-Unsubscribe"] == f"<{server.link(stop)}>"
        status, page = server.ask("GET", stop)
        assert status == 200 and b"<form" in page and server.alerts(bob)["ways"]
        status, page = server.ask("POST", stop, b"List-Unsubscribe=One-Click")
        assert status == 200 and b"beendet" in page and not server.alerts(bob)["ways"]
        assert server.ask("POST", stop[:-1] + ("0" if stop[-1] != "0" else "1"))[0] == 404
        assert server.metrics()["speakeasy_alerts_sent_total"] == 1


def test_webhooks_know_who_speaks():
    with House("--alert-gap", "0") as server:
        ann, bob, table = server.evening()
        told = server.alerts(bob, "POST", "/webhook", {"url": server.post.origin + "/hook", "style": "plain"})
        secret = told["secret"]
        assert "secret" not in server.alerts(bob)
        until_asked(server, ann, bob, table)
        eventually(lambda: server.post.got, "a webhook")
        _, path, headers, body = server.post.got[0]
        check_signature(headers["Speakeasy-Signature"], body, secret)
        news = json.loads(body)
        assert news["tables"] == [{"table": table, "game": "gangster", "what": "turn",
                                   "link": server.link(f"/t/{table}")}], news
        server.alerts(bob, "POST", "/webhook", {"url": server.post.origin + "/chat", "style": "discord"})
        until_asked(server, ann, bob, table)
        eventually(lambda: len(server.post.got) > 1, "another one")
        assert set(json.loads(server.post.got[1][3])) == {"content", "allowed_mentions"}


def test_nothing_is_lost_or_said_twice_when_the_house_is_killed():
    with House("--alert-gap", "0") as server:
        ann, bob, table = server.evening()
        server.alerts(bob, "POST", "/webhook", {"url": server.post.origin + "/hook"})
        server.post.status = 503  # certainly not taken: it is kept for later
        until_asked(server, ann, bob, table)
        eventually(lambda: any(n[1].get("tries") == 1 for n in server.notes()), "that it is put off")
        server.kill()
        server.post.status, n = 201, len(server.post.got)
        server.sql("update notes set rank = 1 where kind = 'alert'")  # the pause is over
        server.start()
        eventually(lambda: len(server.post.got) == n + 1, "that it is told after all")
        eventually(lambda: not server.notes(), "an empty queue")
        server.post.delay = 3.0  # killed while the answer is on its way: nobody knows whether it arrived
        until_asked(server, ann, bob, table)
        eventually(lambda: len(server.post.got) == n + 2, "a request")
        server.kill()
        server.post.delay = 0.0
        assert server.sql("select count(*) from notes where kind = 'alert' and text like '%claimed%'") == [(1,)]
        server.sql("update notes set rank = 1 where kind = 'alert'")  # the claim is over
        server.start()
        eventually(lambda: server.metrics()["speakeasy_alerts_lost_total"] == 1, "that it is given up")
        assert len(server.post.got) == n + 2 and not server.notes()


def test_nobody_makes_the_house_ask_its_own_network():
    with House(private=False) as server:
        ann, bob, table = server.evening()
        for url in ("http://push.example/x", "https://127.0.0.1/x", "https://localhost:8443/", "https://10.0.0.1/",
                    "https://[::1]/", "https://169.254.169.254/latest/meta-data"):
            assert server.ask("POST", "/api/me/alerts/webhook", {"url": url}, bob)[0] in (400, 422), url
            subscription = Browser(url).subscription()
            assert server.ask("POST", "/api/me/alerts/push", subscription, bob)[0] in (400, 422), url
        server.alerts(bob, "POST", "/webhook", {"url": "https://hook.example/x"})
        server.stop()
        server.sql("update notes set text = replace(text, 'https://hook.example', "
                   f"'{server.post.origin}') where kind = 'alert_ways'")  # as if that name led to this machine
        server.start()
        until_asked(server, ann, bob, table)
        eventually(lambda: server.metrics()["speakeasy_alerts_failed_total"] == 1, "a refusal")
        assert not server.post.got
        with open(server.log) as log:
            assert "not on the public internet" in log.read()


def test_a_house_without_alerts_says_so():
    with Server() as server:
        status, made = server.ask("POST", "/api/accounts", {"name": "Ann", "password": "correct horse"})
        assert status == 201
        assert server.ask("GET", "/api/me/alerts", None, made["session"])[0] == 403
        assert server.ask("POST", "/alerts/stop/a.b.c")[0] == 404


if __name__ == "__main__":
    main(globals())
