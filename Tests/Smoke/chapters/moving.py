"""A market moves from its folder to PostgreSQL."""

import json
import os
import sqlite3
import subprocess
from pathlib import Path

from market import SECRET
from postgres_cluster import Cluster

FIRST_VERSION = Path(__file__).resolve().parents[2] / "FirstVersion" / "market-sqlite.sql"


def run(checks, place):
    cluster = Cluster()
    try:
        first_version(checks, place, cluster)
        moved(checks, place, cluster)
        interrupted(checks, place, cluster)
    finally:
        place.stop_all()
        cluster.end()


def move(place, source, destination, **options):
    return place.command("move", "--from", source, "--to", destination, **options)


def first_version(checks, place, cluster):
    """A folder of 0.1.0 isn't moved, and stays as it is."""
    folder = place.new_path("first-version")
    folder.mkdir(mode=0o700)
    with sqlite3.connect(folder / "market.sqlite") as database:
        database.executescript(FIRST_VERSION.read_text(encoding="utf-8"))
    database.close()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    result = move(place, folder, cluster.create("first"))
    checks.that(result.returncode == 1 and "0.1.0 goes on serving it" in result.stderr, "a folder of 0.1.0 isn't moved", result.stderr)
    checks.that({path.name: path.read_bytes() for path in folder.iterdir()} == before, "nor changed", os.listdir(folder))
    checks.equal(cluster.sql("first", "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"), "0",
                 "and nothing is created where it would be moved to")


def moved(checks, place, cluster):
    url = cluster.create("moved")
    server = place.market("moving")
    ids = [server.post([place.photos["small"]], name=f"의자 {number}").json["id"] for number in range(3)]
    key = ["-H", "Idempotency-Key: the-same"]
    listed = server.post([place.photos["small"]], *key, name="책상").json["id"]
    removal = server.send("POST", f"/api/products/{ids[0]}/secret", {"secret": SECRET}).text
    checks.status(server.send("DELETE", f"/api/products/{ids[0]}/{removal}"), 200, "a product is deleted")
    later = server.send("POST", f"/api/products/{ids[1]}/secret", {"secret": SECRET}).text

    result = move(place, server.data, url)
    checks.that(result.returncode == 2 and "Stop the server" in result.stdout,
                "while the server runs, a market is only copied", result.stdout + result.stderr)
    refused = place.command("serve", "--port", "0", "--data", place.new_path("empty"), "--database", url)
    checks.that(refused.returncode == 1 and "isn't complete" in refused.stderr, "and no server opens the copy", refused.stderr)
    edited = server.send("PATCH", f"/api/products/{ids[2]}", {"stock": 9, "secret": SECRET})
    checks.status(edited, 202, "people go on meanwhile")
    server.stop()

    def shown():
        paths = ["/api/products?page_no=1&items_per_page=10", f"/api/products/{ids[2]}", f"/api/products/{ids[0]}",
                 "/api/products?page_no=1&items_per_page=10&search_value=%EC%9D%98%EC%9E%90"]
        return [(answer.status, answer.text.replace(server.url, "")) for answer in map(server.get, paths)]

    server.start()
    before = shown()
    server.stop()
    other = cluster.create("taken")
    cluster.sql("taken", "CREATE TABLE recipe (id int)")
    result = move(place, server.data, other)
    checks.that(result.returncode == 1 and "aren't Open Market's" in result.stderr, "tables of others are refused", result.stderr)
    result = move(place, server.data, url)
    checks.that(result.returncode == 0 and "nothing could be changed for" in result.stdout,
                "when it has stopped, the market moves", result.stdout + result.stderr)
    checks.that("product_detail" in result.stdout, "and what was compared is printed")
    checks.that("Operators have to sign in again, and their feeds and keys have ended." in result.stdout, "and what ends")
    kept = [name for name in os.listdir(server.data) if name.startswith("moved-to-postgres-")]
    checks.equal(len(kept), 1, "the database of before is kept")
    with sqlite3.connect(f"file:{server.data / kept[0]}?mode=ro", uri=True) as database:
        checks.equal(database.execute("SELECT count(*) FROM product").fetchone()[0], 3, "as one whole file")
    result = place.command("serve", "--port", "0", "--data", server.data)
    checks.that(result.returncode == 1 and "--database" in result.stderr, "the folder isn't served alone", result.stderr)

    server.environment = {"OPENMARKET_DATABASE": url}
    server.start()
    checks.equal(shown(), before, "the server shows the same as before")
    repeated = server.post([place.photos["small"]], *key, name="책상")
    checks.equal((repeated.status, repeated.json["id"]), (201, listed), "a repeated key lists nothing more")
    checks.status(server.send("DELETE", f"/api/products/{ids[1]}/{later}"), 200, "a token of before deletes")
    new = server.post([place.photos["small"]], name="램프").json["id"]
    checks.equal(new, listed + 1, "new products get the next ids")
    server.stop()
    result = move(place, url, server.data)
    checks.that(result.returncode == 1 and "isn't moved back into a folder" in result.stderr, "it isn't moved back", result.stderr)
    result = place.command("check", "--data", server.data, "--database", url)
    checks.that(result.returncode == 0 and "No problems found" in result.stdout, "check finds nothing", result.stdout)
    again = place.market("again")
    again.stop()
    result = move(place, again.data, url)
    checks.that(result.returncode == 1 and "Use an empty database" in result.stderr, "a used database is refused", result.stderr)
    result = move(place, again.data, place.new_path("folder"))
    checks.that(result.returncode == 1 and "must be an address" in result.stderr, "so are two folders", result.stderr)
    result = move(place, again.data, cluster.url("moved", "market", "secret"))
    checks.that(result.returncode == 1 and "can see a password" in result.stderr, "and a password in the address", result.stderr)


def interrupted(checks, place, cluster):
    """A move that is killed at any moment leaves the market where it was, and is finished by the next one."""
    server = place.market("interrupted")
    for number in range(4):
        server.post([place.photos["small"]], name=f"의자 {number}")
    view = "/api/products?page_no=1&items_per_page=10"
    before = server.get(view).text.replace(server.url, "")
    server.stop()
    url = cluster.create("interrupted")
    # Killed a little later each time, until it is through.
    patience = 0.03
    was_through = False
    while not was_through:
        process = subprocess.Popen(
            [str(place.binary), "move", "--from", str(server.data), "--to", url], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        try:
            process.wait(patience)
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            patience *= 1.2
            # It may have been killed when everything was done.
            was_through = is_in_postgres(server.data)
    checks.that(was_through or process.returncode == 0, "a move that was killed is finished by the next one", process.stderr.read())
    server.environment = {"OPENMARKET_DATABASE": url}
    server.start()
    checks.equal(server.get(view).text.replace(server.url, ""), before, "and nothing is lost")
    server.stop()


def says(folder):
    """Returns what a folder says about where its market is."""
    file = folder / "market.json"
    return json.loads(file.read_text()) if file.exists() else {}


def is_in_postgres(folder):
    """Returns whether nothing is left to be done by a move to PostgreSQL."""
    return "postgres" in says(folder) and not (folder / "market.sqlite").exists() and "movingToPostgres" not in says(folder)
