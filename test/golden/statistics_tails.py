"""Intervals, and tails and quantiles of Student's t and of F, for make_statistics.py: exact, and SciPy beside them."""

import itertools
from fractions import Fraction

import mpmath
import numpy as np
from scipy import stats

from statistics_exact import number, root, t_quantile, tail_of_f
from statistics_r import deviation, say


def interval_cases():
    lists = {
        "two values": [3.25, 4.5],
        "five runs": [331.71, 332.87, 331.23, 331.59, 340.02],
        "25 values": np.round(np.random.default_rng(3).normal(300, 7, 25), 2).tolist(),
        "far from 0": [10_000_000.2, 10_000_000.1, 10_000_000.3, 10_000_000.1, 10_000_000.3, 10_000_000.2],
        "all equal": [5.5, 5.5, 5.5],
    }
    cases = []
    for (name, values), level in itertools.product(lists.items(), [0.99, 0.95]):
        exact = [Fraction(each) for each in values]
        n, mean = len(exact), sum(exact) / len(exact)
        variance = sum((each - mean) ** 2 for each in exact) / (n - 1)
        reach = t_quantile(n - 1, level) * root(variance / n)
        cases.append({
            "name": name, "level": level, "values": values, "mean": float(mean),
            "standardDeviation": float(root(variance)),
            "low": float(number(mean) - reach), "high": float(number(mean) + reach),
        })  # fmt: skip
        if variance > 0:
            low, high = stats.t.interval(level, n - 1, np.mean(values), stats.sem(values))
            off = deviation([low, high], [cases[-1]["low"], cases[-1]["high"]])
            say(f"interval of {name}: SciPy deviates by {off:.1e}")
    return cases


def tail_cases():
    f = [(f, a, b) for a, b in [(1, 4), (2, 4), (2, 144), (4, 144), (8, 24), (30, 30), (1, 1)] for f in
         (0.001, 0.5, 1, 4, 20, 60, 3e3, 1e8)]  # fmt: skip
    t = [(t, df) for df in (1, 2, 4, 9, 24, 144) for t in (0.01, 1, -2.5, 4.604, 9, 40, -3000)]
    tails_f = [[*each, float(tail_of_f(*each))] for each in f]
    tails_t = [[*each, float(tail_of_f(mpmath.mpf(each[0]) ** 2, 1, each[1]))] for each in t]
    tails_f, tails_t = [[each for each in tails if each[-1] > 1e-290] for tails in (tails_f, tails_t)]
    say("tails: SciPy deviates by", max(
        deviation([stats.f.sf(*each[:-1]) for each in tails_f], [each[-1] for each in tails_f]),
        deviation([2 * stats.t.sf(abs(each[0]), each[1]) for each in tails_t], [each[-1] for each in tails_t]),
    ))  # fmt: skip
    quantiles = [[df, level, float(t_quantile(df, level))] for df in (1, 2, 4, 24, 144) for level in (0.9, 0.95, 0.99)]
    return {"F": tails_f, "t": tails_t, "quantiles": quantiles}
