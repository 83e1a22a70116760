"""Writes what PyTorch makes of a small GPT in a few steps of AdamW, for test/models.

    python test/golden/make_gpt.py > test/golden/gpt.json
    python test/golden/make_gpt.py autocast > test/golden/gpt-autocast.json

Made with PyTorch 2.9.1 (CPU; bench/peers/torch.txt). Weights have GPT-2's names and shapes: [in, out]. The second file has what PyTorch
makes of its GPT in float32, and what it makes of the same with autocast to bfloat16.
"""

import json
import sys

import torch
from torch.nn import functional as F

AUTOCAST = sys.argv[1:] == ["autocast"]
if AUTOCAST:
    # Weights half as large, a wider network and more rows: then bfloat16 changes no gradient by more than a few percent.
    STEPS, ROWS, DEVIATION, DIGITS = 4, 8, 0.25, 4
    SIZES = {"vocabulary": 19, "context": 10, "layers": 2, "heads": 3, "width": 12}
else:
    STEPS, ROWS, DEVIATION, DIGITS = 4, 3, 0.5, 9
    SIZES = {"vocabulary": 11, "context": 6, "layers": 2, "heads": 2, "width": 8}
V, T, L, H, C = SIZES.values()
torch.manual_seed(5)


def numbers(tensor):
    return [float(f"{value:.{DIGITS}g}") for value in tensor.detach().flatten().tolist()]


def make_weights():
    """Larger than GPT-2's, so that every part of the network matters in four steps."""
    weights = {"wte.weight": torch.randn(V, C) * DEVIATION, "wpe.weight": torch.randn(T, C) * DEVIATION}
    for layer in range(L):
        name = f"h.{layer}"
        weights |= {f"{name}.ln_1.weight": 1 + torch.randn(C) * 0.1, f"{name}.ln_1.bias": torch.randn(C) * 0.1}
        weights |= {f"{name}.attn.c_attn.weight": torch.randn(C, 3 * C) * DEVIATION, f"{name}.attn.c_attn.bias": torch.randn(3 * C) * 0.1}
        weights |= {f"{name}.attn.c_proj.weight": torch.randn(C, C) * DEVIATION, f"{name}.attn.c_proj.bias": torch.randn(C) * 0.1}
        weights |= {f"{name}.ln_2.weight": 1 + torch.randn(C) * 0.1, f"{name}.ln_2.bias": torch.randn(C) * 0.1}
        weights |= {f"{name}.mlp.c_fc.weight": torch.randn(C, 4 * C) * DEVIATION, f"{name}.mlp.c_fc.bias": torch.randn(4 * C) * 0.1}
        weights |= {f"{name}.mlp.c_proj.weight": torch.randn(4 * C, C) * DEVIATION, f"{name}.mlp.c_proj.bias": torch.randn(C) * 0.1}
    weights |= {"ln_f.weight": 1 + torch.randn(C) * 0.1, "ln_f.bias": torch.randn(C) * 0.1}
    # As they are written: with few digits, too.
    return {name: torch.nn.Parameter(torch.tensor(numbers(value)).view(value.shape)) for name, value in weights.items()}


def logits_of(p, tokens):
    rows, length = tokens.shape
    norm = lambda x, name: F.layer_norm(x, (C,), p[f"{name}.weight"], p[f"{name}.bias"])
    linear = lambda x, name: x @ p[f"{name}.weight"] + p[f"{name}.bias"]
    x = F.embedding(tokens, p["wte.weight"]) + p["wpe.weight"][:length]
    for layer in range(L):
        name = f"h.{layer}"
        parts = linear(norm(x, f"{name}.ln_1"), f"{name}.attn.c_attn").split(C, 2)
        q, k, v = (part.view(rows, length, H, C // H).transpose(1, 2) for part in parts)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(rows, length, C)
        x = x + linear(seen, f"{name}.attn.c_proj")
        x = x + linear(F.gelu(linear(norm(x, f"{name}.ln_2"), f"{name}.mlp.c_fc")), f"{name}.mlp.c_proj")
    return F.linear(norm(x, "ln_f"), p["wte.weight"]).view(-1, V)


def train(weights, tokens, precision):
    """The first logits and gradients, the loss of each step, and the weights after them, in float32 or with autocast to bfloat16."""
    groups = [
        {"params": [value for value in weights.values() if value.dim() > 1], "weight_decay": 0.1},
        {"params": [value for value in weights.values() if value.dim() == 1], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=0.01, betas=(0.9, 0.99))
    losses, first_logits, gradients = [], None, None
    for step in range(STEPS):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=precision == "bfloat16"):
            logits = logits_of(weights, tokens[:, :-1])
            loss = F.cross_entropy(logits, tokens[:, 1:].reshape(-1))
        loss.backward()
        if step == 0:
            first_logits = numbers(logits)
            gradients = {name: numbers(value.grad) for name, value in weights.items()}
        optimizer.step()
        losses.append(float(f"{loss.item():.9g}"))
    after = {name: numbers(value) for name, value in weights.items()}
    return {"logits": first_logits, "gradients": gradients, "losses": losses, "after": after}


weights = make_weights()
before = {name: numbers(value) for name, value in weights.items()}
tokens = torch.randint(0, V, (ROWS, T + 1))
given = {"sizes": SIZES, "tokens": tokens.tolist(), "before": before}
if AUTOCAST:
    copy = {name: torch.nn.Parameter(value.detach().clone()) for name, value in weights.items()}
    results = {"float32": train(weights, tokens, "float32"), "bfloat16": train(copy, tokens, "bfloat16")}
else:
    results = train(weights, tokens, "float32")
json.dump({**given, **results}, sys.stdout)
sys.stdout.write("\n")
