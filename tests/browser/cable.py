"""A line between a browser and a server that can be cut in two ways: with a snap, or without anybody being told."""

from __future__ import annotations

import contextlib
import select
import socket
import threading

from tests.browser.ports import free_port


class Cable:
    """Carries connections to a port. Silent: nothing passes, nothing is lost. Cut: connections break, new ones are
    refused."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self._listening = self._listen(self.port)
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._flowing = threading.Event()
        self._flowing.set()
        self._closed = False
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._accept, args=(self._listening,), daemon=True)]
        self._threads[0].start()

    @staticmethod
    def _listen(port: int) -> socket.socket:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(50)
        return listening

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                near, _ = listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self._lock:
                self._pairs.append((near, far))
            thread = threading.Thread(target=self._carry, args=(near, far), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        with near, far, contextlib.suppress(OSError):
            while not self._closed:
                ready, _, _ = select.select([near, far], [], [], 0.1)
                if not ready or not self._flowing.wait(0.1):
                    continue
                for one in ready:
                    data = one.recv(65_536)
                    if not data:
                        return
                    other[one].sendall(data)

    def silence(self) -> None:
        """Nothing passes any more; both ends still believe in the line."""
        self._flowing.clear()

    def speak(self) -> None:
        """Everything that waited passes."""
        self._flowing.set()

    def cut(self) -> None:
        """Every connection breaks, and nobody gets a new one."""
        # Without the shutdown, the thread that waits in accept would keep the port open.
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with self._lock:
            for pair in self._pairs:
                for one in pair:
                    with contextlib.suppress(OSError):
                        one.shutdown(socket.SHUT_RDWR)
            self._pairs.clear()

    def mend(self) -> None:
        """New connections pass again, at the same port."""
        self._listening = self._listen(self.port)
        thread = threading.Thread(target=self._accept, args=(self._listening,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """End everything."""
        self._closed = True
        self.speak()
        self.cut()
        for thread in self._threads:
            thread.join(timeout=5)
