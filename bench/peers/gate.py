"""A worker's side of the conversation with the driver: what bench/workers/gate.ts is for Node."""

import json
import os
import sys
import time


class Gate:
    """Holds a training loop back after each step until the driver asks for more."""

    def __init__(self, does, versions):
        self.plan = json.loads(sys.argv[1])
        # Libraries print to standard output too: what is said to the driver has a channel of its own.
        self.channel = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)
        self.does, self.versions = does, versions
        self.warm_up_steps = self.plan.get("warmUpSteps", 3)
        self.steps, self.left, self.round = 0, self.warm_up_steps, []
        self.processor_at_start = self.idle = 0
        self.device_peak = lambda: None
        self.training_start = self.last = time.perf_counter()

    def training_begins(self):
        self.training_start = self.last = time.perf_counter()

    def step_done(self, loss):
        """To be called after each step; `loss` is a function, called only when a round ends."""
        if "device" in self.plan and (self.steps == 0 or self.left == 1):
            float(loss())  # it is there when the device has done all steps so far
        now = time.perf_counter()
        self.round.append(now - self.last)
        self.steps += 1
        self.left -= 1
        if self.steps == 1:
            self.say(event="first-step", seconds=now - self.training_start)
        if self.left == 0:
            processor = time.process_time()
            is_ready = self.steps == self.warm_up_steps
            if is_ready:
                self.say(event="ready", does=self.does, versions=self.versions)
            else:
                self.say(
                    event="round",
                    seconds=self.round,
                    loss=float(loss()),
                    peakMemoryBytes=peak_memory(),
                    devicePeakBytes=self.device_peak(),
                    processorSeconds=processor - self.processor_at_start,
                    idleProcessorSeconds=self.idle,
                )
            line = sys.stdin.readline()
            if not line:
                os._exit(0)
            self.left, self.round = json.loads(line)["steps"], []
            self.processor_at_start = time.process_time()
            self.idle = 0 if is_ready else self.processor_at_start - processor
        self.last = time.perf_counter()

    def say(self, **reply):
        self.channel.write(json.dumps(reply) + "\n")
        self.channel.flush()


def peak_memory():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


def read_tokens(plan):
    """Rows of context + 1 tokens, int64."""
    import numpy as np

    return np.fromfile(plan["tokenFile"], dtype=np.uint8).reshape(plan["rows"], plan["context"] + 1).astype("int64")


def read_images(plan):
    """Images [n, 32, 32, 3] uint8 and labels [n] uint8."""
    import numpy as np

    data = np.fromfile(plan["imageFile"], dtype=np.uint8)
    labels_at = plan["imageCount"] * 32 * 32 * 3
    return data[:labels_at].reshape(-1, 32, 32, 3), data[labels_at:]
