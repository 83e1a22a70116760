"""PyTorch: the usual training loop over a GPT with fused attention and a fused AdamW. First argument: the plan.

Switch: BENCH_COMPILED=1 (torch.compile).
"""

import os
import shutil
import sys

import torch
from gate import Gate, read_tokens
from torch import nn
from torch.nn import functional as F
from torch_device import Training

compiled = os.environ.get("BENCH_COMPILED") == "1"
if compiled and shutil.which("g++") is None:
    sys.exit("torch.compile needs g++, which is not installed: install it, or leave torch-compiled out of --peers.")
gate = Gate(
    does=f"GPT of torch.nn, scaled_dot_product_attention, fused AdamW, {'compiled' if compiled else 'eager'}",
    versions={"torch": torch.__version__.split("+")[0]},
)
plan = gate.plan
training = Training(gate)
width, heads, context, vocabulary, batch = (plan[key] for key in ("width", "heads", "context", "vocabulary", "batchSize"))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.join = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.widen, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        rows, tokens, _ = x.shape
        parts = self.project(self.before(x)).split(width, 2)
        q, k, v = (part.view(rows, tokens, heads, width // heads).transpose(1, 2) for part in parts)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.join(seen.transpose(1, 2).reshape(rows, tokens, width))
        return x + self.narrow(F.gelu(self.widen(self.between(x))))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
        self.blocks = nn.Sequential(*(Block() for _ in range(plan["layers"])))
        self.finish = nn.LayerNorm(width)
        for each in self.modules():
            if isinstance(each, nn.Linear | nn.Embedding):
                nn.init.normal_(each.weight, std=0.02)
            if isinstance(each, nn.Linear):
                nn.init.zeros_(each.bias)

    def forward(self, tokens, targets):
        x = self.finish(self.blocks(self.tokens(tokens) + self.places.weight))
        return F.cross_entropy(F.linear(x, self.tokens.weight).view(-1, vocabulary), targets.reshape(-1))


model = Gpt().to(training.device)
optimizer = torch.optim.AdamW(
    [
        {"params": [weight for weight in model.parameters() if weight.dim() > 1], "weight_decay": plan["weightDecay"]},
        {"params": [weight for weight in model.parameters() if weight.dim() == 1], "weight_decay": 0.0},
    ],
    lr=plan["learningRate"],
    fused=True,
)
if compiled:
    model = torch.compile(model)
rows = torch.from_numpy(read_tokens(plan)).to(training.device)

gate.training_begins()
step = 0
while True:
    chosen = rows[torch.arange(step * batch, (step + 1) * batch, device=training.device) % len(rows)]
    optimizer.zero_grad(set_to_none=True)
    with training.forward():
        loss = model(chosen[:, :-1], chosen[:, 1:])
    training.update(loss, optimizer)
    step += 1
    gate.step_done(loss.item)
