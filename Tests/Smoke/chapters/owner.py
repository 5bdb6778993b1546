"""The operator's commands for vendors and products, with a running server and without."""

from market import SECRET

KNOWN = "11111111-2222-4333-8444-555555555555"


def run(checks, place):
    server = place.market("owner")

    def told(title, words, *arguments, code=0, stdin=None):
        result = place.command(*arguments, "--data", server.data, stdin=stdin)
        checks.that(result.returncode == code and words in result.stdout + result.stderr, title,
                    f"{result.returncode} {result.stdout} {result.stderr}")

    product = server.post([place.photos["small"]]).json
    other = server.post([place.photos["small"]]).json
    for state in ("running", "stopped"):
        identifier = KNOWN if state == "running" else KNOWN.replace("1", "2")
        number = "81" if state == "running" else "82"
        told(f"vendor add ({state})", number, "vendor", "add", "Kim", "--identifier", identifier, "--id", number)
        told(f"vendor add of an existing one ({state})", "already", "vendor", "add", "Kim", "--identifier", identifier)
        told(f"vendor list ({state})", identifier, "vendor", "list")
        told(f"vendor rename ({state})", "is called Kim's shop now", "vendor", "rename", number, "Kim's shop")
        told(f"vendor rename of an unknown one ({state})", "no vendor", "vendor", "rename", "4711", "Lee", code=1)
        told(f"vendor list after it ({state})", "Kim's shop", "vendor", "list")
        told(f"vendor block ({state})", "can't list", "vendor", "block", number, "--reason", "Why")
        told(f"vendor unblock ({state})", "again", "vendor", "unblock", number, "--reason", "Why")
        told(f"vendor block of an unknown one ({state})", "no vendor", "vendor", "block", "4711", "--reason", "Why", code=1)
        removed = product if state == "running" else other
        told(f"product set-secret ({state})", "new password", "product", "set-secret", str(removed["id"]),
             stdin="another secret\n")
        told(f"product set-secret to a common one ({state})", "first that people guess", "product", "set-secret",
             str(removed["id"]), code=1, stdin="qwer1234\n")
        if state == "running":
            path = f"/api/products/{removed['id']}"
            checks.status(server.send("PATCH", path, {"secret": SECRET}), 403, "the old secret is invalid at once")
            checks.status(server.send("PATCH", path, {"secret": "another secret"}), 202, "the new secret is valid")
        told(f"product erase ({state})", "erased", "product", "erase", str(removed["id"]), "--yes",
             "--reason", "Why")
        told(f"product erase of an unknown one ({state})", "", "product", "erase", "4711", "--yes", "--reason", "Why",
             code=1)
        if state == "running":
            checks.status(server.get(f"/api/products/{removed['id']}"), 404, "a removed product is gone at once")
            checks.equal(server.stop(), 0, "the server stops")

    server.start("--registration", "closed")
    checks.status(server.get(f"/api/products/{other['id']}"), 404,
                  "a product deleted while the server was stopped is gone")
    checks.status(server.post([place.photos["small"]], identifier=KNOWN), 201, "closed: existing vendors can list")
    refused = server.post([place.photos["small"]], identifier=KNOWN.replace("1", "9"))
    checks.that(refused.status == 403 and refused.json.get("code"), "closed: others can't list", refused.text)
    told("vendor block", "can't list", "vendor", "block", "81", "--reason", "Why")
    checks.status(server.post([place.photos["small"]], identifier=KNOWN), 403, "a blocked vendor can't list")
    nowhere = place.command("vendor", "list", "--data", place.new_path("nowhere"))
    checks.that(nowhere.returncode == 1 and "no market" in nowhere.stderr, "a folder without a market is reported",
                nowhere.stderr)
    mode = (server.data / "admin.sock").stat().st_mode & 0o777
    checks.equal(oct(mode), "0o600", "only the owner can use the admin socket")
    checks.equal(oct(server.data.stat().st_mode & 0o777), "0o700", "only the owner can use the folder")
