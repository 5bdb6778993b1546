"""Precedence of settings: flags, environment, file; and those that are refused or warned about."""

import json
import re
import subprocess
from pathlib import Path

from market import wait_until
from ports import free_port

OPERATING = Path(__file__).resolve().parents[3] / "Documentation" / "Operating.md"


def run(checks, place):
    port = free_port()
    data = place.new_path("from-environment")
    server = place.market(
        "environment", bare=True, port=port, data=data,
        environment={"OPENMARKET_PORT": str(port), "OPENMARKET_DATA": str(data), "OPENMARKET_LOG_FORMAT": "json"})
    checks.status(server.get("/healthChecker"), 200, "the port comes from the environment")
    checks.that((data / place.market_file).exists(), "the data folder comes from the environment")
    server.post([place.photos["small"]])
    server.stop()
    lines = [line for line in server.log.read_text().splitlines() if line.startswith("{")]
    checks.that(lines and all("message" in json.loads(line) for line in lines), "log lines can be JSON", lines)

    port, other = free_port(), free_port()
    file, data = place.new_path("settings.json"), place.new_path("from-file")
    file.write_text(json.dumps({"port": other, "data": str(data), "base-url": "https://market.example"}))
    server = place.market("file", "--config", file, "--port", port, bare=True, port=port, data=data)
    checks.that((data / place.market_file).exists(), "the data folder comes from the file")
    checks.status(server.get("/healthChecker"), 200, "a flag overrides the file")
    product = server.post([place.photos["small"]]).json
    checks.that(product["thumbnail"].startswith("https://market.example/"), "links begin with the base URL",
                product["thumbnail"])
    server.stop()
    server = place.market("both", "--config", file, bare=True, port=port, data=data, environment={"OPENMARKET_PORT": str(port)})
    checks.status(server.get("/healthChecker"), 200, "the environment overrides the file")
    server.stop()

    forwarded = ("-H", "X-Forwarded-Proto: https", "-H", "X-Forwarded-Host: shop.example")
    server = place.market("proxy")
    link = server.post([place.photos["small"]], *forwarded).json["thumbnail"]
    checks.that(link.startswith(server.url), "X-Forwarded headers are not trusted by default", link)
    server.stop()
    server.start("--trust-forwarded")
    link = server.get("/api/products", *forwarded).json["pages"][0]["thumbnail"]
    checks.that(link.startswith("https://shop.example/"), "--trust-forwarded trusts them", link)

    for title, arguments, words in (
            ("an invalid port", ["--port", "70000"], "port"),
            ("an invalid log level", ["--log-level", "loud"], "log-level"),
            ("an invalid registration", ["--registration", "maybe"], "registration"),
            ("a missing settings file", ["--config", "nowhere.json"], "nowhere.json: No such file or directory."),
            ("an invalid base URL", ["--base-url", "market"], "base-url"),
            ("a base URL with a path", ["--base-url", "https://market.example/shop"], "without a path")):
        result = place.command("serve", "--data", place.new_path("none"), *arguments)
        checks.that(result.returncode == 78 and words in result.stderr and "Fatal" not in result.stderr,
                    f"{title} is refused with a message", f"{result.returncode} {result.stderr}")
    misspelt = place.new_path("misspelt.json")
    misspelt.write_text(json.dumps({"prot": 80}))
    for title, arguments, environment, words in (
            ("a variable that Kubernetes sets", [], {"OPENMARKET_PORT": "tcp://10.96.0.1:8080"},
             ["OPENMARKET_PORT", "tcp://10.96.0.1:8080", "Kubernetes"]),
            ("a misspelt variable", [], {"OPENMARKET_TRUSTED_PROXIES": "10.0.0.5"},
             ["OPENMARKET_TRUSTED_PROXIES", "10.0.0.5", "Did you mean OPENMARKET_TRUSTED_PROXY?"]),
            ("a misspelt key of the file", ["--config", misspelt], {}, [str(misspelt), "'prot'", "Did you mean port?"])):
        result = place.command("serve", "--data", place.new_path("none"), *arguments, environment=environment)
        checks.that(result.returncode == 78 and all(word in result.stderr for word in words) and "Fatal" not in result.stderr,
                    f"{title} ends the start in a sentence", f"{result.returncode} {result.stderr}")
    tls(checks, place)
    warning(checks, place)
    declared(checks, place)
    empty = {"OPENMARKET_DATA": "", "OPENMARKET_DATABASE": "", "OPENMARKET_DATABASE_DIRECT": ""}
    for command in ("backup", place.new_path("backup")), ("migrate",), ("check",), ("vendor", "list"):
        result = place.command(*command, environment=empty)
        checks.that(result.returncode == 1 and "no market in market-data." in result.stderr,
                    f"empty variables are none for {command[0]}, as for serve", f"{result.returncode} {result.stderr}")


def declared(checks, place):
    """What Operating.md says of each setting, --help says, too, and so does the program of a bad value."""
    helped = place.command("serve", "--help")
    told = " ".join(helped.stdout.split())
    rows = re.findall(r"^\| `--([a-z-]+)` \| (.*?) ?\| (.*?) ?\| (.*) \|$", OPERATING.read_text(encoding="utf-8"), re.MULTILINE)
    checks.that(helped.returncode == 0 and len(rows) > 30, "--help and Operating.md list the settings", helped.stdout[:200])
    bad = "!" * 70
    for name, takes, usual, meaning in rows:
        usual = f"default: {usual}" if usual and usual != "`off`" else ""
        facts = "; ".join(filter(None, [takes, usual]))
        sentence = re.sub(r" \[More\]\(.*\)$", "", meaning) + (f" ({facts})" if facts else "")
        checks.that(f"--{name}" in told and sentence.replace("`", "") in told, f"--help says what --{name} is", sentence)
        if takes:
            result = place.command("serve", "--data", place.new_path("none"), f"--{name}", bad)
            checks.that(result.returncode == 78 and f"'{name}' must be {takes}" in result.stderr
                        and f"--{name} has '{bad}'." in result.stderr, f"a bad --{name} is refused with what it takes", result.stderr)


def tls(checks, place):
    """The settings of versions that served TLS themselves end the start, and show the way."""
    file = place.new_path("tls.json")
    file.write_text(json.dumps({"tls-key": "key.pem"}))
    for title, name, arguments, environment in (
            ("the flag --tls-cert", "tls-cert", ["--tls-cert", "certificate.pem"], {}),
            ("the flag --tls-key", "tls-key", ["--tls-key", "key.pem"], {}),
            ("the variable OPENMARKET_TLS_CERT", "tls-cert", [], {"OPENMARKET_TLS_CERT": "certificate.pem"}),
            ("the key tls-key of the file", "tls-key", ["--config", file], {})):
        result = place.command("serve", "--data", place.new_path("none"), *arguments, environment=environment)
        said = f"'{name}' is gone, because the market speaks plain HTTP: put Caddy in front of it, "
        checks.that(result.returncode == 78 and said in result.stderr and "Fatal" not in result.stderr,
                    f"{title} ends the start, and shows the way to Caddy", f"{result.returncode} {result.stderr}")


def warning(checks, place):
    """In a network of its own, so that nobody else is served for a moment."""
    alone = ["unshare", "--user", "--map-root-user", "--net"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        print("skip settings: no network can be made here")
        return
    for title, count, arguments in (
            ("all addresses, without a proxy", 1, ["--host", "0.0.0.0"]),
            ("all addresses, also of IPv6, without a proxy", 1, ["--host", "::"]),
            ("all addresses, with a proxy", 0, ["--host", "0.0.0.0", "--trusted-proxy", "10.0.0.5"]),
            ("all addresses, with a proxy on this machine", 0, ["--host", "0.0.0.0", "--trust-forwarded"]),
            ("this machine only", 0, ["--host", "127.0.0.1"]),
            ("its name", 0, ["--host", "localhost"])):
        log, data = place.new_path("log"), place.new_path("alone")
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [*alone, "sh", "-c", 'ip link set lo up 2> /dev/null; exec "$@"', "sh", str(place.binary), "serve", "--port", "0",
                 "--data", str(data), *arguments], stdout=output, stderr=output, cwd=place.folder,
                env=place.environment(data, is_new=True))
        try:
            # This is the last line of a start.
            started = wait_until(lambda: process.poll() is not None or "Everything is kept" in log.read_text())
            # What is logged is written to another output, at its own time, but before the end.
            process.terminate()
            is_stopped = process.wait() == 0
            said = log.read_text().count("passwords are sent unencrypted")
            checks.that(started and is_stopped and said == count,
                        f"{title}: {'a warning' if count else 'no warning'} that passwords are sent unencrypted", log.read_text()[-400:])
        finally:
            process.kill()
            process.wait()
