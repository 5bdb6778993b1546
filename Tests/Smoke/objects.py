"""An object store for tests, and a client that signs its requests by itself."""

import datetime
import hashlib
import hmac
import http.client
import json
import os
import re
import signal
import subprocess
from pathlib import Path
from urllib.parse import quote

from ports import free_port

PROGRAM = Path(__file__).resolve().parents[1] / "TestClusters" / "object_store.py"
ACCESS, SECRET, REGION = "market:tester", "testing", "us-east-1"


class ObjectStore:
    """OpenStack Swift with its S3 API, or moto if its Python is given. It ends with this process."""

    def __init__(self, folder, moto=None):
        self.folder = folder
        self.moto = moto
        self.port = free_port()
        self.process = None
        self.start()

    def start(self):
        """Starts the store, with the port that it had and, if it is Swift, with the objects that it has."""
        # Debian's Python has Debian's Swift.
        program = [self.moto, "-W", "ignore"] if self.moto else ["/usr/bin/python3"]
        self.process = subprocess.Popen(
            [*program, str(PROGRAM), "--port", str(self.port), "--folder", str(self.folder), *(["--moto"] if self.moto else [])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def end(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    @property
    def environment(self):
        return {"AWS_ACCESS_KEY_ID": ACCESS, "AWS_SECRET_ACCESS_KEY": SECRET}

    def address(self, bucket, prefix=""):
        return f"s3://{bucket}/{quote(prefix)}?endpoint=http://127.0.0.1:{self.port}&region={REGION}"

    def fault(self, bucket, kind, count=None, **options):
        self.plain("POST", "/_faults", json.dumps({"bucket": bucket, "kind": kind, "count": count, **options}))

    def clear(self, bucket):
        self.plain("DELETE", f"/_faults?bucket={bucket}")

    def counts(self, bucket):
        """Returns how many requests a bucket has got, by method."""
        return json.loads(self.plain("GET", f"/_faults?bucket={bucket}"))

    def plain(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request(method, path, body)
        return connection.getresponse().read()

    def create(self, bucket):
        assert self.request("PUT", bucket)[0] == 200
        return bucket

    def keys(self, bucket):
        text = self.request("GET", bucket)[1].decode()
        return re.findall("<Key>(.*?)</Key>", text)

    def get(self, bucket, key):
        return self.request("GET", bucket, key)[1]

    def request(self, method, bucket, key="", body=b"", headers=None):
        """Sends a signed request, and returns the status and the body."""
        path = quote(f"/{bucket}/{key}" if key else f"/{bucket}", safe="/-._~")
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        fields = {"host": f"127.0.0.1:{self.port}", "x-amz-date": now,
                  "x-amz-content-sha256": hashlib.sha256(body).hexdigest(), **(headers or {})}
        names = ";".join(sorted(fields))
        canonical = "\n".join([method, path, "", *(f"{name}:{fields[name]}" for name in sorted(fields)), "", names,
                               fields["x-amz-content-sha256"]])
        scope = f"{now[:8]}/{REGION}/s3/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", now, scope, hashlib.sha256(canonical.encode()).hexdigest()])
        key_bytes = f"AWS4{SECRET}".encode()
        for part in scope.split("/"):
            key_bytes = hmac.digest(key_bytes, part.encode(), "sha256")
        mark = hmac.digest(key_bytes, text.encode(), "sha256").hex()
        fields["authorization"] = f"AWS4-HMAC-SHA256 Credential={ACCESS}/{scope},SignedHeaders={names},Signature={mark}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read()
