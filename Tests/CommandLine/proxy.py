"""A proxy between the program and a market that delays, closes or changes what passes through it."""

import http.client
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Proxy:
    """`before(method, path, headers)` is called for each request; if it returns "cut", the connection is closed; if it
    returns a status and headers, the proxy itself answers with them.
    `after(method, path, body)` returns the body to pass on, or "cut" to drop the response.
    `copies(method)` is the number of times a request is sent on, concurrently, as by a network that duplicates it; one
    response is returned.
    """

    def __init__(self, market, before=None, after=None, port=0, copies=lambda _method: 1):
        self.market = market
        self.before = before or (lambda *_: None)
        self.after = after or (lambda _method, _path, body: body)
        self.requests = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def pass_on(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                if len(body) < length:
                    # The program was stopped while it sent this: the market must not wait for the rest.
                    return self.hang_up()
                proxy.requests.append((self.command, self.path))
                own = proxy.before(self.command, self.path, self.headers)
                if own == "cut":
                    return self.hang_up()
                if isinstance(own, tuple):
                    status, headers = own
                    return self.answer(status, {**headers, "Content-Type": "text/html"}.items(), f"<h1>{status}</h1>".encode())
                headers = {key: value for key, value in self.headers.items() if key.lower() not in ("connection", "accept-encoding")}

                def ask(_):
                    connection = http.client.HTTPConnection("127.0.0.1", proxy.market.port, timeout=300)
                    connection.request(self.command, self.path, body or None, headers)
                    answer = connection.getresponse()
                    content = answer.read()
                    connection.close()
                    return answer, content

                with ThreadPoolExecutor() as pool:
                    answer, content = list(pool.map(ask, range(copies(self.command))))[-1]
                content = proxy.after(self.command, self.path, content)
                if content == "cut":
                    return self.hang_up()
                self.answer(answer.status, answer.getheaders(), content)

            def answer(self, status, headers, content):
                self.send_response(status)
                for key, value in headers:
                    if key.lower() not in ("content-length", "connection", "transfer-encoding", "date", "server"):
                        self.send_header(key, value)
                self.send_header("Content-Length", str(len(content)))
                # Each request has a connection of its own, so that closing one doesn't affect others.
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(content)

            def hang_up(self):
                self.close_connection = True
                self.connection.close()

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = pass_on

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                # The program was stopped meanwhile, as some tests intend.
                if not isinstance(sys.exc_info()[1], OSError):
                    traceback.print_exc()

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def count(self, method):
        return sum(1 for sent, _ in list(self.requests) if sent == method)

    def end(self):
        self.server.shutdown()
        self.server.server_close()


def wait_until(condition, timeout=300):
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("waited in vain")
        time.sleep(0.01)
