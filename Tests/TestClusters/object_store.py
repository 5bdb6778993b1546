"""Runs an object store with an S3 API on 127.0.0.1 until standard input ends, and prints its port when it is ready.

    /usr/bin/python3 object_store.py [--port PORT] [--folder FOLDER]
    PYTHON object_store.py --moto [--port PORT]

It is Debian's OpenStack Swift, with one copy of each object, all servers in this process: it checks signatures, dates and
hashes of bodies as a store on the internet does. The access key is `market:tester`, the secret `testing`, the region
`us-east-1`. Or it is moto, which imitates Amazon's answers, checks no signature, and forgets everything when it ends; Tests/
Outages/run.sh has a Python with it.

Requests can be made to fail: `POST /_faults` with `{"bucket": …, "kind": …, "count": …, "methods": […]}`, where the kind is

- a number: the status of the response;
- `hang`: there is no response until the faults are cleared;
- `cut`: the response ends in the middle of its body;
- `damage`: one byte of the body is another one;
- `lost`: the request is carried out, and the connection closed without a response.

`count` is how many requests fail, or null for all; with `share`, only that part of them fails, at random.
`DELETE /_faults?bucket=…` clears the faults of a bucket, `GET` returns how many requests the bucket has got by method, with
lists as `LIST`.
"""

import argparse
import json
import os
import random
import shutil
import socket
import sys
import tempfile
import threading
from urllib.parse import parse_qs

sys.dont_write_bytecode = True
import eventlet  # noqa: E402

eventlet.monkey_patch()
import eventlet.tpool  # noqa: E402
import eventlet.wsgi  # noqa: E402

# Swift gives its own servers half a second for a connection and three for an answer. A machine that stalls would get 503.
PATIENCE = "conn_timeout = 600\nnode_timeout = 600\ncontainer_update_timeout = 600"
# Swift without its daemons: lists are updated with each request, and what is deleted goes at once.
PROXY = """[DEFAULT]
swift_dir = {folder}
{patience}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck s3api tempauth copy dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
storage_domain = store.localhost
allow_multipart_uploads = false
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_market_tester = testing .admin
user_other_reader = reading
[filter:copy]
use = egg:swift#copy
[filter:dlo]
use = egg:swift#dlo
"""
BACKEND = """[DEFAULT]
swift_dir = {folder}
{patience}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""
SETTINGS = """[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = one
default = yes
"""


class Memory:
    """What memcached does for Swift's proxy."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)

    def incr(self, key, delta=1, *_, **__):
        self.values[key] = int(self.values.get(key, 0)) + int(delta)
        return self.values[key]

    def get_multi(self, keys, *_, **__):
        return [self.values.get(key) for key in keys]

    def set_multi(self, mapping, *_, **__):
        self.values.update(mapping)


class Faults:
    """Makes requests fail, and counts them."""

    def __init__(self, app):
        self.app = app
        self.memory = Memory()
        self.faults = {}
        self.counts = {}
        self.cleared = {}

    def __call__(self, environ, start_response):
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        if path == "/_faults":
            return self.manage(environ, method, start_response)
        host = environ.get("HTTP_HOST", "").split(":")[0]
        is_in_host = host.endswith(".store.localhost")
        bucket = host.removesuffix(".store.localhost") if is_in_host else path.split("/")[1]
        is_list = method == "GET" and path.strip("/").count("/") == 0 and not is_in_host
        counts, kind = self.counts.setdefault(bucket, {}), "LIST" if is_list else method
        counts[kind] = counts.get(kind, 0) + 1
        environ["swift.cache"] = self.memory
        fault = self.next_fault(bucket, method)
        if fault is None:
            return self.app(environ, start_response)
        if isinstance(fault, int):
            environ["wsgi.input"].read()
            start_response(f"{fault} Fault", [("Content-Type", "text/plain"), ("Retry-After", "0")])
            return [b"fault"]
        if fault == "hang":
            environ["wsgi.input"].read()
            self.cleared.setdefault(bucket, eventlet.event.Event()).wait()
            start_response("500 Fault", [])
            return [b""]
        return self.spoiled(environ, start_response, fault)

    def next_fault(self, bucket, method):
        for fault in self.faults.get(bucket, []):
            if method in fault.get("methods", [method]) and fault.get("count") != 0 and random.random() < fault.get("share", 1):
                if fault.get("count"):
                    fault["count"] -= 1
                return fault["kind"]
        return None

    def spoiled(self, environ, start_response, kind):
        head = []
        body = bytearray(b"".join(self.app(environ, lambda *given: head.append(given))))
        if kind == "damage" and body:
            body[len(body) // 2] ^= 1
            start_response(*head[0])
            return [bytes(body)]

        def cut():
            # An exception in the middle makes the server close the connection.
            if kind == "cut" and len(body) > 1:
                start_response(*head[0])
                yield bytes(body[: len(body) // 2])
            if kind == "lost":
                # Otherwise the server would answer 500.
                environ["eventlet.input"].get_socket().shutdown(socket.SHUT_RDWR)
            raise ConnectionAbortedError("cut")
        return cut()

    def manage(self, environ, method, start_response):
        query = parse_qs(environ.get("QUERY_STRING", ""))
        bucket = query.get("bucket", [""])[0]
        answer = {}
        if method == "POST":
            fault = json.loads(environ["wsgi.input"].read())
            self.faults.setdefault(fault["bucket"], []).append(fault)
        elif method == "DELETE":
            self.faults.pop(bucket, None)
            if bucket in self.cleared:
                self.cleared.pop(bucket).send()
        else:
            answer = self.counts.get(bucket, {})
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(answer).encode()]


def listen(port=0):
    listener = eventlet.listen(("127.0.0.1", port), backlog=512, reuse_port=False)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(listener, app):
    with open(os.devnull, "w") as nowhere:
        eventlet.wsgi.server(
            listener, app, log=nowhere, log_output=False, debug=False, keepalive=True, max_size=512,
            url_length_limit=1 << 20, minimum_chunk_size=1)


def swift(folder):
    """Starts Swift's servers, and returns the application before them."""
    from swift.common import utils
    from swift.common.ring import RingBuilder
    os.makedirs(f"{folder}/devices/one", exist_ok=True)
    with open(f"{folder}/swift.conf", "w") as file:
        file.write(SETTINGS)
    utils.set_swift_dir(folder)
    backends = {}
    for kind in ("account", "container", "object"):
        backends[kind] = listen()
        builder = RingBuilder(2, 1, 1)
        builder.add_dev({
            "id": 0, "region": 1, "zone": 1, "weight": 1, "device": "one",
            "ip": "127.0.0.1", "port": backends[kind].getsockname()[1]})
        builder.rebalance()
        builder.get_ring().save(f"{folder}/{kind}.ring.gz")
        with open(f"{folder}/{kind}.conf", "w") as file:
            file.write(BACKEND.format(folder=folder, kind=kind, patience=PATIENCE))
    with open(f"{folder}/proxy.conf", "w") as file:
        file.write(PROXY.format(folder=folder, patience=PATIENCE))
    # After the rings are there.
    from swift.common.wsgi import loadapp
    for kind, listener in backends.items():
        eventlet.spawn(serve, listener, loadapp(f"{folder}/{kind}.conf", global_conf={"log_level": "CRITICAL"}))
    return loadapp(f"{folder}/proxy.conf", global_conf={"log_level": "CRITICAL"})


def moto():
    from moto.server import DomainDispatcherApplication, create_backend_app
    return DomainDispatcherApplication(create_backend_app)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--folder")
    parser.add_argument("--moto", action="store_true")
    options = parser.parse_args()
    folder = options.folder or tempfile.mkdtemp(prefix="openmarket-objects-")
    app = moto() if options.moto else swift(folder)
    front = listen(options.port)
    eventlet.spawn(serve, front, Faults(app))
    print(front.getsockname()[1], flush=True)
    # Waits in a thread, because standard input isn't watched.
    eventlet.tpool.execute(sys.stdin.buffer.read)
    if not options.folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


main()
