"""A whole evening in short: all that operators and machines do to a market, one after the other, under load."""

import os
import time
from pathlib import Path

from databases import add_standby
from killing import are_ready, prepared_nodes
from market import wait_until
from people import Load


def reloads(outages, folder, name):
    """HAProxy reads its file again, and no client notices."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    load = Load(proxy, outages.photo, guesses=True)
    count = int(os.environ.get("OUTAGE_RELOADS", 20))
    for _ in range(count):
        load.wait_for_writes(10)
        proxy.reload()
    load.wait_for_writes(10)
    outages.check(not load.lost, f"{name}: no request is left without an answer", load.lost[:3])
    outages.verify_nodes(f"HAProxy reloaded {count} times", node, nodes, load, [])


def evening(outages, folder, name):
    """Two nodes are replaced by a newer build, HAProxy is reloaded, and PostgreSQL fails over to its standby.

    OUTAGE_NEWER is the newer build; by default the same one.
    """
    newer = Path(os.environ.get("OUTAGE_NEWER", outages.place.binary)).resolve()
    hosts = ",".join(str(folder / name) for name in ("first", "second"))
    node, nodes, proxy = prepared_nodes(outages, folder, name, url=f"postgres://market@/market?host={hosts}")
    standby = add_standby(outages, node, folder, "second")
    load = Load(proxy, outages.photo)
    load.wait_for_writes(60)

    def replace(server):
        wait_until(lambda: are_ready(nodes))
        load.wait_for_writes(30)
        outages.check(server.stop() == 0, f"{name}: a node stops as usual")
        server.binary = newer
        server.start()
        outages.check(wait_until(lambda: are_ready(nodes)), f"{name}: the newer one is ready")
        load.wait_for_writes(30)

    proxy.reload()
    replace(nodes.servers[0])
    outages.check(not load.lost, f"{name}: nobody notices a reload and a replacement", load.lost[:3])
    load.failures.clear()
    begin = time.monotonic()
    node.kill()
    standby.promote()
    promoted = time.monotonic()
    after = load.next_answer(promoted)
    wait_until(lambda: are_ready(nodes))
    # Two checks of the proxy.
    load.wait_for_writes(40)
    failures = list(load.failures)
    load.failures.clear()
    last = max((moment for moment, *_ in failures), default=promoted)
    print(f"  failover: promoted after {promoted - begin:.2f} s, next answered write {after:.2f} s later, {len(failures)} requests "
          f"refused, the last one {last - promoted:.2f} s after the promotion", flush=True)
    replace(nodes.servers[1])
    proxy.reload()
    load.wait_for_writes(30)
    outages.check(not load.lost, f"{name}: nor those after the failover", load.lost[:3])
    outages.url = f"postgres://market@/market?host={standby.folder}"
    title = "an evening" if newer != outages.place.binary else "an evening (the newer build is the same)"
    outages.verify_nodes(title, standby, nodes, load, [after])
