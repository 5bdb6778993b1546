"""A proxy in front of PostgreSQL that cuts connections in the middle of commits."""

import socket
import struct
import threading


class CuttingProxy:
    """Passes connections on, from a Unix socket to another one.

    Once it is armed, the next transaction that is committed loses its connection: before the server gets the COMMIT, or
    after it, before its answer is passed on.
    """

    def __init__(self, folder, server):
        self.server = str(server / ".s.PGSQL.5432")
        self.lock = threading.Lock()
        self.armed = None
        self.cut_count = 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / ".s.PGSQL.5432"))
        self.listener.listen(100)
        threading.Thread(target=self.accept, daemon=True).start()

    def arm(self, after):
        with self.lock:
            self.armed = after

    def take(self):
        """Returns whether the connection is to be cut: None, or whether after the COMMIT has been passed on."""
        with self.lock:
            armed, self.armed = self.armed, None
            if armed is not None:
                self.cut_count += 1
            return armed

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(self.server)
        except OSError:
            client.close()
            return
        is_cut, is_answered = threading.Event(), threading.Event()
        threading.Thread(target=self.answer, args=(server, client, is_cut, is_answered), daemon=True).start()
        try:
            self.pass_on(client, server, is_cut, is_answered)
        except OSError:
            pass
        for end in (server, client):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def pass_on(self, client, server, is_cut, is_answered):
        """Reads the client's messages, as far as needed to see a COMMIT."""
        commits = set()
        buffer = b""
        is_started = False
        while data := client.recv(65536):
            buffer += data
            complete, cut = b"", None
            while True:
                head = 1 if is_started else 0
                if len(buffer) < head + 4:
                    break
                length = head + struct.unpack("!I", buffer[head:head + 4])[0]
                if len(buffer) < length:
                    break
                message, buffer = buffer[:length], buffer[length:]
                is_started = True
                if self.is_commit(message, commits):
                    cut = self.take()
                    if cut is False:
                        return
                complete += message
            if cut:
                is_cut.set()
            server.sendall(complete)
            if cut:
                # The server answers when it has committed; that answer isn't passed on.
                is_answered.wait(10)
                return

    @staticmethod
    def is_commit(message, commits):
        kind, body = message[:1], message[5:]
        if kind == b"P":
            name, text = body.split(b"\0")[:2]
            if text == b"COMMIT":
                commits.add(name)
        # A statement is executed with a Bind that names it.
        return kind == b"B" and body.split(b"\0")[1] in commits

    @staticmethod
    def answer(server, client, is_cut, is_answered):
        try:
            while data := server.recv(65536):
                if is_cut.is_set():
                    break
                client.sendall(data)
        except OSError:
            pass
        is_answered.set()
        for end in (server, client):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
