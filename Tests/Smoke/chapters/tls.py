"""TLS with a self-signed certificate, HTTP/2, and a certificate that is renewed."""

import hashlib
import ssl
import subprocess

from market import wait_until


def make_certificate(place, name):
    key, certificate = place.new_path("key.pem"), place.new_path("cert.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    return certificate, key


def fingerprint(pem):
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()


def run(checks, place):
    certificate, key = make_certificate(place, "first")
    renewed, renewed_key = make_certificate(place, "second")
    server = place.market("tls", "--tls-cert", certificate, "--tls-key", key, scheme="https")
    two = server.get("/api/products", "-k", "--http2")
    checks.that(two.status == 200 and two.version == "2", "HTTP/2 is negotiated", f"{two.status} {two.version}")
    one = server.get("/api/products", "-k", "--http1.1")
    checks.that(one.status == 200 and one.version == "1.1", "HTTP/1.1 works too", f"{one.status} {one.version}")
    checks.status(server.get("/api/products", "--cacert", certificate), 200, "the certificate can be verified")
    posted = server.post([place.photos["phone"][2]], "-k", "--http2")
    checks.status(posted, 201, "a photo is uploaded over HTTP/2")
    if posted.status == 201:
        link = posted.json["images"][0]["url"]
        checks.that(link.startswith(server.url), "links are https", link)
        checks.status(server.get(link, "-k", "--http2"), 200, "links lead to the picture")
        server.get("/api/products", "-k", "--http2")
        many = server.get("/api/products", "-k", "--http2", *["-H", "Accept-Encoding: identity"])
        checks.that(many.json["total_count"] == 1, "cached responses are sent over HTTP/2", many.text)

    served = lambda: fingerprint(ssl.get_server_certificate(("127.0.0.1", server.port)))
    checks.equal(served(), fingerprint(certificate.read_text()), "the first certificate is served")
    renewed_key.replace(key)
    renewed.replace(certificate)
    expected = fingerprint(certificate.read_text())
    checks.that(wait_until(lambda: served() == expected), "a renewed certificate is served without a restart")
    certificate.write_text("nonsense")
    checks.that(wait_until(lambda: "certificate can't be used" in server.log.read_text()),
                "an invalid certificate is logged")
    checks.status(server.get("/healthChecker", "-k"), 200, "the server still responds")
    checks.equal(server.stop(), 0, "the server stops")
    broken = place.command("serve", "--data", place.new_path("none"), "--tls-cert", certificate, "--tls-key", key,
                           "--port", "0")
    checks.that(broken.returncode == 1 and "Can't read the certificate" in broken.stderr,
                "at the start, it is an error",
                broken.stderr)
