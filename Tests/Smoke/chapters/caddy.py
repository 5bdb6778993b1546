"""Caddy with Deployment/Caddyfile in front of a market: HTTPS, HTTP/2, and what it keeps away."""

import http.client
import json
import os
import re
import socket
import ssl
import subprocess
from pathlib import Path

from caddy import HOST, OLD_HOST
from market import IDENTIFIER, wait_until
from nodes import CaddyProxy

TOKEN = "fedcba9876543210fedcba9876543210"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
# Stands in the recorded requests for a token to delete with.
NO_TOKEN = b"00000000-0000-0000-0000-000000000000"
PARAMS = 'params={"name":"a","descriptions":"","price":1,"currency":"KRW","secret":"s"};type=application/json'
VERSIONS = ("--http2", "--http1.1")
# In other letters, with more slashes, and encoded.
# What old apps send, byte by byte, with what they expect.
BODIES = Path(__file__).resolve().parents[2] / "MarketAPITests" / "Bodies"
CLOSED = ("/metrics", "/metrics/", "//metrics", "/METRICS", "/%6Detrics", "/metrics?a=b", "/./metrics", "/x/../metrics", "/health", "/health/",
          "/Health", "//health", "/health/live", "/HEALTH//ready", "/healt%68/live", "/health%2Flive")


def run(checks, place):
    trace = place.new_path("trace")
    server = place.market(
        "caddy", "--trusted-proxy", "127.0.0.1", "--edition-host", f"openmarket={OLD_HOST}", "--contact-budget", "1:3",
        "--trace-log", trace)
    # On a busy machine, a start may take longer than Caddy usually waits.
    caddy = CaddyProxy(place, server.port, changes=[("lb_try_duration 10s", "lb_try_duration 300s")])
    try:
        versions(checks, caddy)
        photos(checks, place, server, caddy)
        cookies(checks, place, caddy)
        closed(checks, server, caddy)
        old_apps(checks, place, caddy)
        recorded(checks, caddy)
        offers(checks, caddy)
        addresses(checks, caddy)
        traces(checks, caddy, trace)
        streams(checks, place, server, caddy)
        too_large(checks, place, caddy)
        silent(checks, place, server)
        restarts(checks, place, server, caddy)
        from_inside(checks, caddy)
        log = caddy.log.read_text()
        checks.that('"uri":"/link?from=x"' in log and TOKEN not in log and IDENTIFIER not in log,
                    "errors are logged, without tokens and identifiers", log[-400:])
        checks.that("/api/products/1" not in log, "requests that are answered aren't logged", log[-400:])
    finally:
        caddy.end()
    checks.equal(server.stop(), 0, "the market stops")


def listing(place, photo, *arguments):
    return ["-H", f"identifier: {IDENTIFIER}", "-F", PARAMS, "-F", f"images=@{photo};type=image/jpeg", *arguments]


def versions(checks, caddy):
    for version, flag in (("2", "--http2"), ("1.1", "--http1.1")):
        answer = caddy.curl("/api/products", flag)
        checks.that(answer.status == 200 and answer.version == version, f"HTTP/{version} is spoken, with a certificate that holds",
                    f"{answer.status} {answer.version} {answer.errors}")
    stranger = caddy.place.curl(caddy.url, *caddy.curl_arguments[2:])
    checks.equal(stranger.exit_code, 60, "who doesn't know the authority doesn't trust it")
    for method in ("GET", "POST"):
        led = caddy.curl(f"{caddy.plain_url}/products/1?from=2", "-X", method)
        checks.that(led.status == 308 and led.headers.get("location") == f"https://{HOST}/products/1?from=2",
                    f"a {method} over http is led to https", f"{led.status} {led.headers}")


def photos(checks, place, server, caddy):
    for number, version in enumerate(VERSIONS, start=1):
        posted = caddy.curl("/api/products", version, *listing(place, place.photos["phone"][number]))
        if not checks.status(posted, 201, f"a photo is uploaded ({version})"):
            continue
        link = posted.json["images"][0]["url"]
        checks.that(link.startswith(f"{caddy.url}/images/"), f"links are https, with the host and the port ({version})", link)
        checks.that(caddy.curl(link, version).body == server.get("/images/" + link.rpartition("/")[2]).body,
                    f"they lead to the image ({version})")
    for accepted in ("identity", "gzip", None):
        fields = ["-H", f"Accept-Encoding: {accepted}"] if accepted else []
        through, direct = (
            ask("/", *fields) for ask in (caddy.curl, lambda *given: server.get(*given, "-H", f"Host: {HOST}:{caddy.port}", "-H",
                                                                               "X-Forwarded-Proto: https")))
        same = ("content-encoding", "content-length", "etag", "content-type", "content-security-policy")
        checks.that(direct.status == 200 and through.body == direct.body
                    and [through.headers.get(name) for name in same] == [direct.headers.get(name) for name in same],
                    f"a page arrives as the market has sent it, with Accept-Encoding {accepted or 'left out'}",
                    f"{through.headers} {direct.headers}")


def cookies(checks, place, caddy):
    def jar(url):
        file = place.new_path("cookies")
        caddy.curl(f"{url}/products/new", "-c", file)
        lines = [line.removeprefix("#HttpOnly_").split("\t") for line in file.read_text().splitlines() if "\t" in line]
        return {name: secure for _, _, _, secure, _, name, _ in lines}

    secure = jar(caddy.url)
    checks.that({"__Host-csrf", "__Host-seller", "__Host-rights"} <= set(secure) and set(secure.values()) == {"TRUE"},
                "cookies are secure, and belong to the host alone", secure)
    kept = [ask.headers.get("strict-transport-security") for ask in (caddy.curl("/"), caddy.curl(caddy.old_url), caddy.curl(caddy.old_plain_url))]
    checks.equal(kept, ["max-age=31536000", None, None], "browsers keep to https, except for hosts of old apps")
    checks.that("alt-svc" not in caddy.curl("/").headers, "HTTP/3 isn't offered")


def closed(checks, server, caddy):
    checks.equal([server.get(path, "--path-as-is").status for path in ("/metrics", "//metrics", "/METRICS/", "/HEALTH", "/health/live")], [200] * 5,
                 "the market itself says how it is")
    # Its own answer to them would be a page or JSON.
    for url in (caddy.url, caddy.old_url, caddy.old_plain_url):
        answers = {path: caddy.curl(url + path, "--path-as-is", version) for path in CLOSED for version in VERSIONS}
        wrong = {path: answer.text for path, answer in answers.items() if (answer.status, answer.body) != (404, b"")
                 and "%2F" not in path}
        checks.equal(wrong, {}, f"metrics and health are closed at {url.partition(':')[0]}://{url.split('/')[2].split(':')[0]}")
        checks.equal({answer.status for answer in answers.values()}, {404}, "however they are written")
    checks.equal(caddy.curl("/healthChecker").body, b'"OK"', "/healthChecker is open, because apps ask for it")


def old_apps(checks, place, caddy):
    for url, version in ((caddy.old_url, "--http2"), (caddy.old_url, "--http1.1"), (caddy.old_plain_url, "--http1.1")):
        posted = caddy.curl(f"{url}/api/products", version, *listing(place, place.photos["small"]))
        listed = caddy.curl(f"{url}/api/products", version)
        scheme = url.partition(":")[0]
        checks.that(posted.status == 201 and "pageNo" in listed.json and listed.json["pages"][0]["thumbnail"].startswith(f"{url}/images/"),
                    f"an old app lists and reads over {scheme} ({version}), with links to where it asked", f"{posted.status} {listed.text}")
        image = caddy.curl(listed.json["pages"][0]["thumbnail"], version)
        checks.that(image.status == 200 and image.media_type == "image/jpeg", f"it sees its image ({version}, {scheme})", image.status)


def recorded(checks, caddy):
    """All recorded requests of old apps, as the Swift tests replay them directly. There each has a new market; here its product
    has another number."""
    def send(file, product, token):
        head, _, body = (BODIES / file).read_bytes().partition(b"\r\n\r\n")
        head = head.replace(b"Host: localhost", f"Host: {HOST}:{caddy.port}".encode())
        if product:
            head = re.sub(rb"^(\S+ /(?:api/products/|items?/|item/:))1\b", rb"\g<1>%d" % product, head)
            renumbered = re.sub(rb'("id" ?: ?)1\b', rb"\g<1>%d" % product, body)
            head = head.replace(b"Content-Length: %d" % len(body), b"Content-Length: %d" % len(renumbered))
            body = renumbered
        head = head.replace(NO_TOKEN, token)
        context = ssl.create_default_context(cafile=caddy.root)
        connection = context.wrap_socket(socket.create_connection(("127.0.0.1", caddy.port), 300), server_hostname=HOST)
        with connection:
            connection.sendall(head + b"\r\n\r\n" + body)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            return answer.status, answer.read()

    wrong, requests = {}, json.loads((BODIES / "expected.json").read_text(encoding="utf-8"))["requests"]
    for request in requests:
        product, token = None, NO_TOKEN
        for file in request["after"]:
            body = send(file, product, token)[1]
            if len(body) == len(NO_TOKEN):
                token = body
            else:
                product = json.loads(body)["id"]
        status, body = send(request["file"], product, token)
        expected = request["product"] if request["answer"] == "product" else {}
        answer = json.loads(body) if expected else {}
        if status != request["status"] or any(answer.get(name) != value for name, value in expected.items()):
            wrong[request["file"]] = f"{status} {body.decode()[:300]}"
    checks.that(len(requests) >= 60 and not wrong, f"{len(requests)} recorded requests of old apps are answered as without Caddy", wrong)


def offers(checks, caddy):
    """Caddy keeps its connections to the market, and passes on what offers another protocol."""
    offer = ("--http1.1", "-H", "Connection: Upgrade", "-H", "Upgrade: x")
    offered = {caddy.curl(path, *offer).status for path in ("/api/products", "/api/nothing") * 3}
    asked = [caddy.curl("/api/products").status for _ in range(6)]
    checks.that(offered == {200, 404} and asked == [200] * 6, "nobody waits for a connection that somebody else has spoilt",
                f"{offered} {asked}")


def addresses(checks, caddy):
    posted = caddy.curl("/api/products", "-H", f"identifier: {IDENTIFIER}", "-F", PARAMS.replace('"secret"', '"contact":"010-1234-5678","secret"'),
                        "-F", f"images=@{caddy.place.photos['small']};type=image/jpeg")
    contact = f"/api/products/{posted.json['id']}/contact"
    forged = lambda number: [part for field in (
        f"X-Forwarded-For: 203.0.113.{number}", f"X-Forwarded-For: 127.0.0.1, 203.0.113.{number}", f"x-forwarded-for: 10.0.0.{number}",
        f"Forwarded: for=203.0.113.{number}", f"X-Real-IP: 203.0.113.{number}", f"X_Forwarded_For: 203.0.113.{number}",
        "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: http", "Forwarded: host=evil.example;proto=http") for part in ("-H", field)]
    for version, client in zip(VERSIONS, ("127.0.0.61", "127.0.0.62")):
        answers = [caddy.curl(contact, version, "--interface", client, *forged(number)).status for number in range(1, 6)]
        checks.equal(answers, [200, 200, 200, 429, 429], f"a client has one address, whatever it says ({version})")
        link = caddy.curl("/api/products", version, *forged(9)).json["pages"][0]["thumbnail"]
        checks.that(link.startswith(caddy.url), f"and one host ({version})", link)
    checks.status(caddy.curl(contact, "--interface", "127.0.0.63"), 200, "another client has another address")


def traces(checks, caddy, trace):
    caddy.curl("/api/categories?of=trace", "-H", f"traceparent: 00-{TRACE}-00f067aa0ba902b7-01")
    checks.that(wait_until(lambda: "/api/categories" in trace.read_text()), "a request is traced")
    checks.that(TRACE not in trace.read_text(), "not as its client says")


def streams(checks, place, server, caddy):
    """Half of an upload is there before the client sends the rest."""
    edge = "edge-of-parts"
    body = (f'--{edge}\r\nContent-Disposition: form-data; name="params"\r\n\r\n{PARAMS[7:].rpartition(";")[0]}\r\n--{edge}\r\n'
            'Content-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n').encode()
    body += Path(place.photos["phone"][0]).read_bytes() + f"\r\n--{edge}--\r\n".encode()
    incoming = lambda: sum(file.stat().st_size for file in (server.data / "incoming").iterdir())
    for version in VERSIONS:
        # -T sends what it has read so far.
        client = subprocess.Popen(
            ["curl", "-sS", *caddy.curl_arguments, version, "-X", "POST", "-T", "-", "-H", f"identifier: {IDENTIFIER}", "-H",
             f"Content-Type: multipart/form-data; boundary={edge}", "-w", "%{http_code}", "-o", "/dev/null", f"{caddy.url}/api/products"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        client.stdin.write(body[:1_000_000])
        client.stdin.flush()
        checks.that(wait_until(lambda: incoming() > 500_000), f"an upload arrives while it is sent ({version})", incoming())
        answer, _ = client.communicate(body[1_000_000:])
        checks.equal(answer, b"201", f"and is listed when it has been sent ({version})")


def too_large(checks, place, caddy):
    large = place.new_path("large.jpg")
    large.touch()
    os.truncate(large, 150_000_000)
    answers = []

    def refused():
        answers.append(caddy.curl("/api/products", "--http2", *listing(place, large)))
        return answers[-1].exit_code == 0
    # The market closes the connection with what it hasn't read, and its sentence may be lost.
    wait_until(refused)
    large.unlink()
    checks.that({answer.status for answer in answers} <= {413, 0}, "150 MB are refused", answers)
    checks.equal(answers[-1].json["code"], "body_too_large", "by the market, with its sentence")


def silent(checks, place, server):
    # A fifth of the time that a handshake has, so that nobody has to wait for it.
    caddy = CaddyProxy(place, server.port, changes=[("read_header 15s", "read_header 3s")])

    def connect():
        connection = socket.create_connection(("127.0.0.1", caddy.port), 120)
        connection.settimeout(300)
        return connection

    def is_closed(connection):
        try:
            return connection.recv(65536) == b""
        except ConnectionError:
            return True

    try:
        held = [connect() for _ in range(200)]
        for connection in held[100:]:
            # The beginning of a ClientHello.
            connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        checks.status(caddy.curl("/api/products"), 200, "200 sockets without a handshake don't block others")
        checks.that(all(is_closed(connection) for connection in held), "they are closed after a while")
        for connection in held:
            connection.close()
    finally:
        caddy.end()


def restarts(checks, place, server, caddy):
    before = server.get("/api/products").json["total_count"]
    server.stop()
    waiting = [
        subprocess.Popen(["curl", "-sS", *caddy.curl_arguments, version, "-o", "/dev/null", "-w", "%{http_code}", f"{caddy.url}/api/products/1"],
                         stdout=subprocess.PIPE) for version in VERSIONS]
    # A write isn't repeated; its client does that.
    posted = [caddy.curl("/api/products", version, *listing(place, place.photos["small"])).status for version in VERSIONS]
    # Over HTTP/2, curl may be told first that nobody wants the rest.
    checks.that(set(posted) <= {502, 0}, "while the market restarts, a listing fails at once", posted)
    caddy.curl(f"/link?from=x&token={TOKEN}", "-X", "POST", "-d", "a=b")
    server.start()
    checks.equal([client.communicate()[0] for client in waiting], [b"200", b"200"], "a GET waits for it")
    checks.equal(server.get("/api/products").json["total_count"], before, "nothing was listed")
    again = caddy.curl("/api/products", *listing(place, place.photos["small"]))
    checks.status(again, 201, "then listings get through again")


def from_inside(checks, caddy):
    """Nobody on the machine changes what Caddy does, except its own user."""
    links = (os.readlink(link) for link in Path(f"/proc/{caddy.process.pid}/fd").iterdir() if link.exists() or link.is_symlink())
    own = {found.group(1) for link in links if (found := re.fullmatch(r"socket:\[(\d+)\]", link))}
    listening = set()
    for protocol, state in (("tcp", "0A"), ("tcp6", "0A"), ("udp", None), ("udp6", None)):
        for line in Path(f"/proc/net/{protocol}").read_text().splitlines()[1:]:
            parts = line.split()
            if parts[9] in own and state in (None, parts[3]):
                listening.add((protocol, *parts[1].split(":")))
    expected = {("tcp", "0100007F", f"{port:04X}") for port in (caddy.port, caddy.plain_port)}
    checks.equal(listening, expected, "Caddy listens for http and https only")
    mode = (caddy.folder / "admin.sock").stat().st_mode
    checks.equal(mode & 0o022, 0, "only its own user may write to the socket that changes it")
    reloaded = subprocess.run(["caddy", "reload", "--config", caddy.folder / "Caddyfile", "--force"], capture_output=True, text=True, check=False)
    checks.that(reloaded.returncode == 0 and caddy.curl("/api/products").status == 200, "it reads its file again when told so there",
                reloaded.stderr[-300:])
