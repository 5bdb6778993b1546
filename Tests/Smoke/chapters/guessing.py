"""Attacks on passwords: guessing and flooding slow down nobody but the attacker."""

import http.client
import json
import threading
from collections import Counter

from market import SECRET, wait_until

OWNER = "203.0.113.9"
GUESSERS = [f"198.51.100.{number}" for number in range(1, 13)]
FLOODER = "192.0.2.1"


def patch(server, product, secret, address, connection=None, **fields):
    """Returns the status of an edit, and `Retry-After`."""
    connection = connection or http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
    body = json.dumps({"secret": secret, **fields})
    connection.request("PATCH", f"/api/products/{product}", body, {"X-Forwarded-For": address})
    answer = connection.getresponse()
    answer.read()
    return answer.status, answer.getheader("Retry-After")


def while_others(act, *others):
    """Returns the result of `act` while the others repeat their requests, and the statuses that they received."""
    ends, statuses, lock = threading.Event(), Counter(), threading.Lock()

    def again_and_again(other):
        while not ends.is_set():
            status = other()
            with lock:
                statuses[status] += 1

    threads = [threading.Thread(target=again_and_again, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    try:
        return act(), statuses
    finally:
        ends.set()
        for thread in threads:
            thread.join()


def run(checks, place):
    server = place.market("guessed", "--trust-forwarded", "--total-guess-budget", "100000")
    product = server.post([place.photos["small"]], "-H", f"X-Forwarded-For: {OWNER}").json["id"]

    # Until every guesser has used up its address's budget.
    for number in range(30):
        for guesser in GUESSERS:
            patch(server, product, f"guess {number}", guesser)
    def edits():
        return Counter(patch(server, product, SECRET, OWNER, stock=number)[0] for number in range(20))
    guessers = [lambda guesser=guesser: patch(server, product, "guess", guesser)[0] for guesser in GUESSERS]
    outcome, statuses = while_others(edits, *guessers)
    checks.equal(outcome, Counter({202: 20}), "twelve addresses guess, and each of the owner's edits is accepted")
    checks.that(statuses[429] > 0 and not statuses[202], "the guessers get 429", statuses)
    answers = []

    def is_refused():
        # The first guesses may be more than a minute ago.
        if patch(server, product, "guess", GUESSERS[0])[0] != 429:
            return False
        answers.append(patch(server, product, SECRET, GUESSERS[0]))
        return answers[-1][0] == 429
    wait_until(is_refused)
    status, wait = answers[-1]
    checks.that(status == 429 and wait and 1 <= int(wait) <= 60, "for at most a minute", answers)

    # Correct passwords cost no attempt and are unlimited: sixty concurrent ones from one address.
    own = server.post([place.photos["small"]], "-H", f"X-Forwarded-For: {FLOODER}").json["id"]
    def honest():
        edited = Counter(patch(server, product, SECRET, OWNER, stock=number)[0] for number in range(33))
        listed = Counter(
            server.post([place.photos["small"]], "-H", f"X-Forwarded-For: {OWNER}").status for _ in range(16))
        return edited, listed
    flood = [lambda: patch(server, own, SECRET, FLOODER)[0] for _ in range(60)]
    (edited, listed), statuses = while_others(honest, *flood)
    checks.that(statuses[429] + statuses[503] > 0 and set(statuses) <= {202, 429, 503}, "a flood gets 429 or 503",
                statuses)
    checks.equal(edited, Counter({202: 33}), "meanwhile 33 of 33 honest edits are accepted")
    checks.equal(listed, Counter({201: 16}), "and 16 of 16 listings")

    if not place.cluster:
        signing_key(checks, server)
    server.stop()

    small = place.market("budget", "--listing-budget", "1:3")
    outcomes = [small.post([place.photos["small"]]) for _ in range(8)]
    refused = [answer for answer in outcomes if answer.status == 429]
    checks.that(
        len(refused) >= 1 and all(1 <= int(answer.headers["retry-after"]) <= 60 for answer in refused),
        "listing beyond the budget gets 429 with Retry-After", [answer.status for answer in outcomes])
    checks.that(
        all(answer.headers.get("x-content-type-options") == "nosniff" for answer in outcomes),
        "every response has nosniff")


def signing_key(checks, server):
    """Signed tokens outlive the process, and nobody else can read their key. In PostgreSQL, the database has it."""
    key = server.data / "signing.key"
    checks.equal(f"{key.stat().st_mode & 0o777:o}", "600", "only the owner can read the signing key")
    before = key.read_bytes()
    server.stop()
    server.start()
    checks.that(key.read_bytes() == before, "the key survives a restart")
