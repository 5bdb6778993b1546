"""Images in an object store: OpenStack Swift with its S3 API, which checks signatures."""

import json
import re
import shutil
import signal
import time

from chapters.postgres import Cluster
from market import SECRET, ServiceManager, wait_until
from objects import ObjectStore
from photos import is_whole_jpeg, png

PREFIX = "시장 a+b"


def patiently(request):
    """Repeats a request as long as it is refused with 503, as on a machine that is too busy for the time limits."""
    answers = []

    def is_answered():
        answers.append(request())
        return answers[-1].status != 503
    wait_until(is_answered)
    return answers[-1]


def run_patiently(place, *arguments, **options):
    """Runs a command, again as long as the store is too slow for its start, as on a busy machine."""
    results = []

    def is_run():
        results.append(place.command(*arguments, **options))
        return "can't be reached" not in results[-1].stderr
    wait_until(is_run)
    return results[-1]


def run(checks, place):
    folder = place.new_path("objects")
    folder.mkdir()
    store = ObjectStore(folder)
    try:
        refusals(checks, place, store)
        server = market(checks, place, store)
        faults(checks, place, store, server)
        outage(checks, place, store, server)
        erasure(checks, place, store, server)
        checks.equal(server.stop(), 0, "the server stops as usual")
        moves(checks, place, store)
        servers(checks, place, store)
    finally:
        place.stop_all()
        store.end()


def refusals(checks, place, store):
    def refused(title, words, address, environment=store.environment, code=1):
        data = place.new_path("refused")
        result = place.command("serve", "--port", "0", "--data", data, "--images", address, environment=environment)
        sentences = result.stderr.strip()
        checks.that(
            result.returncode == code and words in sentences and "\n" not in sentences, f"{title} is refused in a sentence",
            f"{result.returncode} {sentences}")

    store.create("strange")
    store.request("PUT", "strange", "notes.txt", b"Mine")
    refused("another kind of address", "must look like s3://", "https://objects.example/bucket", code=78)
    refused("an unknown parameter", "'nonsense' is unknown", store.address("strange") + "&nonsense=1", code=78)
    refused("a place without a store", "can't be reached", "s3://strange?endpoint=http://127.0.0.1:9")
    refused("a bucket that isn't there", "There is no bucket nowhere", store.address("nowhere"))
    refused("a wrong key", "refuses the keys", store.address("strange"),
            {**store.environment, "AWS_SECRET_ACCESS_KEY": "wrong"})
    refused("no key", "The keys for S3 are missing", store.address("strange"),
            {"AWS_SHARED_CREDENTIALS_FILE": "/nonexistent"})
    refused("a bucket with other objects", "has never been used with a market", store.address("strange"))
    checks.equal(store.keys("strange"), ["notes.txt"], "nothing was written then")


def market(checks, place, store):
    bucket = store.create("market")
    server = place.market("s3", "--images", store.address(bucket, PREFIX), environment=store.environment)
    posted = patiently(lambda: server.post([place.photos["small"]]))
    checks.status(posted, 201, "a product with a picture is listed")
    keys = store.keys(bucket)
    checks.equal(len([key for key in keys if key.startswith(PREFIX + "/")]), 3, "the pictures and the market's name are stored")
    url = posted.json["images"][0]["url"]
    first = server.get(url)
    checks.that(first.status == 200 and is_whole_jpeg(first.body), "its picture is served")
    checks.equal(store.get(bucket, f"{PREFIX}/{url.split('/')[-1]}"), first.body, "the object is the picture")
    checks.that(not list((server.data / "images").glob("??/*")), "the folder of pictures stays empty")
    checks.equal(server.stop(), 0, "the server stops as usual")

    # Another machine: nothing of the pictures is there.
    shutil.rmtree(server.data / "image-cache")
    server.start("--images-url", "https://cdn.example/market")
    gets = store.counts(bucket).get("GET", 0)
    tries = []
    again = patiently(lambda: tries.append(1) or server.get(url))
    checks.equal((again.status, again.body), (200, first.body), "the picture comes from the store after a restart")
    fetched = store.counts(bucket)["GET"] - gets
    checks.that(server.get(url).body == first.body, "and from the folder then")
    # On a busy machine, the store may have been too slow for the first try.
    checks.that(fetched == 1 or 1 < fetched and len(tries) > 1, "it was fetched once", f"{fetched} times, {len(tries)} tries")
    checks.equal(store.counts(bucket)["GET"] - gets, fetched, "and not again")
    thumbnail = server.get("/api/products?page_no=1&items_per_page=10").json["pages"][0]["thumbnail"]
    checks.equal(thumbnail, "https://cdn.example/market/" + url.split("/")[-1].replace(".jpg", "-thumb.jpg"),
                 "links to pictures can lead elsewhere, and the addresses of before go on")
    checks.that("img-src 'self' blob: data: https://cdn.example/market/;" in server.get("/").headers["content-security-policy"],
                "pages may show them then")
    metrics = server.get("/metrics").text
    for name in ['s3_requests_total{operation="get",status="200"}', "s3_request_duration_seconds_count", "s3_retries_total",
                 "job_runs_total{job=\"remove-drafts\",outcome=\"done\"}", "job_last_success_timestamp_seconds",
                 "image_cache_hits_total", "image_cache_misses_total", "image_cache_evictions_total", "image_cache_bytes"]:
        checks.that(f"openmarket_{name}" in metrics, f"there is a metric {name}")
    checks.equal(server.stop(), 0, "the server stops as usual")

    # What is in the folder is compared with its hash before it is served.
    kept = next((server.data / "image-cache").glob("??/*[0-9a-f].jpg"))
    damaged = bytearray(kept.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    kept.write_bytes(damaged)
    server.start()
    checks.equal(patiently(lambda: server.get(url)).body, first.body, "a damaged file in the folder is fetched again")
    without = run_patiently(place, "serve", "--port", "0", "--data", place.new_path("other"), "--images",
                            store.address(bucket, PREFIX), environment=store.environment)
    checks.that(without.returncode == 1 and "belong to another market" in without.stderr,
                "the pictures of another market are refused", without.stderr)
    product = patiently(lambda: server.post([place.photos["small"]], name="Second")).json["id"]
    checks.equal(len(store.keys(bucket)), 3, "an equal picture is stored once")
    server.send("DELETE", f"/api/products/{product}/{server.send('POST', f'/api/products/{product}/secret', {'secret': SECRET}).text}")
    checks.status(server.get(url), 200, "and stays while a product shows it")
    place.first_image = url
    return server


def faults(checks, place, store, server):
    """The store fails now and then."""
    url = place.first_image
    for kind, title in [(503, "a 503"), (429, "a 429"), ("cut", "a cut body"), ("damage", "a damaged body")]:
        server.stop()
        shutil.rmtree(server.data / "image-cache", ignore_errors=True)
        server.start()
        store.fault("market", kind, 1, methods=["GET"])
        answer = patiently(lambda: server.get(url))
        checks.that(answer.status == 200 and is_whole_jpeg(answer.body), f"a picture is served in spite of {title}", answer.status)
    store.fault("market", 500, 1, methods=["PUT"])
    store.fault("market", "lost", 1, methods=["PUT"])
    checks.status(patiently(lambda: server.post([place.photos["small"]], name="Fault")), 201, "and stored in spite of a 500 and a lost response")


def outage(checks, place, store, server):
    """The store is gone: what needs it is refused at once, everything else goes on."""
    url = place.first_image
    checks.status(patiently(lambda: server.get(url)), 200, "a picture is served, and is in the folder now")
    thumbnail = url.replace(".jpg", "-thumb.jpg")
    kept_thumbnail = server.data / "image-cache" / thumbnail.split("/")[-1][:2] / thumbnail.split("/")[-1]
    shutil.rmtree(server.data / "image-cache" / url.split("/")[-1][:2])
    checks.status(patiently(lambda: server.get(url)), 200, "a picture that vanished from the folder is fetched again")

    def refused(title):
        begin = time.monotonic()
        answer = server.get(thumbnail)
        checks.equal((answer.status, answer.headers.get("retry-after")), (503, "1"), f"{title}, a picture that isn't in the folder is refused")
        return time.monotonic() - begin

    def goes_on(title):
        checks.status(server.get(url), 200, f"{title}, a picture in the folder is served")
        checks.status(server.get("/api/products?page_no=1&items_per_page=10"), 200, f"{title}, lists are served")
        item = {"title": "No picture", "descriptions": "", "price": 1, "currency": "KRW", "stock": 1, "password": SECRET}
        checks.status(server.send("POST", "/item", item), 200, f"{title}, products without pictures are listed")
        answer = server.post([place.photos["small"]], name="Refused")
        checks.equal((answer.status, answer.headers.get("retry-after")), (503, "1"), f"{title}, a product with a picture is refused")

    for title, begin, end in [
        ("while the store hangs", lambda: store.signal(signal.SIGSTOP), lambda: store.signal(signal.SIGCONT)),
        ("while the store is gone", store.end, store.start),
    ]:
        begin()
        try:
            refused(title)
            goes_on(title)
        finally:
            end()
        checks.that(wait_until(lambda: server.get(thumbnail).status == 200), "afterwards the picture is served")
        checks.that(wait_until(lambda: server.post([place.photos["small"]], name="Again").status == 201), "and products are listed")
        kept_thumbnail.unlink()
    checks.that("the object store can't be reached" in server.log.read_text(), "the log says so")


def erasure(checks, place, store, server):
    """The store hangs while a product is erased, and the server is killed before it is back."""
    def lists(seed):
        posted = patiently(lambda: server.post([png(place.new_path("photo.png"), 96, 64, seed=seed)], name="Erased"))
        return posted.json["id"], path_of(posted).split("/")[-1][:40]

    def erase(product):
        result = place.command("product", "erase", "--yes", "--reason", "Why", product, "--data", server.data)
        checks.equal(result.returncode, 0, "a product is erased")
        return result.stdout + result.stderr

    def are_stored(key):
        return any(key in one for one in store.keys("market"))

    product, key = lists(11)
    checks.that(wait_until(lambda: are_stored(key)), "its picture is in the bucket")
    store.signal(signal.SIGSTOP)
    try:
        checks.that("couldn't be removed yet" in erase(product), "while the store hangs, the command says what is left")
        server.kill()
    finally:
        store.signal(signal.SIGCONT)
    checks.that(are_stored(key), "the picture of the erased product is still in the bucket")
    server.start()
    checks.that(wait_until(lambda: not are_stored(key)), "the next start removes it")
    product, key = lists(12)
    checks.that("with its pictures" in erase(product) and not are_stored(key), "while the store answers, the pictures are gone at once")


def moves(checks, place, store):
    """The pictures move to a bucket."""
    server = place.market("folder")
    first = server.post([place.photos["small"]]).json["images"][0]["url"]
    picture = server.get(first).body
    address = store.address(store.create("moved"), PREFIX)
    key = f"{PREFIX}/{first.split('/')[-1]}"

    # The database, if it is in PostgreSQL, knows where the pictures are.
    database = {"OPENMARKET_DATABASE": place.databases[server.data]} if server.data in place.databases else {}

    def run(*arguments):
        return run_patiently(place, *arguments, environment={**store.environment, **database})

    def move(start, end, code, words, title):
        result = run("move", "--from", start, "--to", end)
        checks.that(result.returncode == code and words in result.stdout + result.stderr, title,
                    f"{result.returncode} {result.stdout} {result.stderr}")

    def check(code, words, title):
        result = run("check", "--data", server.data)
        checks.that(result.returncode == code and words in result.stdout, title,
                    f"{result.returncode} {result.stdout} {result.stderr}")

    gone = [server.post([png(place.new_path("gone.png"), 96, 64, seed=seed)], name="Gone").json for seed in (21, 22)]
    copied = [f"{PREFIX}/{one['images'][0]['url'].split('/')[-1]}" for one in gone]
    killed = run_patiently(place, "move", "--from", server.data, "--to", address, environment={
        **store.environment, **database, **place.killed_at(f"{server.data}/market.json")})
    checks.equal(killed.returncode, -signal.SIGKILL, "a move is killed before its folder says where it goes")
    move(server.data, address, 2, "Stop all servers", "repeated beside a running server, it copies pictures")
    checks.that(set(copied) <= set(store.keys("moved")), "all of them")
    erased = run("product", "erase", "--yes", "--reason", "Why", gone[0]["id"], "--data", server.data)
    checks.that("with its pictures" in erased.stdout and "copies from before" not in erased.stderr, "one is erased meanwhile",
                erased.stdout + erased.stderr)
    token = server.send("POST", f"/api/products/{gone[1]['id']}/secret", {"secret": SECRET}).text
    checks.status(server.send("DELETE", f"/api/products/{gone[1]['id']}/{token}"), 200, "and one is deleted")
    checks.equal(server.stop(), 0, "the server stops")
    early = run_patiently(
        place, "serve", "--port", "0", "--data", place.new_path("early"), "--images", address, environment=store.environment)
    checks.that(early.returncode == 1 and "market" in early.stderr, "no server begins with half of the pictures", early.stderr)
    move(server.data, address, 0, "Moved 1 pictures", "with the server stopped, they are moved")
    left = [one for one in store.keys("moved") if any(key[:-len(".jpg")] in one for key in copied)]
    checks.equal(left, [], "but not those that were deleted meanwhile, of which nothing stays in the bucket")
    move(server.data, address, 1, "already", "and only once")
    result = place.command("serve", "--port", "0", "--data", server.data)
    checks.that(result.returncode == 1 and "Give its address with --images" in result.stderr,
                "a server without the setting is refused", result.stderr)
    server.environment = store.environment
    server.arguments += ["--images", address]
    server.start()
    checks.equal(patiently(lambda: server.get(first)).body, picture, "a picture that was moved is served")
    photo = place.new_path("photo.png")
    second = patiently(lambda: server.post([png(photo, 300, 200, seed=5)])).json["images"][0]["url"]
    newer = patiently(lambda: server.get(second)).body
    check(0, "No problems found", "all pictures are whole in the bucket")
    third = patiently(lambda: server.post([png(photo, 300, 200, seed=6)])).json["id"]
    erased = run("product", "erase", "--yes", "--reason", "Why", third, "--data", server.data)
    checks.that(f"{server.data}/images" in erased.stderr, "who erases reads which copy the move has left", erased.stderr)
    backup = place.new_path("backup")
    result = run("backup", backup, "--data", server.data)
    if place.cluster:
        checks.that(result.returncode == 1 and "the objects of s3://" in result.stderr, "a backup says what to do", result.stderr)
    else:
        checks.that(result.returncode == 0 and "and 2 pictures" in result.stdout,
                    "a backup has the pictures from the bucket", result.stdout + result.stderr)

    def backs_up(code, title, *arguments):
        if place.cluster: return
        result = run("backup", backup, "--data", server.data, *arguments)
        checks.that(result.returncode == code and ("in the backup only" in result.stderr) == (code == 2), title,
                    result.stdout + result.stderr)

    store.request("DELETE", "moved", key)
    backs_up(2, "the next backup says that one is missing in the bucket")
    store.request("PUT", "moved", key, picture[:-9])
    check(2, "is damaged", "a damaged object is found")
    backs_up(2, "also by a backup that compares", "--verify")
    store.request("PUT", "moved", key, picture)
    check(0, "No problems found", "and one that was put back")
    backs_up(0, "which backups notice", "--verify")
    checks.equal(server.stop(), 0, "the server stops")
    if not place.cluster:
        kept = {key: store.get("moved", key) for key in store.keys("moved")}
        for key in kept:
            store.request("DELETE", "moved", key)
        result = run("backup", place.new_path("backup"), "--data", server.data)
        checks.that(result.returncode == 1 and "aren't there" in result.stderr and not store.keys("moved"),
                    "a backup of a market whose bucket was emptied is refused, and leaves it empty", result.stderr)
        for key, content in kept.items():
            store.request("PUT", "moved", key, content)
        restores(checks, place, store, backup, address, {first: picture, second: newer})
        taken = run_patiently(
            place, "serve", "--port", "0", "--data", server.data, "--images", address, environment=store.environment)
        checks.that(taken.returncode == 1 and "used with another copy" in taken.stderr,
                    "the market of before doesn't start with pictures that were taken over", taken.stderr)
        cluster = Cluster()
        try:
            moved = run_patiently(
                place, "move", "--from", server.data, "--to", cluster.create("market"), environment=store.environment)
            checks.that(moved.returncode == 1 and "used with another copy" in moved.stderr, "nor moves away with them", moved.stderr)
        finally:
            cluster.end()
        check(2, "used with another copy", "and a check says so")
        result = run("backup", place.new_path("backup"), "--data", server.data)
        checks.that(result.returncode == 0, "but a backup of it takes them along", result.stderr)
    move(address, server.data, 1, "isn't moved back into a folder", "they aren't moved back")


def restores(checks, place, store, backup, address, pictures):
    """A backup is restored beside the bucket with its pictures, of which one is gone, and into a folder."""
    name = next(iter(pictures)).split("/")[-1]
    store.request("DELETE", "moved", f"{PREFIX}/{name}")
    damaged = next((backup / "images").glob(f"*/{name}"))
    bytes_before = damaged.read_bytes()

    def restore(title, code, words, *arguments):
        data = place.new_path("restored")
        result = run_patiently(place, "restore", backup, "--data", data, *arguments, environment=store.environment)
        checks.that(result.returncode == code and words in result.stdout + result.stderr, title, result.stdout + result.stderr)
        return data

    def shows(server, title):
        checks.equal([patiently(lambda url=url: server.get(f"/images/{url.split('/')[-1]}")).body == body
                      for url, body in pictures.items()], [True] * len(pictures), title)
        checks.equal(server.get("/api/products?page_no=1&items_per_page=10").json["total_count"], len(pictures), "with its products")
        checks.equal(server.stop(), 0, "the server stops")

    damaged.write_bytes(bytes_before[:-60])
    restore("a damaged backup is refused", 1, "is damaged", "--take-over")
    damaged.write_bytes(bytes_before)
    before = {key: store.get("moved", key) for key in store.keys("moved")}
    restore("a backup isn't tried with the pictures of its market", 1, "used with another copy")
    checks.equal({key: store.get("moved", key) for key in store.keys("moved")}, before, "and the bucket stays as it was")
    data = restore("a backup is restored, and its pictures stay in the bucket", 0, "The pictures are in s3://", "--take-over")
    checks.that(not list((data / "images").glob("??/*")), "none is in the folder")
    result = place.command("serve", "--port", "0", "--data", data)
    checks.that(result.returncode == 1 and "Give its address with --images" in result.stderr, "the server has to be told so", result.stderr)
    shows(place.market("restored", "--images", address, data=data, environment=store.environment),
          "a picture that was gone is back in the bucket")
    data = restore("a backup can be restored into a folder alone", 0, "and 2 pictures", "--images-to-folder")
    shows(place.market("restored", data=data), "which has all pictures then")

    # One is killed while it moves files, when the bucket knows no other database any more.
    for name in ("market.json", "market.sqlite"):
        data = place.new_path("interrupted")
        killed = run_patiently(place, "restore", backup, "--data", data, "--take-over", environment={
            **store.environment, **place.killed_at(f"{data}/{name}")})
        checks.equal(killed.returncode, -signal.SIGKILL, f"a restore is killed before {name} is in place")
        result = run_patiently(place, "restore", backup, "--data", data, environment=store.environment)
        checks.that(result.returncode == 0, "repeated, it goes on with the pictures that it has taken over", result.stderr)

    # Over a market with its pictures in the folder.
    before = place.market("before")
    before.post([png(place.new_path("before.png"), 300, 200, seed=7)])
    before.stop()
    killed = run_patiently(place, "restore", backup, "--data", before.data, "--replace", "--take-over", environment={
        **store.environment, **place.killed_at(f"{before.data}/market.sqlite")})
    checks.equal(killed.returncode, -signal.SIGKILL, "a restore is killed over pictures in a folder")
    result = run_patiently(place, "restore", backup, "--data", before.data, environment=store.environment)
    checks.that(result.returncode == 0 and "The pictures are in s3://" in result.stdout, "and repeated", result.stderr)
    aside = next(before.data.glob("replaced-*"))
    result = place.command("backup", place.new_path("aside"), "--data", aside)
    checks.that(result.returncode == 0 and "and 1 picture" in result.stdout, "the market of before has its pictures in its folder",
                result.stdout + result.stderr)


def path_of(posted):
    """Returns the path of the first picture of a product, which is the same on all servers."""
    return "/images/" + posted.json["images"][0]["url"].split("/")[-1]


def servers(checks, place, store):
    """Two servers on one database and one bucket; before, the database moves to PostgreSQL."""
    cluster = Cluster()
    try:
        address = store.address(store.create("shared"))
        url = cluster.create("market")
        first = place.market("first", "--images", address, environment=store.environment)
        moved = path_of(patiently(lambda: first.post([place.photos["small"]])))
        picture = first.get(moved).body
        first.stop()
        result = run_patiently(place, "move", "--from", first.data, "--to", url, environment=store.environment)
        checks.that(result.returncode == 0, "the database moves while the pictures stay in the bucket", result.stderr)
        traces = place.new_path("traces")
        first.arguments += ["--database", url, "--trace-log", traces, "--node", "node1", "--trust-forwarded"]
        first.arguments = [str(argument) for argument in first.arguments]
        first.start()
        second = place.market("second", "--images", address, "--database", url, environment=store.environment)
        checks.equal([patiently(lambda: server.get(moved)).body == picture for server in (first, second)], [True, True],
                     "both servers serve the picture")
        photo = png(place.new_path("photo.png"), 320, 240, seed=6)
        posted = patiently(lambda: second.post([photo]))
        product, new = posted.json["id"], path_of(posted)
        checks.equal(patiently(lambda: first.get(new)).body, second.get(new).body, "what one lists, the other shows")
        spans(checks, first, traces, product)
        token = first.send("POST", f"/api/products/{product}/secret", {"secret": SECRET}).text
        checks.that(first.send("DELETE", f"/api/products/{product}/{token}").status == 200, "and deletes")
        checks.that(wait_until(lambda: not [key for key in store.keys("shared") if new.split("/")[-1][:40] in key]),
                    "its picture leaves the bucket")
        checks.status(first.get(new), 404, "and isn't served any more where it was deleted")
        other = run_patiently(place, "serve", "--port", "0", "--data", place.new_path("other"), "--database",
                              cluster.create("other"), "--images", address, environment=store.environment)
        checks.that(other.returncode == 1 and "belong to another market" in other.stderr,
                    "a server with another database is refused", other.stderr)
        guests(checks, place, store, url, second)
        checks.equal([first.stop(), second.stop()], [0, 0], "both servers stop as usual")
        other_places(checks, place, store, url, address, first)
        address = first.arguments[first.arguments.index("--images") + 1]
        begun_without_the_store(checks, place, store, address, first)
        first.stop()
        copied_database(checks, place, store, cluster, address)
    finally:
        place.stop_all()
        cluster.end()


def begun_without_the_store(checks, place, store, address, first):
    """A server that starts while the store is away becomes ready when it is back."""
    first.arguments[first.arguments.index("--images") + 1] = address
    manager = ServiceManager(place)
    first.environment = {**store.environment, **manager.environment}
    store.end()
    first.start()
    checks.that(wait_until(lambda: first.get("/health/ready").status == 503) and manager.notice(wait=False) is None,
                "a server that starts without the store doesn't say that it is ready")
    store.start()
    checks.equal(manager.notice(), "READY=1", "but when it has it")
    checks.equal(first.stop(), 0, "it stops as usual")


def spans(checks, server, file, product):
    """A request with the trace of a proxy is written down, with its statements; so is one that fetches from the store."""
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    server.get(f"/api/products/{product}", "-H", f"traceparent: 00-{trace}-00f067aa0ba902b7-01")

    def written():
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        return [span for line in lines for span in line["resourceSpans"][0]["scopeSpans"][0]["spans"]]
    checks.that(wait_until(lambda: any(span["traceId"] == trace and span["kind"] == 2 for span in written())), "a traced request is written down")
    own = [span for span in written() if span["traceId"] == trace]
    request = next(span for span in own if span["kind"] == 2)
    checks.equal((request.get("parentSpanId"), request["name"]), ("00f067aa0ba902b7", "GET /api/products/{id}"),
                 "below the proxy's span, by its route")
    parents = {span["spanId"]: span.get("parentSpanId") for span in own}
    statements = [span for span in own if span["name"] == "SELECT"]
    checks.that(statements and all(parents[parents[span["spanId"]]] == request["spanId"] for span in statements),
                "with its statements of PostgreSQL", own)
    fetches = {span["traceId"] for span in written() if span["name"] == "S3 GET"}
    images = {span["traceId"] for span in written() if span["kind"] == 2 and span["name"].startswith("GET /images/")}
    checks.that(fetches & images, "and a picture with its request to the store")
    node = json.loads(file.read_text().splitlines()[0])["resourceSpans"][0]["resource"]["attributes"]
    checks.that({"key": "service.instance.id", "value": {"stringValue": "node1"}} in node, "under the node's name", node)
    checks.equal(file.stat().st_mode & 0o777, 0o600, "others can't read the file")


def guests(checks, place, store, url, server):
    """The operator's commands on a machine that has only the address of the database."""
    posted = patiently(lambda: server.post([png(place.new_path("photo.png"), 64, 48, seed=7)], name="Guest"))
    product, key = posted.json["id"], path_of(posted).split("/")[-1]

    def run(*command):
        return run_patiently(place, *command, "--data", place.new_path("nowhere"), "--database", url, environment=store.environment)
    result = run("vendor", "list")
    checks.that(result.returncode == 0 and "c0ffee00" in result.stdout, "vendors are listed", result.stderr)
    result = run("product", "erase", "--yes", "--reason", "Why", product)
    checks.that(result.returncode == 0 and "is erased" in result.stdout, "a product is removed", result.stderr)
    checks.that(not [one for one in store.keys("shared") if key[:40] in one], "and its picture in the bucket")
    checks.that(wait_until(lambda: server.get(f"/api/products/{product}").status == 404), "which the servers know")
    checks.that(wait_until(lambda: server.get(path_of(posted)).status == 404), "and that forget the picture that they kept")


def other_places(checks, place, store, url, address, server):
    """The database knows where the pictures are, so no server begins with another place."""
    def refused(title, *arguments):
        data = place.new_path("refused")
        result = run_patiently(
            place, "serve", "--port", "0", "--data", data, "--database", url, *arguments, environment=store.environment)
        sentence = result.stderr.strip()
        checks.that(result.returncode == 1 and "start every server with --images 's3://" in sentence and "\n" not in sentence,
                    f"{title} is refused in a sentence", sentence)
        checks.that(not (data / "market.json").exists(), "and its folder stays as it was")

    other = store.address(store.create("elsewhere"))
    refused("a server with an empty folder")
    refused("a server with an empty bucket", "--images", other)
    checks.equal(store.keys("elsewhere"), [], "and nothing is written to it")

    def images(code, words, title, *arguments):
        result = run_patiently(place, "images", "--database", url, *arguments, environment=store.environment)
        checks.that(result.returncode == code and words in result.stdout + result.stderr, title, result.stdout + result.stderr)
    images(0, address, "the place is printed")
    images(1, "belong to another market", "a bucket without the pictures can't be the place", "--set", other)
    for key in store.keys("shared"):
        store.request("PUT", "elsewhere", key, store.get("shared", key))
    images(0, other, "a copy of the bucket can", "--set", other)
    stale = place.new_path("stale")
    stale.mkdir(mode=0o700)
    shutil.copy(server.data / "market.json", stale)
    key = next(key for key in store.keys("elsewhere") if re.fullmatch("[0-9a-f]{40}[.]jpg", key))
    for name in ("0" * 40 + ".jpg", key.replace(".", "-thumb.")):
        (stale / "images" / name[:2]).mkdir(parents=True, exist_ok=True)
        (stale / "images" / name[:2] / name).write_bytes(b"Of before")
    images(2, "of which 1 aren't there", "of a folder that lacks a picture, it is told that it does", "--set", stale)
    store.request("DELETE", "elsewhere", key)
    images(2, "of which 1 aren't there", "so it is of a bucket", "--set", other)
    store.request("PUT", "elsewhere", key, store.get("shared", key))
    images(0, other, "and nothing of one that has all", "--set", other)
    refused("a server with the bucket of before", "--images", address)
    server.arguments[server.arguments.index(address)] = other
    server.start()
    checks.status(patiently(lambda: server.get("/api/products?page_no=1&items_per_page=10")), 200, "a server with the new one starts")
    checks.equal(server.stop(), 0, "and stops as usual")


def copied_database(checks, place, store, cluster, address):
    """A dump that is tried beside its market takes no pictures away from it."""
    dump = place.new_path("dump")
    cluster.run("pg_dump", "-h", cluster.folder, "-U", "market", "-Fc", "-f", dump, "market")
    copy = cluster.create("trial")
    cluster.run("pg_restore", "-h", cluster.folder, "-U", "market", "--no-owner", "-d", "trial", dump)

    def start(url):
        server = place.market("copied", "--database", url, "--images", address, environment=store.environment)
        checks.status(patiently(lambda: server.get("/api/products?page_no=1&items_per_page=10")), 200, "it starts")
        checks.equal(server.stop(), 0, "and stops")
        return server.data

    def refused(url, title):
        result = run_patiently(place, "serve", "--port", "0", "--data", place.new_path("refused"), "--database", url,
                               "--images", address, environment=store.environment)
        checks.that(result.returncode == 1 and "used with another copy" in result.stderr, title, result.stderr)
    refused(copy, "a copy of the database isn't served with the bucket")
    data = start(cluster.url("market"))
    result = run_patiently(place, "images", "--database", copy, "--set", address, environment=store.environment)
    checks.equal((result.returncode, result.stdout.strip()), (0, address), "until the operator says that it takes the other's place")
    start(copy)
    refused(cluster.url("market"), "then the one of before isn't")
    result = run_patiently(place, "check", "--data", data, "--database", cluster.url("market"), environment=store.environment)
    checks.that(result.returncode == 2 and "used with another copy" in result.stdout, "as a check says",
                result.stdout + result.stderr)
