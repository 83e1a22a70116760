"""Least squares, tails and quantiles by fractions and 60 digits, for make_statistics.py: slow, and right."""

from fractions import Fraction

import mpmath
from scipy import stats

mpmath.mp.dps = 60
LEVEL = 0.99


def tail_of_f(f, a, b):
    f = mpmath.mpf(f.numerator) / f.denominator if isinstance(f, Fraction) else mpmath.mpf(f)
    return mpmath.betainc(mpmath.mpf(b) / 2, mpmath.mpf(a) / 2, 0, b / (b + a * f), regularized=True)


def exact_model(columns, seconds, at):
    """The same with fractions; square roots and Student's t with 60 digits."""
    rows = [[Fraction(1), *row] for row in zip(*columns)]
    y = [Fraction(float(each)) for each in seconds]
    n, k = len(rows), len(rows[0])
    cross = [[sum(row[i] * row[j] for row in rows) for j in range(k)] for i in range(k)]
    inverse = invert(cross)
    moment = [sum(row[i] * each for row, each in zip(rows, y)) for i in range(k)]
    estimate = [sum(a * b for a, b in zip(line, moment)) for line in inverse]
    fitted = [sum(a * b for a, b in zip(row, estimate)) for row in rows]
    residuals = [a - b for a, b in zip(y, fitted)]
    rss, mean = sum(each**2 for each in residuals), sum(y) / n
    tss, df = sum((each - mean) ** 2 for each in y), n - k
    variance = rss / df if df > 0 else None
    found = {
        "estimate": [float(each) for each in estimate],
        "rSquared": float(1 - rss / tss),
        "fitted": [float(each) for each in fitted],
        "residuals": [float(each) for each in residuals],
        "predicted": [float(sum(a * b for a, b in zip([1, *row], estimate))) for row in at],
        "degreesOfFreedom": df,
    }
    if df <= 0:
        return found
    times = t_quantile(df)
    errors = [root(variance * inverse[i][i]) for i in range(k)]
    ts = [number(a) / b for a, b in zip(estimate, errors)]
    reach = [
        times * root(variance * (1 + sum(a * b * inverse[i][j] for i, a in enumerate(row) for j, b in enumerate(row))))
        for row in ([Fraction(1), *each] for each in at)
    ]
    middle = [number(sum(a * b for a, b in zip([1, *row], estimate))) for row in at]
    return found | {
        "standardError": [float(each) for each in errors],
        "t": [float(each) for each in ts],
        "p": [float(tail_of_f(each**2, 1, df)) for each in ts],
        "low": [float(number(a) - times * b) for a, b in zip(estimate, errors)],
        "high": [float(number(a) + times * b) for a, b in zip(estimate, errors)],
        "adjustedRSquared": float(1 - variance / (tss / (n - 1))),
        "residualStandardError": float(root(variance)),
        "predictedLow": [float(a - b) for a, b in zip(middle, reach)],
        "predictedHigh": [float(a + b) for a, b in zip(middle, reach)],
    }


def number(fraction):
    return mpmath.mpf(fraction.numerator) / fraction.denominator


def root(fraction):
    return mpmath.sqrt(number(fraction))


def t_quantile(df, level=LEVEL):
    missing = 1 - mpmath.mpf(str(level))
    return mpmath.findroot(lambda t: tail_of_f(t**2, 1, df) - missing, stats.t.ppf((1 + level) / 2, df))


def invert(matrix):
    size = len(matrix)
    rows = [list(row) + [Fraction(int(i == j)) for j in range(size)] for i, row in enumerate(matrix)]
    for at in range(size):
        pivot = next(row for row in range(at, size) if rows[row][at] != 0)
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for row in range(size):
            if row != at and rows[row][at] != 0:
                rows[row] = [a - rows[row][at] * b for a, b in zip(rows[row], rows[at])]
    return [row[size:] for row in rows]


def rank(columns):
    rows, found = [list(column) for column in columns], 0
    for at in range(len(rows[0])):
        pivot = next((row for row in range(found, len(rows)) if rows[row][at] != 0), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for row in range(found + 1, len(rows)):
            factor = rows[row][at] / rows[found][at]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[found])]
        found += 1
        if found == len(rows):
            break
    return found
