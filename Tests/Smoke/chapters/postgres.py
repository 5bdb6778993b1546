"""A market in PostgreSQL: what is refused with one sentence, and what works as in the data folder."""

import json
import os
import signal
import subprocess
from urllib.parse import quote

from market import SECRET, wait_until
from postgres_cluster import CLUSTER, Cluster


def run(checks, place):
    cluster = Cluster()
    try:
        refusals(checks, place, cluster)
        market(checks, place, cluster)
        pooled(checks, place, cluster)
        outage(checks, place, cluster)
        crashes(checks, place, cluster)
    finally:
        place.stop_all()
        cluster.end()


def refusals(checks, place, cluster):
    def refused(title, words, *arguments, code=1, **environment):
        data = place.new_path("refused")
        result = place.command(
            "serve", "--port", "0", "--data", data, *arguments, environment=environment or None)
        sentences = result.stderr.strip()
        checks.that(
            result.returncode == code and words in sentences and "\n" not in sentences, f"{title} is refused in a sentence",
            f"{result.returncode} {sentences}")

    def relations(database):
        return cluster.sql(database, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")

    refused("another kind of address", "must look like postgres://", "--database", "mysql://market@/x", code=78)
    refused("an address without a database", "names no database",
            "--database", f"postgres://market@/?host={cluster.folder}", code=78)
    refused("an unknown parameter", "must look like postgres://", "--database", cluster.url("x") + "&nonsense=1", code=78)
    refused("a place without a server", "No PostgreSQL server can be reached", "--database", "postgres://market@/x?host=/nonexistent")
    refused("a database that isn't there", "There is no database", "--database", cluster.url("nowhere"))
    refused("a user that isn't there", "refuses the connection", "--database", cluster.url("postgres", "stranger"))
    cluster.sql("postgres", "CREATE ROLE guarded LOGIN PASSWORD 'right'")
    cluster.create("guarded_market")
    refused("a password on the command line", "Other users of this machine can see",
            "--database", cluster.url("guarded_market", "guarded", "right"), code=78)
    refused("a wrong password", "refuses the connection",
            OPENMARKET_DATABASE=cluster.url("guarded_market", "guarded", "wrong"))
    refused("no password", "it asks for a password, and none was given", "--database", cluster.url("guarded_market", "guarded"))
    refused("a user who may create no tables", "lacks a privilege",
            OPENMARKET_DATABASE=cluster.url("guarded_market", "guarded", "right"))
    checks.equal(relations("guarded_market"), "0", "nothing was created then")
    cluster.create("foreign_tables")
    cluster.sql("foreign_tables", "CREATE TABLE recipe (id int)")
    refused("a database of another program", "aren't Open Market's", "--database", cluster.url("foreign_tables"))
    checks.equal(relations("foreign_tables"), "1", "nothing was created in it")
    cluster.create("latin", "-E", "SQL_ASCII", "--locale", "C")
    refused("a database that isn't in UTF-8", "encoding is not UTF8", "--database", cluster.url("latin"))


def market(checks, place, cluster):
    url = cluster.create("market")
    cluster.sql("market", "CREATE SCHEMA IF NOT EXISTS public; GRANT ALL ON SCHEMA public TO guarded")
    # The password is in a variable.
    server = place.market("postgres", environment={"OPENMARKET_DATABASE": cluster.url("market", "guarded", "right")})
    place.postgres = server
    posted = server.post([place.photos["small"]], name="나무 의자")
    checks.status(posted, 201, "a product with a picture is listed")
    product = posted.json["id"]
    page = server.get("/api/products?page_no=1&items_per_page=10").json
    checks.equal([item["id"] for item in page["pages"]], [product], "the list shows it")
    found = server.get("/api/products?page_no=1&items_per_page=10&search_value=" + quote("의자")).json
    checks.equal(found["total_count"], 1, "a search finds it")
    edited = server.send("PATCH", f"/api/products/{product}", {"stock": 7, "secret": SECRET})
    checks.equal(edited.json["stock"], 7, "an edit is answered with the product as it is now")
    checks.equal(server.get(f"/api/products/{product}").json["stock"], 7, "and shown")
    image = server.get(edited.json["images"][0]["url"])
    checks.equal((image.status, image.media_type), (200, "image/jpeg"), "its picture is served")
    vendor = place.command("vendor", "add", "Shop", "--identifier", "3f0c9d0e-5d3a-4b7e-9f3b-1c2d3e4f5a6b", "--data", server.data)
    checks.that(vendor.returncode == 0, "the operator's commands go through the running server", vendor.stderr)
    second = place.command("serve", "--port", "0", "--data", server.data, "--database", url)
    checks.that(second.returncode == 1 and "is in use by" in second.stderr, "a second server of the folder is refused", second.stderr)
    checks.that(not (server.data / "market.sqlite").exists(), "there is no database in the folder")
    fresh = place.new_path("fresh")
    result = place.command("serve", "--port", "0", "--data", fresh, "--database", url)
    checks.that(result.returncode == 1 and "are in the data folder of another server" in result.stderr and "\n" not in result.stderr.strip(),
                "a server with another folder, which hasn't the pictures, is refused", result.stderr)
    checks.that(not (fresh / "market.json").exists(), "and its folder isn't bound to the market")
    result = place.command("vendor", "list", "--data", place.new_path("nowhere"), "--database", url)
    checks.that(result.returncode == 0 and "Shop" in result.stdout, "commands work where there is no server", result.stderr)
    checks.equal(server.stop(), 0, "the server stops as usual")
    result = place.command("backup", place.new_path("backup"), "--data", server.data)
    checks.that(result.returncode == 1 and "pg_dump" in result.stderr, "backup says what to do instead", result.stderr)
    commands_without_a_server(checks, place, cluster, server)
    result = place.command("serve", "--port", "0", "--data", server.data)
    checks.that(result.returncode == 1 and "--database" in result.stderr, "the folder isn't served without its database", result.stderr)
    other = cluster.create("another")
    result = place.command("serve", "--port", "0", "--data", server.data, "--database", other)
    checks.that(result.returncode == 1 and "another database" in result.stderr, "nor with another one", result.stderr)
    server.start()
    checks.equal(server.get(f"/api/products/{product}").json["stock"], 7, "after a restart all is there")
    server.stop()
    cluster.sql("market", "INSERT INTO market_migration (number, name, fingerprint) VALUES (9999, 'later', 0)")
    result = place.command("serve", "--port", "0", "--data", server.data, "--database", url)
    checks.that(result.returncode == 1 and "newer version" in result.stderr, "a database of a newer version is refused", result.stderr)
    cluster.sql("market", "DELETE FROM market_migration WHERE number = 9999")


def commands_without_a_server(checks, place, cluster, server):
    variables = {"OPENMARKET_DATABASE": cluster.url("market", "guarded", "right")}

    def run(*command):
        return place.command(*command, "--data", server.data, environment=variables)
    for command in (["check"], ["vendor", "list"]):
        result = place.command(*command, "--data", server.data)
        checks.that(result.returncode == 1 and "--database" in result.stderr, f"{command[0]} needs the address", result.stderr)
        result = place.command(*command, "--data", server.data, "--database", cluster.url("market", "guarded", "right"))
        checks.that(result.returncode == 1 and "can see a password" in result.stderr, "and no password in it", result.stderr)
    vendors = run("vendor", "list")
    checks.that(vendors.returncode == 0 and "Shop" in vendors.stdout, "the operator's commands open the database", vendors.stderr)
    result = run("check")
    checks.that(result.returncode == 0 and "No problems found" in result.stdout, "check finds nothing", result.stdout + result.stderr)
    image = next(file for file in (server.data / "images").rglob("*.jpg") if "-" not in file.name)
    bytes_before = image.read_bytes()
    image.write_bytes(bytes_before[:-10])
    cluster.sql("market", "CREATE TABLE kept AS SELECT product_id, texts FROM product_search; UPDATE product_search SET texts = 'x'")
    result = run("check")
    checks.that(result.returncode == 2 and "is in the search index with other texts" in result.stdout and "Pictures" in result.stdout
                and result.stdout.count("1 problem:") == 2, "check finds a wrong row and a damaged picture", result.stdout)
    image.write_bytes(bytes_before)
    # More than a cleanup removes by itself.
    unused = [image.with_name(f"{image.name[:2]}{number:038x}{image.name[40:]}") for number in range(12)]
    for file in unused:
        file.write_bytes(bytes_before)
        os.utime(file, (0, 0))
    result = run("check", "--repair")
    checks.that(result.returncode == 2 and "backup" in result.stdout and all(file.exists() for file in unused),
                "--repair touches nothing while the database is damaged", result.stdout + result.stderr)
    cluster.sql("market", "UPDATE product_search AS s SET texts = kept.texts FROM kept WHERE kept.product_id = s.product_id; "
                "DROP TABLE kept")
    thumbnail = next((server.data / "images").rglob("*-thumb.jpg"))
    thumbnail.unlink()
    result = run("check", "--repair")
    checks.that(result.returncode == 0 and "No problems found" in result.stdout and thumbnail.exists()
                and "Moved 12 pictures" in result.stdout and not any(file.exists() for file in unused),
                "--repair makes a thumbnail again and clears what no product uses", result.stdout + result.stderr)


def pooled(checks, place, cluster):
    """The market behind PgBouncer, which hands each transaction to another session."""
    pooler = subprocess.Popen(["bash", str(CLUSTER.parent / "pooler.sh"), cluster.folder], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)
    try:
        folder = pooler.stdout.readline().strip()
        direct = cluster.create("pooled")
        url = f"postgres://market@/pooled?host={folder}&port=6432"
        result = place.command("serve", "--port", "0", "--data", place.new_path("direct"), "--database-direct", direct)
        checks.that(result.returncode == 78 and "goes together" in result.stderr, "a direct address alone is refused", result.stderr)
        result = place.command("serve", "--port", "0", "--data", place.new_path("direct"), "--database", url,
                               "--database-direct", cluster.create("elsewhere"))
        checks.that(result.returncode == 1 and "another database" in result.stderr, "so is that of another database", result.stderr)
        server = place.market("pooled", "--database", url, "--database-direct", direct)
        product = server.post([place.photos["small"]], name="나무 의자").json["id"]
        edited = server.send("PATCH", f"/api/products/{product}", {"stock": 7, "secret": SECRET})
        checks.equal(edited.json["stock"], 7, "an edit through PgBouncer")
        found = server.get("/api/products?page_no=1&items_per_page=10&search_value=" + quote("의자")).json
        checks.equal(found["total_count"], 1, "a search through PgBouncer")
        cluster.sql("pooled", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'pooled' AND pid <> pg_backend_pid()")
        checks.that(wait_until(lambda: server.post([place.photos["small"]]).status == 201), "lost sessions are replaced")
        checks.equal(server.stop(), 0, "the server stops as usual")
    finally:
        pooler.stdin.close()
        pooler.wait()


def outage(checks, place, cluster):
    """PostgreSQL hangs, as it does when its machine does: nothing that may be outdated is shown."""
    server = place.postgres
    server.start()
    product = server.get("/api/products?page_no=1&items_per_page=1").json["pages"][0]
    image = server.get(f"/api/products/{product['id']}").json["images"][0]["url"]
    views = ["/api/products?page_no=1&items_per_page=10", f"/api/products/{product['id']}", "/", f"/products/{product['id']}"]
    for view in views * 2:
        checks.status(server.get(view), 200, f"{view} is shown, and cached")
    checks.status(server.get(image), 200, "a picture is shown")

    def logged(words):
        return server.log.read_text().count(words)

    cluster.signal_all(signal.SIGSTOP)
    try:
        checks.that(wait_until(lambda: server.get(views[0]).status == 503), "a list isn't shown from memory when PostgreSQL hangs")
        checks.status(server.get(image), 200, "a picture that was shown is served on")
        # After a lost connection, new ones are tried.
        for moment in ["at first", "and later"]:
            for view in views:
                answer = server.get(view)
                checks.equal((answer.status, answer.headers.get("retry-after")), (503, "1"), f"{view} is refused {moment}")
            checks.that(wait_until(lambda: logged("PostgreSQL can't be reached") == 1), "the log says so")
    finally:
        cluster.signal_all(signal.SIGCONT)
    for view in views:
        checks.that(wait_until(lambda: server.get(view).status == 200), f"{view} is shown again")
    checks.that(wait_until(lambda: logged("PostgreSQL can be reached again") == 1), "the log says so")
    checks.equal(logged("PostgreSQL can't be reached"), 1, "the outage was logged once")
    cluster.signal_all(signal.SIGSTOP)
    try:
        checks.that(wait_until(lambda: server.get(views[0]).status == 503), "PostgreSQL hangs again")
        checks.equal(server.stop(), 0, "the server stops without it")
    finally:
        cluster.signal_all(signal.SIGCONT)


def crashes(checks, place, cluster):
    server = place.postgres
    settings = place.new_path("settings.json")
    settings.write_text(json.dumps({"database": cluster.url("market", "guarded", "right")}))
    server.environment = None
    server.start("--config", str(settings))
    checks.status(server.get("/api/products?page_no=1&items_per_page=1"), 200, "the settings file can have the password")
    for _ in range(3):
        cluster.crash()
        checks.that(wait_until(lambda: server.post([place.photos["small"]]).status == 201),
                    "after a crash of PostgreSQL the same server lists products again")
    first = "/api/products?page_no=1&items_per_page=1"
    checks.that(wait_until(lambda: server.get(first).status == 200), "and shows them")
    total = server.get(first).json["total_count"]
    stored = int(cluster.sql("market", "SELECT count(*) FROM product"))
    checks.equal(total, stored, "and counts what is stored")
    checks.equal(server.stop(), 0, "and stops as usual")
