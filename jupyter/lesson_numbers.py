"""The numbers in a lesson's text: lesson.md has placeholders for them, and its notebook what exercises/numbers.ts gives.

`{{name}}` is a whole number, `{{name:2}}` has two digits after the point, `{{name:-2}}` whole hundreds, and `{{name:word}}` or
`{{name:Word}}` is a word. A list stands for its least and its greatest number, a text for itself. What is true or false is no
number: its name are words that the lesson says.
"""

import difflib
import re
from decimal import ROUND_HALF_UP, Decimal

placeholder = re.compile(r"\{\{([A-Za-z][\w.]*)(?::(-?\d|[Ww]ord))?\}\}")
# What an author changes as a whole: a number, a word, a space, any other sign.
token = re.compile(r"[-−]?\d(?:[\d.,]*\d)?|[^\W\d]+|\s+|.")
words = "no one two three four five six seven eight nine ten eleven twelve".split()


class Refused(Exception):
    """What is wrong, where, and what to do about it, in one line."""


def flat(numbers, group=""):
    """The values of groups by their full names. What is said in words has no group."""
    values = {}
    for name, value in numbers.items():
        if isinstance(value, dict):
            values.update(flat(value, f"{group}{name}."))
        else:
            values[name if isinstance(value, bool) else group + name] = value
    return values


def fill(folder, places, notebook, numbers):
    """Writes the numbers in cells of text, and refuses what does not fit together with numbers.ts."""
    origin, used = folder / "exercises" / "numbers.ts", set()
    for place, cell in zip(places, notebook.cells):
        if cell.cell_type == "markdown":
            for found in placeholder.finditer(cell.source):
                used.add(found[1])
                if found[1] not in numbers:
                    raise Refused(f"{place} has {found[0]}, which {origin} does not give: use a name that it gives.")
                if written(found, numbers) is None:
                    value = numbers[found[1]]
                    raise Refused(f"{place} has {found[0]}, which {origin} gives as {value}: it cannot be written so.")
            cell.source = filled(cell.source, numbers)
    said = " ".join("\n".join(cell.source for cell in notebook.cells).split())
    for name, value in numbers.items():
        if not isinstance(value, bool):
            if name not in used:
                remedy = f"write {{{{{name}}}}} there, or delete it"
                raise Refused(f"{origin} gives {name}, which lesson.md does not use: {remedy}.")
        elif name not in said:
            raise Refused(f"{origin} computes whether “{name}”, which lesson.md does not say: take its words, or delete it.")
        elif not value:
            raise Refused(f"{origin} finds that this is not so: “{name}”. Mend lesson.md, or what this is computed from.")


def written(found, numbers):
    """How a placeholder's number is written; None if it cannot be."""
    value, form = numbers[found[1]], found[2]
    if isinstance(value, str):
        return value if form is None else None
    values = sorted(value if isinstance(value, list) else [value], key=lambda each: each or 0)
    if not values or any(isinstance(each, bool) or not isinstance(each, (int, float)) for each in values):
        return None
    if form in ("word", "Word"):
        word = words[value] if value in range(len(words)) else None
        return word.capitalize() if word and form == "Word" else word
    unit = Decimal(1).scaleb(-int(form or 0))
    # Rounded as by hand: 0.125 is 0.13. Adding 0 takes the sign of -0 away.
    ends = [f"{Decimal(repr(each)).quantize(unit, ROUND_HALF_UP) + 0:,f}" for each in (values[0], values[-1])]
    return " to ".join(dict.fromkeys(ends))


def filled(text, numbers):
    """A text with its numbers. A name that has none stays."""
    return placeholder.sub(lambda found: found[1] in numbers and written(found, numbers) or found[0], text)


def unfilled(source, text, numbers):
    """An edited text, with those of its source's placeholders whose numbers stand in it as before."""
    if filled(source, numbers) == text:
        return source
    before, spans, end = "", [], 0
    for found in placeholder.finditer(source):
        before += source[end : found.start()]
        spans.append((len(before), len(before := before + filled(found[0], numbers)), found[0]))
        end = found.end()
    parts = [[(each.start(), each[0]) for each in token.finditer(of)] for of in (before + source[end:], text)]
    blocks = difflib.SequenceMatcher(
        None, *[[each for _, each in of] for of in parts], autojunk=False
    ).get_matching_blocks()
    for start, end, name in reversed(spans):
        # The tokens that the number is part of: one that has grown (0.82 to 0.825) has changed.
        own = [at for at, (place, each) in enumerate(parts[0]) if place < end and start < place + len(each)]
        for a, b, size in blocks:
            if a <= own[0] and own[-1] < a + size:
                place = parts[1][b + own[0] - a][0] + start - parts[0][own[0]][0]
                text = text[:place] + name + text[place + end - start :]
    return text
