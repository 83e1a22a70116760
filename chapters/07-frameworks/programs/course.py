"""What the contenders share: the plan of the run, its images, its first weights, and its record.

The workbook starts each process with a plan (WORKBOOK_PLAN, a file of JSON) and reads what the process reports from file
descriptor 3, a line of JSON for each event. A program needs `plan`, `first_weights`, `training_batches`, `test_batches`, `Epoch`,
`begins`, `epoch_ends` and `ends`.
"""

import hashlib
import json
import os
import queue
import resource
import sys
import threading
import time

import numpy as np

with open(os.environ["WORKBOOK_PLAN"]) as file:
    plan = json.load(file)
reports = os.fdopen(3, "w")

SHAPE = tuple(plan["shape"])  # height, width, channels
CLASSES = plan["classes"]
LOCAL_BATCH = plan["globalBatchSize"] // plan["workers"]
STEPS = plan["trainImages"] // plan["globalBatchSize"]  # whole batches only: an average of unequal parts differs by framework
ON_GPU = plan["device"] == "gpu"



all_have_ended = threading.Event()


def end_with_the_workbook():
    # Standard input is a pipe from the workbook's process. It has a byte when all programs have ended their training, and an end
    # when that process has ended, however that was.
    while os.read(0, 1):
        all_have_ended.set()
    os._exit(1)


threading.Thread(target=end_with_the_workbook, daemon=True).start()


def report(event, **values):
    reports.write(json.dumps({"event": event, **values}) + "\n")
    reports.flush()


def need_gpus(found):
    """Ends the program where the plan asks for a GPU and the framework has found too few."""
    if ON_GPU and found <= plan["localRank"]:
        sys.exit(
            f"The framework finds {found} GPUs, and this process needs one more than {plan['localRank']}: "
            "choose --device cpu, or name a Python whose framework is for GPUs."
        )


def learning_rate(step):
    """The rate of a step, counted from 0 over the whole run: it grows linearly over the steps of the warm-up."""
    return plan["learningRate"] * min(1.0, (step + 1) / max(1, plan["warmUpSteps"]))


# Images ---------------------------------------------------------------------------------------------------------------


class Part:
    """The training or the test images, as bytes in files of this process's own folder."""

    def __init__(self, name):
        self.images = np.memmap(os.path.join(plan["folder"], f"{name}-images"), np.uint8, "r").reshape(-1, *SHAPE)
        self.labels = np.fromfile(os.path.join(plan["folder"], f"{name}-labels"), np.uint8).astype(np.int64)


train, test = Part("train"), Part("test")


def augmented(images, choices):
    """Moves each image by up to 4 pixels, with black at the edges, and mirrors half of them: the recipe of He et al. (2016)."""
    height, width, _ = SHAPE
    padded = np.pad(images, ((0, 0), (4, 4), (4, 4), (0, 0)))
    moved = [image[y : y + height, x : x + width] for image, (y, x, _) in zip(padded, choices)]
    return np.stack([image[:, ::-1] if mirror else image for image, (_, _, mirror) in zip(moved, choices)])


def training_batches(rank, epoch):
    order = np.fromfile(os.path.join(plan["folder"], f"order-{epoch}"), np.int32)
    choices = os.path.join(plan["folder"], f"augmentation-{epoch}")
    choices = np.fromfile(choices, np.uint8).reshape(-1, 3) if os.path.exists(choices) else None
    for step in range(STEPS):
        first = step * plan["globalBatchSize"] + rank * LOCAL_BATCH
        rows = slice(first, first + LOCAL_BATCH)
        images = train.images[order[rows]]
        if choices is not None:
            images = augmented(images, choices[rows])
        yield images.astype(np.float32) / 255, train.labels[order[rows]]


def ahead(batches, depth=2):
    """The same batches, prepared by a thread while the step before is computed."""
    ready = queue.Queue(depth)

    def prepare():
        for batch in batches:
            ready.put(batch)
        ready.put(None)

    threading.Thread(target=prepare, daemon=True).start()
    return iter(ready.get, None)


def test_batches(rank, workers):
    """This process's share of the test images: every `workers`-th one, in nearly equal batches.

    All processes have equally many batches: MultiWorkerMirroredStrategy exchanges the moving averages in each, and would wait forever.
    """
    images, labels = test.images[rank::workers], test.labels[rank::workers]
    batches = min(len(test.labels) // workers, -(-len(test.labels) // (workers * LOCAL_BATCH)))
    for rows in np.array_split(np.arange(len(labels)), batches):
        yield images[rows].astype(np.float32) / 255, labels[rows]


# Weights --------------------------------------------------------------------------------------------------------------


def first_weights():
    """The weights before the first step, from the first layer to the last: (height, width, in, out) of a kernel, as Keras has it."""
    numbers = np.fromfile(os.path.join(plan["folder"], "weights"), np.float32)
    ends = np.cumsum([int(np.prod(shape)) for shape in plan["weights"]])
    return [part.reshape(shape) for part, shape in zip(np.split(numbers, ends[:-1]), plan["weights"])]


def digest(weights):
    """A short text that is equal if all weights are."""
    sums = hashlib.sha256()
    for weight in weights:
        sums.update(np.ascontiguousarray(weight, np.float32).tobytes())
    return sums.hexdigest()[:16]


# Record ---------------------------------------------------------------------------------------------------------------

SINCE = time.time() - time.perf_counter()  # wall-clock time, with the steadiness of the other clock


class Epoch:
    """The steps of an epoch. `batches` notes when each starts; `step_ends` when it is over, with its mean loss and its hits."""

    def __init__(self, number):
        self.number = number
        self.start, self.end, self.wait, self.loss, self.correct = [], [], [], [], []

    def batches(self, batches):
        asked = time.perf_counter()
        for batch in batches:
            self.step_starts(time.perf_counter() - asked)
            yield batch
            asked = time.perf_counter()

    def step_starts(self, wait=0.0):
        self.wait.append(wait)
        self.start.append(SINCE + time.perf_counter())

    def step_ends(self, loss, correct):
        """Is called when the step is over, also where a framework computes behind the program's back."""
        self.loss.append(float(loss))
        self.correct.append(float(correct))
        self.end.append(SINCE + time.perf_counter())
        if self.number == 1 and len(self.end) == 1:
            report("first step", at=self.end[0])


def begins(versions, tuned):
    """Is called before the first step. `tuned` says which switches of the framework's own the program sets."""
    report("begin", versions=versions, tuned=[*tuned, f"threads: {plan['threads']}"])


def epoch_ends(epoch, test_loss, test_correct, seconds):
    """Reports an epoch. The last three are sums over this process's test images, and the seconds that testing took.

    All numbers are this process's own; the workbook puts those of all processes together.
    """
    tested = {"loss": float(test_loss), "correct": float(test_correct), "seconds": seconds}
    times = {"start": epoch.start, "end": epoch.end, "wait": epoch.wait}
    report("epoch", epoch=epoch.number, **times, loss=epoch.loss, correct=epoch.correct, tested=tested)


def peak_memory():
    """In bytes. Linux carries the peak of the process that started this one over to `ru_maxrss`, and not to VmHWM."""
    try:
        with open("/proc/self/status") as status:
            return 1024 * next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    except (OSError, StopIteration):  # no such file, or, as in some sandboxes, no such line
        return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def ends(weights):
    """Is called after the last epoch, with all trainable weights. Ends the program as soon as all have come here.

    A framework may end a process when another is gone: TensorFlow aborts it. So all leave together, and without the frameworks' own
    ways to shut down.
    """
    report("end", weights=digest(weights), parameters=sum(int(np.size(each)) for each in weights), peakMemoryBytes=peak_memory())
    all_have_ended.wait()
    os._exit(0)
