"""person.py: people with accounts, as tests need them: who asks, blocks, makes tables, and is forgotten.

    ann, bob = people(server, "Ann", "Bob")
    befriend(ann, bob)
    table = ann.table(("me", "open"))
    bob.sit(table, 1)"""
import sqlite3

from client import Server, Table

PASSWORD = "correct horse"


class Person:
    def __init__(self, server: Server, name: str):
        self.server, self.name = server, name
        status, made = server.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
        assert status == 201, (status, made)
        self.session = made["session"]
        server.tokens.append(self.session)

    def ask(self, method: str, path: str, body=None):
        return self.server.ask(method, path, body, token=self.session)

    def do(self, what: str, other: "Person | str", status=200):
        answer = self.ask("POST", "/api/me/people", {"do": what, "name": getattr(other, "name", other)})
        assert answer[0] == status, answer
        return answer[1]

    def people(self) -> dict:
        status, told = self.ask("GET", "/api/me/people")
        assert status == 200, (status, told)
        return told

    def names(self, where: str) -> list:
        return sorted(p["name"] for p in self.people()[where])

    def entry(self, where: str, name: str) -> dict:
        return next(p for p in self.people()[where] if p["name"] == name)

    def answer(self, what: str, name: str, status=200):
        answer = self.ask("POST", f"/api/me/people/{self.entry('asks', name)['id']}", {"do": what})
        assert answer[0] == status, answer
        return answer[1]

    def drop(self, where: str, name: str) -> None:
        answer = self.ask("DELETE", f"/api/me/people/{self.entry(where, name)['id']}")
        assert answer[0] == 200, answer

    def here(self) -> dict:
        status, told = self.ask("POST", "/api/me/here")
        assert status == 200, (status, told)
        return told

    def forget(self) -> None:
        answer = self.ask("DELETE", "/api/me", {"password": PASSWORD})
        assert answer[0] == 204, answer

    def table(self, seats=("me", "open"), game="famiglia", **more) -> Table:
        body = {"game": game, "players": len(seats), "seats": [{"kind": s} for s in seats], **more}
        status, made = self.ask("POST", "/api/tables", body)
        assert status == 201, (status, made)
        return Table(self.server, made, game, len(seats))

    def sit(self, table: Table, seat: int, name="Guest"):
        return self.ask("POST", f"/api/tables/{table.id}/seats/{seat}", {"name": name})


def people(server: Server, *names: str) -> list:
    return [Person(server, name) for name in names]


def befriend(a: Person, b: Person) -> None:
    a.do("ask", b)
    b.answer("accept", a.name)


def refused(answer, status: int, words: str) -> None:
    assert answer[0] == status and words in answer[1]["text"], answer


OURS = {"tie", "person", "invite", "crew", "member", "round", "report"}


def notes(server: Server, *kinds: str) -> list:
    """What is in the store about people, as it stands on the disk; of these kinds, or of all that are about people."""
    return [row for row in all_notes(server) if row[0] in (kinds or OURS)]


def all_notes(server: Server) -> list:
    with sqlite3.connect(f"file:{server.data}/speakeasy.db?mode=ro", uri=True) as db:
        return db.execute("SELECT kind, key, account, list, rank, text FROM notes").fetchall()
