"""Analyses of variance for make_statistics.py: by statsmodels, and by fractions where doubles are put to the test."""

import itertools
from fractions import Fraction

import numpy as np
import statsmodels.formula.api as smf
from scipy import stats
from statsmodels.stats.anova import anova_lm

from statistics_exact import tail_of_f
from statistics_r import check_anova_in_r, deviation, say


def anova_case(name, data, factors, order, blocks=False):
    """Type II sums of squares by comparing models; by anova_lm as well where it knows a way. Blocks have no interactions."""
    used = [factor for factor in factors if data[factor].nunique() > 1]
    terms = [list(each) for size in range(1, order + 1) for each in itertools.combinations(used, size)]
    if blocks:
        terms = [["block"], *terms]

    def fit(some):
        formula = " + ".join(["1"] + [":".join(f"C({factor}, Sum)" for factor in term) for term in some])
        # Each term's own columns: patsy gives a:b more of them where a or b is missing, but every margin is here.
        return smf.ols(f"seconds ~ {formula}", data).fit()

    full = fit(terms)
    df, residual = int(round(full.df_resid)), float(full.ssr) if full.df_resid > 0 else 0.0
    rows, left_out = [], []
    for term in terms:
        others = [other for other in terms if not set(term) <= set(other)]
        without, with_term = fit(others), fit([*others, term])
        own = int(round(without.df_resid - with_term.df_resid))
        if own < np.prod([data[factor].nunique() - 1 for factor in term]):
            left_out.append({"term": " × ".join(term), "df": own})
            continue
        explained = float(without.ssr - with_term.ssr)
        rows.append(anova_row(term, own, explained, residual, df, float(full.centered_tss)))
    if not left_out and df > 0:
        theirs = anova_lm(full, typ=2)["sum_sq"].iloc[:-1]
        say(f"{name}: anova_lm deviates by {deviation([row['sumOfSquares'] for row in rows], theirs):.1e}")
    check_anova_in_r(name, data, terms, rows, residual, df)
    return {
        "name": name,
        "by": "statsmodels",
        "factors": factors,
        "order": order,
        "blocks": blocks,
        "rows": rows,
        "leftOut": left_out,
        "single": [factor for factor in factors if factor not in used],
        "residual": {"df": df, "sumOfSquares": residual},
        "total": float(full.centered_tss),
    }


def anova_row(term, df, explained, residual, residual_df, total):
    row = {"term": " × ".join(term), "df": df, "sumOfSquares": explained, "share": explained / total}
    if residual_df > 0:
        f = explained / df / (residual / residual_df)
        row |= {
            "F": f,
            "p": float(stats.f.sf(float(f), df, residual_df)),
            "partialShare": explained / (explained + residual),
        }
    return row


def exact_anova(name, data, certified):
    """One factor, with fractions: the doubles as they are."""
    values = [Fraction(each) for each in data["seconds"]]
    groups = [[Fraction(each) for each in group] for _, group in data.groupby("batch")["seconds"]]
    mean = sum(values) / len(values)
    total = sum((each - mean) ** 2 for each in values)
    residual = sum(sum((each - sum(group) / len(group)) ** 2 for each in group) for group in groups)
    df, residual_df = len(groups) - 1, len(values) - len(groups)
    row = anova_row(["batch"], df, total - residual, residual, residual_df, total)
    f = (total - residual) / df / (residual / residual_df)
    row = {key: each if isinstance(each, (str, int)) else float(each) for key, each in row.items()}
    row |= {"F": float(f), "p": float(tail_of_f(f, df, residual_df))}
    theirs = anova_lm(smf.ols("seconds ~ C(batch)", data).fit())["F"].iloc[0]
    off = deviation([theirs], [float(f)])
    say(f"{name}: F {float(f):.12g}, certified {certified:.12g}; statsmodels deviates by {off:.1e}")
    return {
        "name": name,
        "by": "exact",
        "factors": ["batch"],
        "order": 1,
        "rows": [row],
        "leftOut": [],
        "single": [],
        "residual": {"df": residual_df, "sumOfSquares": float(residual)},
        "total": float(total),
    }
