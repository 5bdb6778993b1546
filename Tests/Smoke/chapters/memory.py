"""The response cache stays within its limit, in memory as the system counts it, not just in its own accounting."""

import http.client

# The capacity of the cache (Documentation/Limits.md), in MB, and the growth allowed for the rest: connections, page
# caches of the database, and memory that the allocator retains. An unlimited cache would grow by ten times as much.
CACHE = 38
REST = 60
PRODUCTS = 54
# Different lists of about 25 KB each: half a gigabyte in all.
REQUESTS = 20_000


def run(checks, place):
    server = place.market("memory", "--demo")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
    byte_count = 0

    def ask(number):
        connection.request("GET", f"/api/products?items_per_page=100&turn={number}")
        return len(connection.getresponse().read())

    # Memory that every market uses after a while.
    for number in range(200):
        ask(number)
    before = server.memory("VmRSS")
    for number in range(200, 200 + REQUESTS):
        byte_count += ask(number)
    grown = server.memory("VmRSS") - before
    checks.that(byte_count / 1e6 > 4 * (CACHE + REST), "far more is requested than the cache can hold", byte_count)
    checks.that(grown < CACHE + REST, f"the cache stays within its limit after {byte_count / 1e6:.0f} MB of responses",
                f"{grown:.0f} MB more")
    hot = [line for line in server.get("/metrics").text.splitlines() if "cache" in line and not line.startswith("#")]
    print(f"memory: {before:.0f} MB, {grown:.0f} MB more after {REQUESTS} different responses; {hot[:4]}", flush=True)
    connection.close()
