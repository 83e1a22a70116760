"""Starts a kernel whose cell starts a program and then never ends; prints both pids and waits to be killed."""

import json
import time

from answering import answering_kernel

manager, client = answering_kernel()
found = []
client.execute_interactive(
    'import { spawn } from "node:child_process"; console.log(spawn("sleep", ["600"]).pid);',
    output_hook=lambda message: found.append(message["content"].get("text")),
)
client.execute("while (true) {}")
time.sleep(1)
child = next(text for text in found if text)
print(json.dumps({"kernel": manager.provisioner.pid, "child": int(child)}), flush=True)
time.sleep(600)
