"""A proxy in front of PostgreSQL whose connections become half open: what is sent vanishes, and nobody says so."""

import contextlib
import socket
import threading


class SwallowingProxy:
    """Passes connections on, from a Unix socket to another one."""

    def __init__(self, folder, server):
        self.server = str(server / ".s.PGSQL.5432")
        self.lock = threading.Lock()
        self.ends = []
        self.open = set()
        self.half_open = []
        self.is_swallowing = False
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / ".s.PGSQL.5432"))
        self.listener.listen(100)
        threading.Thread(target=self.accept, daemon=True).start()

    def swallow(self, new_ones):
        """All connections are half open from now on, and new ones as well if wanted."""
        with self.lock:
            for dead in self.open:
                dead.set()
            self.open = set()
            self.is_swallowing = new_ones

    def heal(self):
        """New connections work again. Those that were half open end, as the other side tells when the network is well."""
        with self.lock:
            self.is_swallowing = False
            for end in self.half_open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self.half_open = []

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            dead = threading.Event()
            server = socket.socket(socket.AF_UNIX)
            with self.lock:
                if self.is_swallowing:
                    dead.set()
                else:
                    self.open.add(dead)
            try:
                server.connect(self.server)
            except OSError:
                client.close()
                continue
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=(source, sink, dead), daemon=True).start()

    def pass_on(self, source, sink, dead):
        try:
            while data := source.recv(65536):
                if not dead.is_set():
                    sink.sendall(data)
        except OSError:
            pass
        if dead.is_set():
            # The other side doesn't hear of the end.
            with self.lock:
                self.half_open += (source, sink)
            return
        with self.lock:
            self.open.discard(dead)
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
