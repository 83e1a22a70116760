"""Runs a notebook's code cells inside the grading sandbox and says after each what it showed.

usage: run_cells.py < ORDER, where ORDER is a line of JSON: {cells: [{cell, source}], files: [{path, base64}], limits}.
stdout: a line of JSON as each cell starts ({start}), two as it ends ({cell, status, cut} and a list of outputs), and one for the
end ({end}).
Nobody outside trusts these lines: what runs here could have written them itself.
"""

import base64
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import zmq
from cell_outputs import FLOOD, CellOutputs
from jupyter_client.manager import KernelManager

# How long a kernel has to start, to come back after an interrupt, and to send what it printed before it ended a cell.
START_SECONDS, RETURN_SECONDS, DRAIN_SECONDS = 120, 10, 5
TICKS = os.sysconf("SC_CLK_TCK")


class Ended(Exception):
    """The run cannot go on. kind: one of the grader's kinds of ending."""

    def __init__(self, kind, detail=""):
        super().__init__(detail)
        self.kind = kind


def confine(limits):
    """Limits of this process and all that it starts; none of them can raise them again."""
    os.nice(10)  # the watchdog outside comes first, whatever runs here
    bounds = {
        resource.RLIMIT_DATA: limits["memoryBytes"],
        resource.RLIMIT_FSIZE: limits["diskBytes"],
        # Watches of one epoll on other descriptors are counted for a user: their number grows with the square of this one.
        resource.RLIMIT_NOFILE: 512,
        resource.RLIMIT_SIGPENDING: 256,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 1 << 20,
    }
    if limits["countProcesses"]:
        bounds[resource.RLIMIT_NPROC] = limits["processes"]
    for which, most in bounds.items():
        hard = resource.getrlimit(which)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, most))
    Path("/proc/self/oom_score_adj").write_text("1000")  # where the machine runs short, these go first
    prctl, set_dumpable = ctypes.CDLL(None).prctl, 4
    prctl(set_dumpable, 0, 0, 0, 0)  # cells cannot reach into this process through /proc


def processor_seconds():
    """Of all processes in the sandbox, with those that have ended: what a busy machine does not add to, as it does to time."""
    ticks = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path("/proc", name, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def private_output():
    """The pipe to the outside, which the kernel does not inherit; stdin, stdout and stderr become nothing."""
    pipe = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2 and int(name) != pipe:
            try:
                os.close(int(name))
            except OSError:
                pass  # the one that listed the folder
    return os.fdopen(pipe, "wb", buffering=0)


class Kernel:
    """The course kernel, and the two sockets through which its cells run."""

    def __init__(self, folder, limits):
        self.limits = limits
        self.log = tempfile.TemporaryFile()
        self.manager = KernelManager(kernel_name="parallel-training")
        self.manager.start_kernel(cwd=folder, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.session = self.manager.session
        self.context, self.poller = zmq.Context(), zmq.Poller()
        self.shell = self.connect(zmq.DEALER, self.manager.shell_port)
        self.iopub = self.connect(zmq.SUB, self.manager.iopub_port)

    def connect(self, kind, port):
        socket = self.context.socket(kind)
        if kind == zmq.SUB:
            socket.setsockopt(zmq.SUBSCRIBE, b"")
        socket.setsockopt(zmq.MAXMSGSIZE, FLOOD * self.limits["cellOutputBytes"])
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(f"tcp://{self.manager.ip}:{port}")
        self.poller.register(socket, zmq.POLLIN)
        return socket

    def connect_again(self):
        """ZeroMQ closes a connection for good on a message that is too large."""
        self.poller.unregister(self.iopub)
        self.iopub.close()
        self.iopub = self.connect(zmq.SUB, self.manager.iopub_port)
        self.start()

    def alive(self):
        return self.manager.provisioner.process.poll() is None

    def wait(self, seconds):
        """Messages that came within some time, as (socket, topic, frames)."""
        for socket, _ in self.poller.poll(max(0, seconds) * 1000):
            frames = socket.recv_multipart()
            yield socket, frames[0], frames

    def read(self, frames):
        return self.session.deserialize(self.session.feed_identities(frames)[1])

    def start(self):
        """Waits until both sockets are heard."""
        deadline, heard, asked = time.monotonic() + START_SECONDS, set(), 0.0
        while heard != {self.shell, self.iopub}:
            if not self.alive() or time.monotonic() > deadline:
                raise Ended("failed", "the course kernel did not start")
            if time.monotonic() - asked > 0.2:
                asked = time.monotonic()
                self.session.send(self.shell, "kernel_info_request", {})
            heard.update(socket for socket, _, _ in self.wait(0.05))

    def interrupt(self):
        try:
            os.killpg(self.manager.provisioner.process.pid, signal.SIGINT)
        except ProcessLookupError:
            pass

    def last_words(self):
        self.log.seek(max(0, self.log.seek(0, os.SEEK_END) - 20_000))
        return self.log.read().decode("utf-8", "replace")

    def run(self, source, cell):
        """Runs a cell. Returns ok, error or time; raises Ended where the kernel does not come back."""
        content = {"code": source, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": False}
        asked = self.session.send(self.shell, "execute_request", content)["header"]["msg_id"]
        most = min(processor_seconds() + self.limits["cellSeconds"], self.limits["seconds"])
        deadline = time.monotonic() + self.limits["cellWaitSeconds"]
        stopped, status, idle = None, None, False
        while not (status and idle):
            now = time.monotonic()
            if not stopped and not status and processor_seconds() > most:
                deadline = now
            if now >= deadline:
                if status:  # the cell has ended, and the word of it was lost
                    stopped, cell.cut = stopped or "output", True
                    self.connect_again()
                    break
                if stopped:
                    raise Ended(stopped)
                stopped, deadline = "time", now + RETURN_SECONDS
                self.interrupt()
            if cell.flooded() and not stopped and not status:
                stopped, deadline = "output", now + RETURN_SECONDS
                self.interrupt()
            received = False
            for socket, topic, frames in self.wait(min(0.25, deadline - now)):
                received = True
                if socket is self.iopub:
                    idle = self.hear(topic, frames, asked, cell) or idle
                else:
                    status = self.reply(frames, asked) or status
                    if status:
                        deadline = time.monotonic() + DRAIN_SECONDS
            if not received and not self.alive():
                raise Ended("memory" if "heap out of memory" in self.last_words() else "kernel")
        if processor_seconds() > self.limits["seconds"]:
            raise Ended("time")
        if stopped == "output":
            text = f"The cell was stopped: it printed or showed more than {FLOOD * cell.most // 1_000_000} MB."
            cell.cut = True
            cell.outputs.append({"output_type": "error", "ename": "OutputLimit", "evalue": text, "traceback": [text]})
        return {"time": "time", "output": "error", None: status}[stopped]

    def hear(self, topic, frames, asked, cell):
        """Takes what a cell shows; true when it is its end."""
        cell.received += sum(map(len, frames))
        cell.messages += 1
        if topic == b"stream" and cell.room <= 0:
            cell.cut = True
            return False  # not even read
        try:
            message = self.read(frames)
            kind, content = message["msg_type"], message["content"]
            if message["parent_header"].get("msg_id") == asked:
                if kind == "status":
                    return content["execution_state"] == "idle"
                cell.take(kind, content)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, MemoryError):
            cell.cut = True  # nothing that a notebook can keep
        return False

    def reply(self, frames, asked):
        try:
            message = self.read(frames)
            if message["parent_header"].get("msg_id") == asked and message["msg_type"] == "execute_reply":
                return "ok" if message["content"]["status"] == "ok" else "error"
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass  # not from our kernel
        return None


def put_files(files, folder):
    for file in files:
        path = folder / file["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(file["base64"]))


def main():
    order = json.load(sys.stdin.buffer)
    limits = order["limits"]
    pipe = private_output()
    confine(limits)

    def say(line):
        text = memoryview(json.dumps(line).encode() + b"\n")
        while text:
            text = text[pipe.write(text) :]

    def say_ended(status, shown):
        say({"cell": current, "status": status, "cut": shown.cut})
        say(shown.outputs)

    current = None
    try:
        folder = Path.home() / "work"
        put_files(order["files"], folder)
        kernel = Kernel(str(folder), limits)
        kernel.start()
        for each in order["cells"]:
            current = each["cell"]
            say({"start": current})
            shown = CellOutputs(limits["cellOutputBytes"])
            try:
                status = kernel.run(each["source"], shown)
            except Ended as end:
                say_ended("time" if end.kind == "time" else "died", shown)
                raise
            say_ended(status, shown)
        say({"end": "finished", "detail": ""})
    except Ended as end:
        say({"end": end.kind, "detail": str(end)})
    except Exception as error:  # whatever went wrong, the grader goes on to the next submission
        say({"end": "failed", "detail": f"{type(error).__name__}: {error}"[:500]})
    os._exit(0)  # what the kernel still does ends with the sandbox


main()
