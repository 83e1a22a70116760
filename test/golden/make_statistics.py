"""Writes statistics.json: what statsmodels, SciPy and exact arithmetic make of fixed data, for
test/experiment/statistics*.test.ts.

    python3 -m venv env
    env/bin/pip install statsmodels==0.15.0 scipy==1.17.1 pandas==3.1.1 numpy==2.4.6 patsy==1.0.3 mpmath==1.4.1
    env/bin/python test/golden/make_statistics.py > test/golden/statistics.json

Where Rscript is installed, every analysis of variance and every model is compared with R's lm, anova, confint and
predict as well, and the largest deviation goes to the standard error output: with R 4.2.2 at most 1e-13 for analyses of
variance, and 2e-10 for models, where statsmodels is as far from exact arithmetic. Data on which double precision itself
is put to the test (`"by": "exact"`) are solved with fractions; what statsmodels makes of them is printed too.
"""

import itertools
import json
import pathlib
import sys
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import stats

from statistics_anova import anova_case, exact_anova
from statistics_exact import LEVEL, exact_model, rank
from statistics_r import check_model_in_r, deviation, say
from statistics_spread import copied_cases, difference_cases, levene_case, spread_case
from statistics_tails import interval_cases, tail_cases

# Of designs with empty cells and of models without degrees of freedom: meant so.
warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
FACTORS = ["model", "mode", "batch", "nodes"]


# Data


def published():
    """The completed runs of the final campaign: the sums of their epochs."""
    data = pd.read_csv(HERE.parents[1] / "datasets" / "published" / "ufrgs-runs.csv")
    data = data[(data["campaign"] == "final") & (data["outcome"] == "completed")].reset_index(drop=True)
    names = {"ResNet50": "resnet50", "EfficientNetB0": "efficientnetb0"}
    return pd.DataFrame(
        {
            "model": data["model"].map(names),
            "mode": data["mode"].map({"sync": "sync", "ctl": "accumulate"}),
            "batch": data["batch_per_gpu"],
            "nodes": data["nodes"],
            "seconds": data[["e0", "e1", "e2", "e3", "e4"]].sum(axis=1).round(2),
        }
    )


def local_cluster():
    """The mean epoch without the first."""
    data = pd.read_csv(HERE.parents[1] / "datasets" / "published" / "local-cluster.csv")
    data["seconds"] = (data["e2_s"] + data["e3_s"]) / 2
    return data.rename(columns={"replicate": "block"})[[*FACTORS, "block", "seconds"]]


def made_up(random, batches, nodes, replicates, models=("resnet50", "efficientnetb0"), modes=("sync", "accumulate")):
    """Times that follow a law: computing, all-reduces over a slow wire, and noise that grows with both."""
    rows = []
    for model, mode, batch, count, _ in itertools.product(models, modes, batches, nodes, range(replicates)):
        compute, size = (320, 96e6) if model == "resnet50" else (190, 18e6)
        syncs = 100_000 / (batch * count) / (1 if mode == "sync" else 4)
        travel = 0 if count == 1 else syncs * (2 * (count - 1) / count * size / 95e6 + 0.004)
        seconds = (compute / count * (1 + 6 / batch) + travel) * (1 + 0.02 * random.standard_normal())
        rows.append([model, mode, batch, count, round(seconds, 3)])
    return pd.DataFrame(rows, columns=[*FACTORS, "seconds"])


def nist(name):
    """A data set of NIST's for one factor, from SciPy's own tests, with the certified F."""
    lines = (pathlib.Path(stats.__file__).parent / "tests/data/nist_anova" / f"{name}.dat").read_text().splitlines()
    certified = next(float(line.split()[-1]) for line in lines if line.startswith("Between"))
    values = [line.split() for line in lines[60:] if line.strip()]
    return pd.DataFrame([[int(a), float(b)] for a, b in values], columns=["batch", "seconds"]), certified


# Models of time

SHAPES = {
    "batch": lambda batch, nodes: batch,
    "nodes": lambda batch, nodes: nodes,
    "batch²": lambda batch, nodes: batch * batch,
}


def estimable(batch, nodes, kind):
    """The terms in their order, without those that the ones before them determine: by exact rank."""
    names = list(SHAPES)[: 2 if kind == "linear" else 3]
    kept = []
    for name in names:
        columns = [[Fraction(1)] * len(batch)] + [column(each, batch, nodes) for each in [*kept, name]]
        if rank(columns) == len(columns):
            kept.append(name)
    return kept


def column(name, batch, nodes):
    return [Fraction(SHAPES[name](Fraction(int(b)), Fraction(int(n)))) for b, n in zip(batch, nodes)]


def model_case(name, data, kind, by="statsmodels"):
    data = data[data["nodes"] > 1]
    batch, nodes, seconds = data["batch"].to_numpy(), data["nodes"].to_numpy(), data["seconds"].to_numpy()
    kept = estimable(batch, nodes, kind)
    points = [(48, 2), (100, 5), (int(batch.max()), int(nodes.max()))]
    exact = exact_model(
        [column(each, batch, nodes) for each in kept],
        seconds,
        [[SHAPES[each](Fraction(b), Fraction(n)) for each in kept] for b, n in points],
    )
    design = np.column_stack([np.ones(len(seconds))] + [np.array(column(each, batch, nodes), float) for each in kept])
    result = statsmodels_model(
        design, seconds, np.array([[1.0, *(float(SHAPES[each](b, n)) for each in kept)] for b, n in points])
    )
    off = max(deviation(np.ravel(result[key]), np.ravel(exact[key])) for key in result if exact[key] is not None)
    say(f"{name}, {kind}: statsmodels deviates from exact arithmetic by {off:.1e}")
    chosen = result if by == "statsmodels" else exact
    if by == "statsmodels":
        at = [[float(SHAPES[each](b, n)) for each in kept] for b, n in points]
        check_model_in_r(f"{name}, {kind}", design, seconds, at, chosen)
    return {
        "name": name,
        "by": by,
        "kind": kind,
        "terms": ["intercept", *kept],
        "points": points,
        **chosen,
    }


def statsmodels_model(design, seconds, at):
    fit = sm.OLS(seconds, design).fit()
    found = {"estimate": fit.params.tolist(), "rSquared": float(fit.rsquared), "fitted": fit.fittedvalues.tolist()}
    frame = fit.get_prediction(at).summary_frame(alpha=1 - LEVEL)
    found["predicted"] = frame["mean"].tolist()
    if fit.df_resid > 0:
        interval = fit.conf_int(alpha=1 - LEVEL)
        found |= {
            "standardError": fit.bse.tolist(),
            "t": fit.tvalues.tolist(),
            "p": fit.pvalues.tolist(),
            "low": interval[:, 0].tolist(),
            "high": interval[:, 1].tolist(),
            "adjustedRSquared": float(fit.rsquared_adj),
            "residualStandardError": float(np.sqrt(fit.scale)),
            "residuals": fit.resid.tolist(),
            "predictedLow": frame["obs_ci_lower"].tolist(),
            "predictedHigh": frame["obs_ci_upper"].tolist(),
        }
    found["degreesOfFreedom"] = int(round(fit.df_resid))
    return found


# Least squares on data that are known to be hard


def hard_case(name, columns, values, within=1e-8):
    exact = exact_model([[Fraction(float(each)) for each in column] for column in columns], values, [])
    design = np.column_stack([np.ones(len(values)), *columns])
    fit = sm.OLS(values, design).fit()
    say(f"{name}: statsmodels deviates from exact arithmetic by {deviation(fit.params, exact['estimate']):.1e}")
    keys = ["estimate", "standardError", "rSquared", "residualStandardError"]
    return {
        "name": name,
        "columns": [[float(each) for each in column] for column in columns],
        "values": [float(each) for each in values],
        **{key: exact[key] for key in keys},
        "within": within,
    }


def hard_cases():
    longley = sm.datasets.longley.load_pandas()
    x = np.arange(21.0)
    powers = [x**power for power in range(1, 6)]
    ripple = np.array([759, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 1838, -2048, 2048], float)
    ripple = np.concatenate([ripple, ripple[-2::-1]])
    rising = sum(x**power for power in range(6))
    offset = [np.array([1, 2, 4, 5, 7, 8.0]) + 1e6, np.array([3, 1, 4, 1, 5, 9.0]) - 1e6]
    return [
        hard_case("NIST Longley", longley.exog.to_numpy().T, longley.endog.to_numpy()),
        hard_case("NIST Wampler 3: a polynomial of degree 5", powers, rising + ripple),
        # The noise is 1e6 times a coefficient's own share: rounding alone leaves statsmodels off by 1.4e-6.
        hard_case("NIST Wampler 5: under 10,000 times the noise", powers, rising + 10_000 * ripple, within=1e-6),
        hard_case("columns and values far from 0", offset, np.array([3, 5, 4, 8, 1, 2.0]) + 1e9),
        hard_case("columns that differ in the fifth digit", [x, x + 1e-5 * np.cos(x)], np.sin(x) + x),
    ]


def short(found):
    """Numbers to 13 digits."""
    if isinstance(found, dict):
        return {key: short(each) for key, each in found.items()}
    if isinstance(found, (list, tuple)):
        return [short(each) for each in found]
    return float(f"{found:.13g}") if isinstance(found, float) else found


def main():
    random = np.random.default_rng(20)
    sets = {
        "published": published(),
        "balanced": made_up(random, (32, 64, 100), (1, 2, 3), 5),
        "grid": made_up(random, (16, 32, 64, 128), (1, 2, 3, 4), 3, models=("resnet50",), modes=("sync",)),
    }
    sets["local cluster"] = local_cluster()
    balanced = sets["balanced"]
    memory = (balanced["model"] == "efficientnetb0") & (balanced["mode"] == "accumulate") & (balanced["batch"] == 100)
    lost = pd.Series(random.random(len(balanced)) < 0.25)
    sets["out of memory"] = balanced[~memory]
    sets["unbalanced"] = balanced[~lost]
    sets["unbalanced, out of memory"] = balanced[~lost & ~memory]
    sets["one replicate"] = balanced.iloc[::5]
    # Batches that differ in the sixth digit, and times in the ninth.
    sets["near"] = sets["grid"].assign(
        batch=sets["grid"]["batch"].map({16: 100_000, 32: 100_001, 64: 100_003, 128: 100_004}),
        seconds=sets["grid"]["seconds"] + 1_000_000,
    )
    anovas = [
        anova_case(name, sets[name], FACTORS, order)
        for name, order in [
            ("published", 1), ("published", 2), ("published", 4), ("balanced", 1), ("balanced", 2), ("balanced", 4),
            ("one replicate", 3), ("one replicate", 4), ("unbalanced", 2), ("unbalanced", 4), ("out of memory", 2),
            ("out of memory", 4), ("unbalanced, out of memory", 3), ("grid", 2),
        ]
    ]  # fmt: skip
    lost = pd.Series(np.arange(54) % 7 != 3)
    sets["local cluster, unbalanced"] = sets["local cluster"][lost]
    for name in ("local cluster", "local cluster, unbalanced"):
        anovas += [anova_case(name, sets[name], FACTORS, order, blocks=True) for order in (1, 2)]
    for name in ("AtmWtAg", "SmLs04", "SmLs07"):
        sets[name], certified = nist(name)
        anovas.append(exact_anova(name, sets[name], certified))
    models = []
    for name in ("published", "unbalanced"):
        for (model, mode), data in sets[name].groupby(["model", "mode"]):
            for kind in ("linear", "quadratic"):
                models.append(
                    {"set": name, "model": model, "mode": mode, **model_case(f"{name} {model} {mode}", data, kind)}
                )
    for name, by in (("grid", "statsmodels"), ("near", "exact")):
        for kind in ("linear", "quadratic"):
            models.append({"set": name, "model": "resnet50", "mode": "sync", **model_case(name, sets[name], kind, by)})
    json.dump(
        {
            "versions": {"statsmodels": statsmodels.__version__, "scipy": scipy.__version__},
            "sets": {
                name: {
                    "levels": {factor: data[factor].tolist() for factor in FACTORS if factor in data},
                    **({"block": data["block"].tolist()} if "block" in data else {}),
                    "seconds": data["seconds"].tolist(),
                }
                for name, data in sets.items()
            },
            "intervals": short(interval_cases()),
            "tails": short(tail_cases()),
            "anovas": short(anovas),
            "models": short(models),
            "differences": short([case for factor in ("nodes", "mode") for case in difference_cases(sets["local cluster"], factor)]),
            "spreads": short([
                {"set": name, **spread_case(sets[name], factor, share)}
                for name in ("local cluster", "published") for factor in ("batch", "mode") for share in (False, True)
            ]),
            "copied": short(copied_cases(sets["published"])),
            "levene": short(levene_case([[1.0, 3.0, 4.0, 9.0], [2.0, 2.5, 3.5], [7.0, 1.0, 4.5, 4.0, 20.0]])),
            "leastSquares": hard_cases(),
        },
        sys.stdout,
        ensure_ascii=False,
        separators=(",", ":"),
    )
    sys.stdout.write("\n")


main()
