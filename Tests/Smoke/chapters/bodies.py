"""Unusual, malformed and oversized uploads."""

import threading

from photos import zeros

# The memory that the server may allocate during an upload of 100 MB, which it reads as a stream.
MEMORY_BOUND = 160


def run(checks, place):
    server = place.market("bodies")
    small = place.photos["small"]
    listed = lambda: server.get("/api/products").json["total_count"]

    def refused(title, answer, status=400):
        whole = answer.status == status and answer.body[:1] == b"{"
        checks.that(whole and answer.json.get("error") is True and answer.json.get("reason"), f"{title} is {status}",
                    f"{answer.status} {answer.text[:300]}")

    url, who = server.url + "/api/products", ("-H", "identifier: c0ffee00-0000-4000-8000-000000000001")
    refused("a POST without identifier", server.post([small], identifier=None))
    refused("an empty body", place.curl(url, "-X", "POST", *who))
    refused("a body without boundary", place.curl(url, "--data-binary", "hello", *who))
    refused("a form without params", place.curl(url, "-F", f"images=@{small}", *who))
    refused("params that aren't JSON", place.curl(url, "-F", 'params=Optional("{}")', "-F", f"images=@{small}", *who))
    refused("no image", server.post([]))
    refused("six images", server.post([small] * 6))
    refused("a negative price", server.post([small], price=-1))
    refused("a fraction of a won", server.post([small], price="10.5"))
    refused("a price above 2^53", server.post([small], price=2**53))
    refused("a discount above the price", server.post([small], price=10, discounted_price=11))
    refused("an unsupported currency", server.post([small], currency="SEK"))
    refused("a name of 10,000 characters", server.post([small], name="가" * 10_000))
    nothing = zeros(place.new_path("nothing.jpg"), 0)
    refused("an image of 0 bytes", server.post([nothing]))
    drawing = place.new_path("drawing.jpg")
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    refused("an SVG named .jpg", server.post([drawing]))
    half = place.new_path("half.jpg")
    photo = place.photos["phone"][0].read_bytes()
    half.write_bytes(photo[:len(photo) // 2])
    refused("a truncated photo", server.post([half]))
    refused("one bad photo among good ones", server.post([small, half, small]))
    checks.equal(listed(), 0, "none of these is listed")

    odd = place.curl(
        url, "-F", "params={\"name\":\"A chair\",\"price\":\"19.99\",\"currency\":\"USD\",\"secret\":\"s\"}",
        "-F", f"images=@{small};type=multipart/form-data;filename=사진 1", *who)
    checks.that(odd.status == 201 and odd.json["price"] == 19.99, "a form as apps send it is accepted", odd.text)
    # Without `100 Continue`, curl times out before it sends the body.
    waited = server.post([place.photos["phone"][1]], "-H", "Expect: 100-continue", "--expect100-timeout", "3600")
    checks.status(waited, 201, "Expect: 100-continue is answered at once")

    # A server each, because peak memory is that of a whole process.
    image = zeros(place.new_path("19 MB.jpg"), 19_900_000, start=photo[:-2])
    stream = place.market("stream")
    answer = stream.post([image] * 5)
    peak = stream.memory("VmHWM")
    checks.that(answer.status in (201, 400), "100 MB of images are read completely", f"{answer.status} {answer.text}")
    junk = zeros(place.new_path("junk"), 100_000_000)
    streaming = place.market("junk")
    answer = streaming.post([small], "-F", f"other=@{junk}")
    checks.status(answer, 201, "an unknown part is skipped")
    junk_peak = streaming.memory("VmHWM")
    checks.that(max(junk_peak, 0) < MEMORY_BOUND, f"an upload of 100 MB takes less than {MEMORY_BOUND} MB of memory",
                f"{junk_peak:.0f} MB")
    checks.that(peak < 2 * MEMORY_BOUND, f"with five images of 20 MB, less than {2 * MEMORY_BOUND} MB",
                f"{peak:.0f} MB")

    huge = zeros(place.new_path("200 MB"), 200_000_000)
    large = place.market("large")
    for title, arguments in (
            ("200 MB", ()), ("200 MB without Expect", ("-H", "Expect:")),
            ("200 MB without a declared length", ("-H", "Transfer-Encoding: chunked", "-H", "Expect:"))):
        answer = large.post([small], "-F", f"other=@{huge}", *arguments)
        checks.that(answer.status == 413 and answer.body[:1] == b"{" and answer.json.get("reason"),
                    f"{title}: refused with a readable 413", f"{answer.status} {answer.exit_code} {answer.text[:200]}")
    answer = large.post([huge], "-H", "Expect:")
    checks.that(answer.status == 413, "an image of 200 MB is refused with 413", f"{answer.status} {answer.text[:200]}")
    answer = place.curl(f"{large.url}/api/products/1", "-X", "PATCH", "-H", "Expect:", "--data-binary", f"@{huge}")
    checks.that(answer.status == 413, "JSON of 200 MB is refused with 413", f"{answer.status} {answer.text[:200]}")
    checks.that(large.memory("VmHWM") < MEMORY_BOUND, f"all of this took less than {MEMORY_BOUND} MB of memory",
                f"{large.memory('VmHWM'):.0f} MB")
    checks.status(large.get("/api/products"), 200, "the server still responds")
    for file in (image, junk, huge):
        file.unlink()

    answers = []
    threads = [threading.Thread(target=lambda: answers.append(server.post(place.photos["phone"]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    checks.equal([answer.status for answer in answers], [201] * 4, "four concurrent uploads are all listed")
