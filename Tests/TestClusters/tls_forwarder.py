"""Passes connections with TLS on to a port of 127.0.0.1, until standard input ends.

    python3 tls_forwarder.py PORT

Prints, when it is ready, the path of the certificate of an authority that was just made, and a port of 127.0.0.1 for each
certificate that it has issued: for 127.0.0.1, for another host, and for 127.0.0.1 until yesterday.
"""

import asyncio
import os
import ssl
import subprocess
import sys
import tempfile


class Authority:
    def __init__(self, folder):
        self.folder = folder
        self.openssl("req", "-x509", *self.new_key("ca"), "-subj", "/CN=Test authority", "-days", "2", "-out", "ca.pem")

    def issue(self, name, host, days):
        """Returns a context with a new certificate."""
        self.openssl("req", *self.new_key(name), "-subj", "/CN=Store", "-out", f"{name}.csr")
        with open(f"{self.folder}/{name}.ext", "w") as file:
            file.write(f"subjectAltName={host}\n")
        self.openssl(
            "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", str(days),
            "-extfile", f"{name}.ext", "-out", f"{name}.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{self.folder}/{name}.pem", f"{self.folder}/{name}.key")
        return context

    def new_key(self, name):
        return ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key"]

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, stderr=subprocess.DEVNULL)


async def copy(reader, writer):
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def main():
    port = int(sys.argv[1])

    async def forward(reader, writer):
        store_reader, store_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(copy(reader, store_writer), copy(store_reader, writer))

    with tempfile.TemporaryDirectory(prefix="openmarket-tls-") as folder:
        authority = Authority(folder)
        ports = []
        for name, host, days in [
            ("right", "IP:127.0.0.1", 2), ("other", "DNS:elsewhere.example", 2), ("expired", "IP:127.0.0.1", -1),
        ]:
            server = await asyncio.start_server(forward, "127.0.0.1", 0, ssl=authority.issue(name, host, days))
            ports.append(server.sockets[0].getsockname()[1])
        print(f"{folder}/ca.pem", *ports, flush=True)
        await asyncio.to_thread(sys.stdin.buffer.read)
    # Without waiting for connections.


if __name__ == "__main__":
    asyncio.run(main())
    os._exit(0)
