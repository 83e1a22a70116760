"""The numbers of fit.test.ts and test/failures/closed-forms.test.ts, by NumPy: python3 test/experiment/scale/reference.py

Another implementation of the same model: a dense grid for the order statistics, complex steps for the derivatives, and the normal
equations for the fit. It reads datasets/published/mlperf-resnet50.csv and knows nothing of the TypeScript code.
"""

import csv
import math
import pathlib

import numpy as np

TABLE = pathlib.Path(__file__).parents[3] / "datasets/published/mlperf-resnet50.csv"
BYTES = 2 * (23_587_712 + 2049 * 1000)


def largest(count):
    """Mean and standard deviation of the largest of so many standard normal values."""
    z = np.linspace(-12, 12, 240_001)
    below = np.array([0.5 * math.erfc(-x / math.sqrt(2)) for x in z])
    density = count * np.exp(-z * z / 2) / math.sqrt(2 * math.pi) * below ** (count - 1)
    step = z[1] - z[0]
    mean = float(np.sum(z * density) * step)
    return mean, math.sqrt(float(np.sum(z * z * density) * step) - mean**2)


def all_reduce(nodes, per_node, inside, between):
    seconds = 2 * (per_node - 1) / per_node * BYTES / inside + 2 * (per_node - 1) * 1.9e-6
    if nodes == 1:
        return seconds
    ring = 2 * (nodes - 1) / nodes * BYTES / between + 2 * (nodes - 1) * 4e-6
    tree = 2 * BYTES / between + 2 * math.log2(nodes) * 8.5e-6
    return seconds + min(ring, tree)


MEANS = {}


LOSSES = {
    "none": lambda nodes: 0,
    "the same": lambda nodes: float(nodes > 1),
    "1 - 1/n": lambda nodes: 1 - 1 / nodes,
    "largest of n": lambda nodes: largest(nodes)[0],
    "log2(n)": math.log2,
}


def place(nodes, per_node, batch, inside, between, loss="the same"):
    """How much computing loses between nodes, the images, the all-reduce, and how far above the mean the slowest device is."""
    devices = nodes * per_node
    MEANS.setdefault(devices, largest(devices)[0])
    return LOSSES[loss](nodes), batch, all_reduce(nodes, per_node, inside, between), MEANS[devices]


def log_seconds(terms, at, spread):
    loss, batch, reduce, slowest = at
    half, image, multiple, slow, lost = terms
    compute = (half + batch) * image
    assert reduce * (1 - multiple.real) <= 2 / 3 * compute.real  # what hides is shorter than the backward pass
    return np.log(compute * (1 + spread * slowest * slow + lost * loss) + reduce * multiple)


def slopes(terms, at, spread):
    row = []
    for index in range(5):
        moved = np.array(terms, complex)
        moved[index] += 1e-30j
        row.append(log_seconds(moved, at, spread).imag / 1e-30)
    return row


PRIORS = np.array([1.0, 1.0, 0.0]), np.array([1.0, 1.0, 0.1])


def fit(places, seconds, spread, noise=(0, 0)):
    """Gauss-Newton with MacKay's estimate of the noise."""
    y = np.log(seconds)
    terms, share = np.array([20, np.mean(seconds) / np.mean([at[1] for at in places]), 1, 1, 0], float), 0.02
    precision = np.diag([0, 0, *1 / PRIORS[1] ** 2])
    for _ in range(300):
        j = np.array([slopes(terms, at, spread) for at in places])
        residual = y - np.array([log_seconds(np.array(terms, complex), at, spread).real for at in places])
        scale = np.array([10, 1e-4, 1, 1, 1])
        normal = (j.T @ j / share**2 + precision) * np.outer(scale, scale)
        right = (j.T @ (residual + j @ terms) / share**2 + precision @ np.array([0, 0, *PRIORS[0]])) * scale
        covariance = np.linalg.inv(normal) * np.outer(scale, scale)
        terms = np.linalg.solve(normal, right) * scale
        told = np.trace(covariance @ (j.T @ j)) / share**2
        left = y - np.array([log_seconds(np.array(terms, complex), at, spread).real for at in places])
        freedom = max(0, len(y) - told) + noise[1]
        share = math.sqrt((np.sum(left**2) + noise[1] * noise[0] ** 2) / freedom)
    return terms, covariance, share, freedom


def predict(fitted, at, spread, own):
    terms, covariance, share, _ = fitted
    j = np.array(slopes(terms, at, spread))
    error = math.sqrt(j @ covariance @ j + share**2 + own**2)
    return math.exp(log_seconds(np.array(terms, complex), at, spread).real), error


def grouped(rows):
    groups = {}
    for row in rows:
        key = (row["round"], row["nodes"], row["accelerators_per_node"], row["global_batch"])
        groups.setdefault(key, []).append(math.log(float(row["step_ms_median"]) / 1000))
    return {(key[0], int(key[1]), int(key[2]), int(key[3]) / int(key[1]) / int(key[2])): v for key, v in groups.items()}


def pooled(groups, unit=lambda key: 1):
    squares = sum(sum((x - np.mean(v)) ** 2 for x in v) / unit(key) ** 2 for key, v in groups.items())
    freedom = sum(len(v) - 1 for v in groups.values())
    return math.sqrt(squares / freedom) if freedom else 0


def report(name, rows, most, link, spread=None, noise=(0, 0)):
    few = grouped(r for r in rows if int(r["nodes"]) * int(r["accelerators_per_node"]) <= most)
    many = grouped(r for r in rows if int(r["nodes"]) * int(r["accelerators_per_node"]) > most)
    alone = {key: v for key, v in few.items() if key[1] == 1}
    spread = spread or pooled(alone, lambda key: largest(key[2])[1])
    fitted = fit([place(*key[1:], *link(key[2])) for key in few], [math.exp(np.mean(v)) for v in few.values()], spread, noise)
    print(name, "spread", spread, "terms", list(fitted[0]), "noise", fitted[2:])
    for key in many:
        print(" ", key, *predict(fitted, place(*key[1:], *link(key[2])), spread, pooled(few)))


def left_out(rows, link):
    """The errors of plans left out of the fitted rows, by how the loss between nodes grows."""
    few = grouped(r for r in rows if int(r["nodes"]) * int(r["accelerators_per_node"]) <= 64)
    spread = pooled({key: v for key, v in few.items() if key[1] == 1}, lambda key: largest(key[2])[1])
    for loss in LOSSES:
        errors = []
        for plan in {key[1:] for key in few}:
            rest = {key: v for key, v in few.items() if key[1:] != plan}
            places = [place(*key[1:], *link(key[2]), loss) for key in rest]
            terms = np.array(fit(places, [math.exp(np.mean(v)) for v in rest.values()], spread)[0], complex)
            at = place(*plan, *link(plan[1]), loss)
            errors += [np.mean(v) - log_seconds(terms, at, spread).real for key, v in few.items() if key[1:] == plan]
        print("left out, loss between nodes", loss, f"{100 * math.sqrt(np.mean(np.square(errors))):.1f} %")


if __name__ == "__main__":
    for count in (8, 64, 3584):
        print("largest", count, *largest(count))
    steps = list(csv.DictReader(TABLE.open()))
    h100 = [
        r
        for r in steps
        if "H100" in r["accelerator"]
        and "SXM" in r["accelerator"]
        and "96GB" not in r["accelerator"]
        and r["round"] != "v2.1"
        and "preview" not in r["system"]
        and (r["round"], r["submitter"], r["nodes"]) != ("v3.1", "NVIDIA", "448")
    ]
    report("H100", h100, 64, lambda per_node: (450e9, per_node * 50e9))
    left_out(h100, lambda per_node: (450e9, per_node * 50e9))
    dell = [r for r in steps if r["submitter"] == "Dell" and r["round"] == "v2.0" and "A100-SXM-40GB" in r["system"]]
    report("Dell", dell, 16, lambda _: (300e9, 50e9), 0.0126, (0.022, 5))
