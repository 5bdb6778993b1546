"""The schema test: see run.sh. Starts a server with the sample products and runs schemathesis against it.

With `--database`, the server's market is in a PostgreSQL cluster that the test starts, and with `--full` more requests are
generated. Other arguments after the binary are passed to schemathesis: `run.sh BINARY --include-operation-id listForSale`.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "TestClusters"))

from postgres_cluster import Cluster  # noqa: E402

DOCUMENT = HERE.parent.parent / "Sources" / "ServerFiles" / "openapi.json"
SEED = 20220124
# Timeout in seconds: many times what schemathesis takes for one port, also on a busy machine.
TIME_BOUND = 3600
# The number of generated requests for each operation, in addition to those for the document's examples and bounds.
EXAMPLES, FULL_EXAMPLES = "5", "50"


class Server:
    """One `openmarket serve` with the sample products in a folder of its own."""

    OPEN = re.compile(r"^Open Market is open: (http\S+)\n", re.MULTILINE)
    EDITION = re.compile(r"^openmarket edition: (http\S+)\n", re.MULTILINE)

    def __init__(self, binary, folder, database=None):
        self.log = folder / "server.log"
        self.binary, self.data = binary, folder / "data"
        usage = subprocess.run([binary, "serve", "--help"], capture_output=True, text=True).stdout
        self.has_editions = "--edition-port" in usage
        arguments = ["--edition-port", "openmarket=0"] if self.has_editions else []
        environment = {key: value for key, value in os.environ.items() if not key.startswith("OPENMARKET_")}
        self.environment = environment
        if database:
            environment["OPENMARKET_DATABASE"] = database
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [binary, "serve", "--port", "0", "--demo", "--data", str(folder / "data"),
                 "--trust-forwarded", *arguments],
                stdout=log, stderr=subprocess.STDOUT, env=environment)

    def address(self, pattern, seconds=300):
        """Waits for the line that announces an address."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = pattern.search(self.log.read_text(errors="replace"))
            if found:
                return found.group(1)
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        sys.exit(f"The server did not open:\n{self.log.read_text(errors='replace')[-2000:]}")

    def key(self):
        """Makes a key of an operator's."""
        def run(*words):
            return subprocess.run([self.binary, "operator", *words, "--data", str(self.data)], check=True, capture_output=True,
                                  text=True, env=self.environment).stdout
        run("add", "Kim")
        return run("key", "add", "Kim", "schema test").split()[-1]

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(300)
        except subprocess.TimeoutExpired:
            self.process.kill()


def document_address(url):
    """Returns the address of the served document; the file if none is served."""
    try:
        with urllib.request.urlopen(url + "/openapi.json", timeout=300) as answer:
            # Its examples name the market that is asked.
            document = DOCUMENT.read_text(encoding="utf-8").replace("http://localhost:8080", url)
            if json.load(answer) != json.loads(document):
                sys.exit("The server's document differs from Sources/ServerFiles/openapi.json. Build it again.")
            return url + "/openapi.json"
    except urllib.error.HTTPError:
        print("The server has no /openapi.json: using the file instead.")
        return str(DOCUMENT)


def ask(name, url, folder, *more):
    """Runs schemathesis against one port, and returns how many requests passed and how many failed."""
    print(f"== {name}: {url}", flush=True)
    report = folder / f"{name}.json"
    environment = {
        **os.environ, "MARKET_URL": url, "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
        "SCHEMATHESIS_HOOKS": "hooks"}
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(HERE / "schemathesis.toml"), "run",
        document_address(url), "--url", url, "--seed", str(SEED), "--report", "json",
        "--report-json-path", str(report), *more]
    try:
        status = subprocess.run(command, env=environment, cwd=folder, timeout=TIME_BOUND).returncode
    except subprocess.TimeoutExpired:
        print(f"schemathesis did not finish within {TIME_BOUND} s.")
        return 0, 1
    if not report.exists():
        return 0, 1
    return count(json.loads(report.read_text()), status)


# A product can be moved to the top a day after it was listed at the earliest, and nothing waits for approval in an open market.
NEVER_ACCEPTED = {"POST /api/products/{id}/bump", "PUT /api/operator/products/{id}/approval"}


def count(report, status):
    cases, operations = report["test_cases"], report["operations"]
    failed = cases["with_failures"] + cases["errored"]
    if status != 0:
        failed = max(failed, 1)
    if operations["tested"] < operations["selected"]:
        print(f"Only {operations['tested']} of {operations['selected']} operations were tested.")
        failed += 1
    # If every request is refused, the operation isn't tested: extend the hooks.
    for operation, phases in report["valid_rates"].items():
        if operation in NEVER_ACCEPTED:
            continue
        if phases and not any(rates["accepted"] for rates in phases.values()):
            print(f"{operation}: no request was accepted.")
            failed += 1
    return max(0, cases["generated"] - failed), failed


def hooks_hold(folder):
    """Returns whether the hooks accept everything that schemathesis may generate."""
    environment = {**os.environ, "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-m", "unittest", "-q", "test_amounts"], cwd=folder, env=environment) \
        .returncode == 0


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    binary = Path(sys.argv[1]).resolve()
    if not os.access(binary, os.X_OK):
        sys.exit(f"There is no program at {binary}. Build it with 'make build'.")
    arguments = [argument for argument in sys.argv[2:] if argument not in ("--database", "--full")]
    cluster = Cluster() if "--database" in sys.argv else None
    examples = FULL_EXAMPLES if "--full" in sys.argv else EXAMPLES
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="openmarket-schema-") as name:
        folder = Path(name)
        if not hooks_hold(folder):
            sys.exit("The hooks can't handle everything that schemathesis generates.")
        server = Server(str(binary), folder, cluster and cluster.create("market"))
        try:
            url = server.address(Server.OPEN)
            os.environ["MARKET_KEY"] = server.key()
            results = [ask("main port", url, folder, "-n", examples, *arguments)]
            if server.has_editions:
                url = server.address(Server.EDITION)
                # The port of the edition serves `/api/products` with its own keys, and no categories.
                results.append(ask(
                    "openmarket edition", url, folder, "-n", examples, "--include-tag", "training",
                    "--exclude-operation-id", "listCategories"))
        finally:
            server.stop()
            if cluster:
                cluster.end()
    passed, failed = (sum(numbers) for numbers in zip(*results))
    print(f"in {time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
