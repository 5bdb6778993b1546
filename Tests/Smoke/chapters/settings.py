"""Precedence of settings: flags, environment, file."""

import json

from ports import free_port


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
            ("a certificate without its key", ["--tls-cert", "a.pem"], "tls-key"),
            ("a missing settings file", ["--config", "nowhere.json"], "nowhere.json"),
            ("an invalid base URL", ["--base-url", "market"], "base-url")):
        result = place.command("serve", "--data", place.new_path("none"), *arguments)
        checks.that(result.returncode != 0 and words in result.stderr and "Fatal" not in result.stderr,
                    f"{title} is refused with a message", f"{result.returncode} {result.stderr}")
    helped = place.command("serve", "--help")
    checks.that(helped.returncode == 0 and "--data" in helped.stdout and "default" in helped.stdout,
                "--help describes the settings",
                helped.stdout[:200])
