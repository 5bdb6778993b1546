"""Clients with addresses of their own, who ask a market or a proxy in front of it over plain HTTP."""

import http.client
import json
import socket
from dataclasses import dataclass

from market import IDENTIFIER, SECRET

EDGE = "edge-of-parts"


@dataclass
class Reply:
    """The status is 0 if there was no response in time."""

    status: int
    body: bytes = b""

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """Somebody who makes a connection for each request. An IPv6 address is told as a trusted proxy on this machine does."""

    def __init__(self, port, address, patience=60):
        self.port, self.address, self.patience = port, address, patience

    def ask(self, method, path, body=None, headers=None):
        source, forwarded = source_of(self.address)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, self.patience, (source, 0))
        try:
            connection.request(method, path, body, {**forwarded, **(headers or {})})
            answer = connection.getresponse()
            return Reply(answer.status, answer.read())
        except (OSError, http.client.HTTPException):
            return Reply(0)
        finally:
            connection.close()

    def get(self, path):
        return self.ask("GET", path)

    def list(self, pictures, **fields):
        """Lists a product as an app does."""
        return self.ask("POST", "/api/products", *listing(pictures, **fields))

    def change(self, product, secret=SECRET, **fields):
        return self.ask("PATCH", f"/api/products/{product}", json.dumps({"secret": secret, **fields}).encode())


def source_of(address):
    """Returns the address that a socket of a client is bound to, and the headers that tell the address."""
    return ("127.0.0.1", {"X-Forwarded-For": address}) if ":" in address else (address, {})


def listing(pictures, identifier=IDENTIFIER, **fields):
    """Returns the body and the headers of a listing with the bytes of its pictures."""
    fields = {"name": "Chair", "descriptions": "Sits well.", "price": 1000, "currency": "KRW", "secret": SECRET, **fields}
    body = part("params") + json.dumps(fields).encode()
    for picture in pictures:
        body += b"\r\n" + part("images", "a.jpg") + picture
    return body + f"\r\n--{EDGE}--\r\n".encode(), {**MULTIPART, "identifier": identifier}


MULTIPART = {"Content-Type": f"multipart/form-data; boundary={EDGE}"}


def part(name, file=None):
    """Returns the head of a part of a form."""
    named = f'; filename="{file}"' if file else ""
    return f'--{EDGE}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'.encode()


def connect(port, address, patience=60):
    """Returns a connection of a client."""
    return socket.create_connection(("127.0.0.1", port), patience, (source_of(address)[0], 0))
