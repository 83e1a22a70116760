"""Compares what make_statistics.py writes with R's lm, anova, confint and predict, where Rscript is installed."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd

from statistics_exact import LEVEL


def say(*words):
    print(*words, file=sys.stderr)


def deviation(ours, theirs):
    """The largest relative deviation of two lists of numbers."""
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    return float(np.max(np.abs(ours - theirs) / np.maximum(np.abs(theirs), 1e-300)))


def in_r(script, data):
    """What an R script prints, as numbers; nothing where R is not installed."""
    if shutil.which("Rscript") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        data.to_csv(f"{folder}/data.csv", index=False, float_format="%.17g")
        pathlib.Path(f"{folder}/script.R").write_text(f'd <- read.csv("{folder}/data.csv")\n{script}')
        text = subprocess.run(["Rscript", f"{folder}/script.R"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [float(each) for each in text.split()]


def check_anova_in_r(name, data, terms, rows, residual, df):
    """The same comparisons of models with R's lm and anova; R itself leaves out the columns that others determine."""

    def formula(some):
        return " + ".join(["1"] + [":".join(f"factor({each})" for each in term) for term in some])

    lines, ours = [], [residual, df] if df > 0 else []
    if df > 0:
        lines.append(f"m <- lm(seconds ~ {formula(terms)}, d); a <- anova(m)\n"
                     'cat(tail(a[["Sum Sq"]], 1), tail(a[["Df"]], 1), "\\n")')  # fmt: skip
    for row in rows:
        term = row["term"].split(" × ")
        others = [other for other in terms if not set(term) <= set(other)]
        lines.append(f"a <- anova(lm(seconds ~ {formula(others)}, d), lm(seconds ~ {formula([*others, term])}, d))\n"
                     'cat(a[["Sum of Sq"]][2], a[["Df"]][2], "\\n")')  # fmt: skip
        ours += [row["sumOfSquares"], row["df"]]
        if df > 0:
            f = f"({row['sumOfSquares']!r} / {row['df']}) / ({residual!r} / {df})"
            lines.append(f'f <- {f}\ncat(f, pf(f, {row["df"]}, {df}, lower.tail = FALSE), "\\n")')
            ours += [row["F"], row["p"]]
    theirs = in_r("options(digits = 17, contrasts = c('contr.sum', 'contr.poly'))\n" + "\n".join(lines), data)
    say(f"{name}, R: " + ("not installed" if theirs is None else f"deviates by {deviation(ours, theirs):.1e}"))


def check_model_in_r(name, design, seconds, points, ours):
    """Coefficients, their tests and intervals, and predictions with R's lm, confint and predict."""
    width = design.shape[1] - 1
    data = pd.DataFrame(design[:, 1:], columns=[f"x{at}" for at in range(width)]).assign(seconds=seconds)
    new = "; ".join(f"n$x{at} <- c({', '.join(str(point[at]) for point in points)})" for at in range(width))
    script = f"""options(digits = 17)
m <- lm(seconds ~ ., d); s <- summary(m); cat(coef(m), s$r.squared, fitted(m), "\\n")
n <- data.frame(seconds = rep(0, {len(points)})); {new}
"""
    expected = [*ours["estimate"], ours["rSquared"], *ours["fitted"]]
    if ours["degreesOfFreedom"] > 0:
        script += f"""cat(s$coefficients[, 2:4], confint(m, level = {LEVEL}), s$adj.r.squared, s$sigma, "\\n")
p <- predict(m, n, interval = "prediction", level = {LEVEL}); cat(p, "\\n")
"""
        names = ["standardError", "t", "p", "low", "high"]
        expected += [each for key in names for each in ours[key]]
        expected += [ours["adjustedRSquared"], ours["residualStandardError"]]
        expected += [*ours["predicted"], *ours["predictedLow"], *ours["predictedHigh"]]
    theirs = in_r(script, data)
    say(f"{name}, R: " + ("not installed" if theirs is None else f"deviates by {deviation(expected, theirs):.1e}"))
