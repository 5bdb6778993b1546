"""Caddy with Deployment/Caddyfile, on free ports of 127.0.0.1, with certificates of an authority of its own."""

import os
import socket
import ssl
import subprocess
import time
from pathlib import Path

from ports import free_port

FILE = Path(__file__).resolve().parents[2] / "Deployment" / "Caddyfile"
HOST, OLD_HOST = "market.example", "old.market.example"
PATIENCE = 300


class Caddy:
    """Caddy in front of a market. Its names lead to 127.0.0.1 for whoever is told so (`--resolve` of curl)."""

    def __init__(self, folder, market_port, logs_requests=False, changes=()):
        self.folder = Path(folder)
        self.port, self.plain_port = free_port(), free_port()
        self.url, self.plain_url = f"https://{HOST}:{self.port}", f"http://{HOST}:{self.plain_port}"
        self.old_url, self.old_plain_url = f"https://{OLD_HOST}:{self.port}", f"http://{OLD_HOST}:{self.plain_port}"
        self.log = self.folder / "log"
        # Caddy's root certificate, which it makes when it starts.
        self.root = self.folder / "data/caddy/pki/authorities/local/root.crt"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = None
        file = self.folder / "Caddyfile"
        file.write_text(self.text(market_port, logs_requests, changes))
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                ["caddy", "run", "--config", file], stdout=log, stderr=log,
                # As a service has it.
                umask=0o022, env={**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data"),
                     "XDG_CONFIG_HOME": str(self.folder / "config")})
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.end()
                raise RuntimeError(f"caddy does not respond: {self.log.read_text()[-1000:]}")
            time.sleep(0.05)

    def text(self, market_port, logs_requests, changes):
        """Returns the file with the addresses of the test. `changes` are further texts with their replacements."""
        text = FILE.read_text(encoding="utf-8")
        replacements = [
            ("unix//var/lib/caddy/admin.sock", f"unix/{self.folder}/admin.sock"),
            ("\t# local_certs\n", f"\tlocal_certs\n\tskip_install_trust\n\thttp_port {self.plain_port}\n\thttps_port {self.port}\n"
                                  "\tdefault_bind 127.0.0.1\n"),
            ("\tto 127.0.0.1:8080\n", f"\tto 127.0.0.1:{market_port}\n"),
            (f"# http://{OLD_HOST}, https://{OLD_HOST} {{\n# \timport market\n# }}\n",
             f"http://{OLD_HOST}, https://{OLD_HOST} {{\n\timport market\n}}\n"),
            *([("(market) {\n", "(market) {\n\tlog\n")] if logs_requests else []),
            *changes]
        for old, new in replacements:
            if text.count(old) != 1:
                raise RuntimeError(f"Deployment/Caddyfile has {text.count(old)} times: {old}")
            text = text.replace(old, new)
        return text

    def answers(self):
        """Returns whether Caddy has its certificates, and all of its ports are open."""
        if not self.root.exists():
            return False
        try:
            context = ssl.create_default_context(cafile=self.root)
            for name in (HOST, OLD_HOST):
                with socket.create_connection(("127.0.0.1", self.port), 10) as connection:
                    context.wrap_socket(connection, server_hostname=name).close()
            socket.create_connection(("127.0.0.1", self.plain_port), 10).close()
            return True
        except OSError:
            return False

    @property
    def curl_arguments(self):
        """What curl needs to find Caddy, and to trust it."""
        return ["--cacert", str(self.root), *(
            part for name in (HOST, OLD_HOST) for port in (self.port, self.plain_port)
            for part in ("--resolve", f"{name}:{port}:127.0.0.1"))]

    @property
    def chromium_arguments(self):
        """What Chromium needs to find Caddy, and to trust it: also its service workers do then."""
        key = subprocess.run(
            f"openssl x509 -in '{self.root.parent}/intermediate.crt' -noout -pubkey | openssl pkey -pubin -outform der"
            " | openssl dgst -sha256 -binary | base64", shell=True, check=True, capture_output=True, text=True).stdout.strip()
        return [f"--host-resolver-rules=MAP {HOST} 127.0.0.1, MAP {OLD_HOST} 127.0.0.1", f"--ignore-certificate-errors-spki-list={key}"]

    def end(self):
        if self.process and self.process.poll() is None:
            # Asked to stop, it would wait for every connection.
            self.process.kill()
            self.process.wait()
