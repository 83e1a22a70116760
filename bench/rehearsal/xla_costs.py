"""What XLA's own cost analysis says of the largest module that XLA has dumped into each of some folders.

    python xla_costs.py FOLDER ...

prints a line of JSON for each: what the module reads and writes, its floating-point operations, its fusions, and all instructions that do
something.
"""

import json
import pathlib
import re
import sys

import jaxlib
from jaxlib import _jax, xla_client

# What computes nothing.
FREE = {"parameter", "constant", "tuple", "get-tuple-element", "bitcast"}
INSTRUCTION = re.compile(r"^ .* = (?:\(.*?\)|\S+) ([a-z][\w-]*)\(", re.MULTILINE)

client = xla_client.make_cpu_client()
for folder in sys.argv[1:]:
    modules = pathlib.Path(folder).glob("*after_optimizations.txt")
    text = max(modules, key=lambda file: file.stat().st_size).read_text()
    costs = _jax.hlo_module_cost_analysis(client, _jax.hlo_module_from_text(text))
    instructions = INSTRUCTION.findall(text[text.index("\nENTRY") :])
    counted = {
        "bytes": costs["bytes accessed"],
        "operations": costs["flops"],
        "fusions": instructions.count("fusion"),
        "instructions": sum(name not in FREE for name in instructions),
    }
    print(json.dumps(counted), flush=True)
