"""kill -9 and power cuts at random moments under mixed load: no acknowledged write is lost.

A power cut is a kill after which all writes that were not synced, or a random part of them, are reverted (powercut).
SMOKE_KILLS and SMOKE_CUTS set how often; `make test` has time for a few.
"""

import os
import random
import threading

import load
import powercut
from market import wait_until
from photos import png

KILLS = int(os.environ.get("SMOKE_KILLS", "6"))
CUTS = int(os.environ.get("SMOKE_CUTS", "6"))
SEED = int(os.environ.get("SMOKE_SEED", "1"))
SELLERS = 6
# The minimum and maximum number of acknowledged writes before the power cut.
WRITES = (3, 40)


def run(checks, place):
    pictures = [png(place.new_path("small.png"), 64, 48, seed=number).read_bytes() for number in range(40)]
    chance = random.Random(SEED)
    kills(checks, place, pictures, chance)
    library = powercut.build(place.folder)
    cuts(checks, place, pictures, chance, library)
    control(checks, place, pictures, chance, library)


def kills(checks, place, pictures, chance):
    server = place.market("kills")
    ledger = load.Ledger()
    faults = []
    for round in range(KILLS):
        touched = work(server, ledger, pictures, chance, round)
        server.start()
        faults += load.faults(server.port, touched)
    conclude(checks, place, server, ledger, faults, f"{KILLS} kills")


def cuts(checks, place, pictures, chance, library):
    server = place.market("cuts")
    server.stop()
    power = powercut.Power(library, place.new_path("power"), server.data)
    server.environment = power.environment
    server.start()
    ledger = load.Ledger()
    faults = []
    lost = 0
    for round in range(CUTS):
        touched = work(server, ledger, pictures, chance, round)
        lost += power.cut(chance if round % 3 else None)
        server.start()
        faults += load.faults(server.port, touched)
    checks.that(lost > 0, "the cuts revert unsynced data", lost)
    conclude(checks, place, server, ledger, faults, f"{CUTS} power cuts")


def control(checks, place, pictures, chance, library):
    """Checks that the same test detects lost writes if nothing is ever synced."""
    server = place.market("control")
    server.stop()
    power = powercut.Power(library, place.new_path("power"), server.data, is_syncing=False)
    server.environment = power.environment
    server.start()
    ledger = load.Ledger()
    touched = work(server, ledger, pictures, chance, 0)
    power.cut()
    try:
        server.start()
        faults = load.faults(server.port, touched)
    except RuntimeError as error:
        faults = [str(error)]
    checks.that(faults, "without syncing, a power cut loses acknowledged writes")


def work(server, ledger, pictures, chance, round):
    """Runs sellers until this many writes are acknowledged, and kills the server. Returns the products that they
    touched."""
    before = dict(ledger.products)
    goal = ledger.answered + chance.randint(*WRITES)
    stopping = threading.Event()
    sellers = [load.Seller(number, server.port, ledger, pictures, stopping, chance.random()) for number in range(SELLERS)]
    for seller in sellers:
        seller.start()
    wait_until(lambda: ledger.answered >= goal or not any(seller.is_alive() for seller in sellers))
    server.kill()
    stopping.set()
    for seller in sellers:
        seller.join()
    touched = {product: known for product, known in ledger.products.items() if product not in before}
    # Some of the older ones, too.
    older = chance.sample(sorted(before), min(10, len(before)))
    return {**touched, **{product: before[product] for product in older}}


def conclude(checks, place, server, ledger, faults, title):
    faults += load.faults(server.port, ledger.products)
    checks.that(not faults, f"{title} lose none of {ledger.answered} acknowledged writes", faults[:5])
    page = server.get("/api/products?items_per_page=1").json
    listed = {product for product, known in ledger.products.items() if load.GONE not in known.prices}
    checks.that(page["total_count"] >= len(listed), f"{title}: all are listed", (page["total_count"], len(listed)))
    checks.equal(server.get("/health").json["status"], "ok", f"{title}: the market is intact")
    checks.equal(server.stop(), 0, f"{title}: the server stops")
    check = place.command("check", "--data", server.data)
    checks.that(check.returncode == 0, f"{title}: a check finds no problems", check.stdout[-600:] + check.stderr[-300:])
    print(f"{title}: {ledger.answered} acknowledged writes, {len(ledger.products)} products, {len(faults)} faults",
          flush=True)
