"""Drives the course kernel as Jupyter does, for kernel.test.ts: a request in JSON on stdin, what happened on stdout.

Request: {"cells": [code, ...], "folder": where the notebook lies, "queued": send all cells at once,
          "interrupt_after": seconds after the first cell was sent; again and again, for an interrupt while it is compiled is lost,
          "questions": [{"kind": "inspect" or "complete", "code", "cursor"}, ...], asked after the cells}
Answer: one entry a cell: {"status", "outputs": [...], "reply": the content of execute_reply}, the content of the reply to each
question in "answers", and "alive" at the end.
"""

import json
import sys
import time

from answering import answering_kernel

request = json.load(sys.stdin)


manager, client = answering_kernel(cwd=request["folder"])
cells = []


def collect(identities, interrupt_after=None):
    """Waits until every cell of `identities` has replied and is idle."""
    open_replies, busy = set(identities), set(identities)
    entries = {i: {"status": None, "outputs": []} for i in identities}
    start, interrupts = time.monotonic(), 0
    while open_replies or busy:
        if time.monotonic() - start > request.get("timeout", 300):
            entries[identities[0]]["status"] = "timeout"
            break
        is_due = interrupt_after and time.monotonic() - start > (interrupts + 1) * interrupt_after
        if is_due and identities[0] in open_replies:
            manager.interrupt_kernel()
            interrupts += 1
        for channel, get in (("iopub", client.get_iopub_msg), ("shell", client.get_shell_msg)):
            try:
                message = get(timeout=0.05)
            except Exception:
                continue
            identity = message["parent_header"].get("msg_id")
            if identity not in entries:
                continue
            kind, content = message["msg_type"], message["content"]
            if channel == "shell":
                entries[identity].update(status=content["status"], reply=content)
                open_replies.discard(identity)
            elif kind == "status":
                if content["execution_state"] == "idle":
                    busy.discard(identity)
            elif kind != "execute_input":
                entries[identity]["outputs"].append({"type": kind, **content})
    return [entries[i] for i in identities]


if request.get("queued"):
    sent = [client.execute(code) for code in request["cells"]]
    cells = collect(sent, request.get("interrupt_after"))
else:
    for number, code in enumerate(request["cells"]):
        cells += collect([client.execute(code)], request.get("interrupt_after") if number == 0 else None)



def ask(kind, code, cursor):
    """The content of the reply to a question about a place in a cell."""
    identity = {"inspect": client.inspect, "complete": client.complete}[kind](code, cursor)
    while True:
        message = client.get_shell_msg(timeout=300)
        if message["parent_header"].get("msg_id") == identity:
            return message["content"]


answers = [ask(**question) for question in request.get("questions", [])]
alive = manager.is_alive()
client.stop_channels()
manager.shutdown_kernel(now=False)
json.dump({"cells": cells, "answers": answers, "alive": alive}, sys.stdout)
