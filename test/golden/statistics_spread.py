"""Differences of two configurations, and how much runs vary, for make_statistics.py: by SciPy."""

import itertools

import numpy as np
from scipy import stats

LEVEL = 0.99


def limits(test):
    interval = test.confidence_interval(LEVEL)
    return float(interval.low), float(interval.high)


def difference_cases(data, factor):
    """Each pair of levels of a factor, all other levels being equal: paired by block, and Welch's interval."""
    others = [name for name in data if name not in (factor, "block", "seconds")]
    cases = []
    for levels, group in data.groupby(others, sort=False):
        table = group.pivot(index="block", columns=factor, values="seconds")
        for a, b in itertools.combinations(table.columns, 2):
            first, second = table[a].to_numpy(), table[b].to_numpy()
            paired = limits(stats.ttest_rel(second, first))
            welch = limits(stats.ttest_ind(second, first, equal_var=False))
            cases.append(
                {
                    "levels": {name: plain(level) for name, level in zip(others, levels)},
                    "factor": factor,
                    "from": plain(a),
                    "to": plain(b),
                    "first": first.tolist(),
                    "second": second.tolist(),
                    "mean": float(np.mean(second - first)),
                    "paired": paired,
                    "unpaired": welch,
                }
            )
    return cases


def spread_case(data, factor, as_share):
    """The test of Brown and Forsythe over the distances from each configuration's median."""
    others = [name for name in data if name not in ("block", "seconds")]
    groups = data.groupby(others)["seconds"]
    mean = groups.transform("mean")
    unit = mean if as_share else 1.0
    distance = (data["seconds"] - groups.transform("median")).abs() / unit
    F, p = stats.f_oneway(*[each.to_numpy() for _, each in distance.groupby(data[factor])])
    squares = (((data["seconds"] - mean) / unit) ** 2).groupby(data[factor]).sum()
    cells = data[others].drop_duplicates().groupby(factor).size()
    variances = squares / (data.groupby(factor).size() - cells)
    return {
        "factor": factor,
        "asShare": as_share,
        "F": float(F),
        "p": float(p),
        "standardDeviations": np.sqrt(variances).tolist(),
    }


def copied_cases(data):
    """The means of configurations in minutes, their intervals by Student's t, and by a rule that repeats each run."""
    cases = []
    for levels, runs in data.groupby(["model", "mode", "batch", "nodes"])["seconds"]:
        minutes = runs.to_numpy() / 60
        rows = np.repeat(minutes, 5)  # the run's total once for each of its epochs
        low, high = stats.t.interval(LEVEL, len(minutes) - 1, minutes.mean(), stats.sem(minutes))
        copied = 3 * rows.std(ddof=1) / np.sqrt(len(rows))
        values = [len(minutes), float(minutes.mean()), float(high - low) / 2, float(copied)]
        cases.append({"levels": dict(zip(["model", "mode", "batch", "nodes"], map(plain, levels))), "values": values})
    return cases


def levene_case(values):
    """One factor: SciPy's own test."""
    F, p = stats.levene(*values, center="median")
    return {"values": values, "F": float(F), "p": float(p)}


def plain(level):
    return level.item() if hasattr(level, "item") else level
