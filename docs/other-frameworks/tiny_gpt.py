"""What the programs share: a tiny GPT, which begins with the weights of the other side's, and the text that it learns."""

import json
import pathlib

import torch
import torch.distributed as dist
from torch import nn
from torch.nn import functional as F

CONTEXT, LAYERS, HEADS, WIDTH, ROWS = 16, 2, 2, 16, 16

here = pathlib.Path(__file__).parent
text = (here / "text.txt").read_text()
characters = sorted(set(text))
tokens = torch.tensor([characters.index(character) for character in text[: ROWS * CONTEXT + 1]])
inputs, labels = tokens[:-1].view(ROWS, CONTEXT), tokens[1:].view(ROWS, CONTEXT)


def loss_of(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten())


def show_mean(loss):
    """Prints the mean over the processes."""
    total = loss.detach().clone()
    dist.reduce(total, 0)
    if dist.get_rank() == 0:
        print(f"{total.item() / dist.get_world_size():.6f}")


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.c_proj = (nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x):
        # A device that shares the layer has some of the heads.
        q, k, v = (layer(x).unflatten(-1, (-1, WIDTH // HEADS)).transpose(1, 2) for layer in (self.q, self.k, self.v))
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.c_proj(seen.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1, self.attn, self.ln_2 = nn.LayerNorm(WIDTH), Attention(), nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class TinyGPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(len(characters), WIDTH), nn.Embedding(CONTEXT, WIDTH)
        self.h = nn.ModuleList(Block() for _ in range(LAYERS))
        self.ln_f = nn.LayerNorm(WIDTH)
        self.load_state_dict(first_weights())

    def embed(self, tokens):
        return self.wte(tokens) + self.wpe.weight[: tokens.shape[1]]

    def head(self, x):
        return F.linear(self.ln_f(x), self.wte.weight)  # the same table as in embed

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.h:
            x = block(x)
        return self.head(x)


def first_weights():
    """The file has GPT-2's names and shapes: [in, out], and one layer for queries, keys and values."""
    weights = {}
    for name, numbers in json.loads((here / "first-weights.json").read_text()).items():
        weight = torch.tensor(numbers)
        name = name.replace("mlp.c_fc", "mlp.0").replace("mlp.c_proj", "mlp.2")
        if name.startswith("h.") and weight.dim() == 2:
            weight = weight.T
        if "c_attn" in name:
            weights |= {name.replace("c_attn", part): third for part, third in zip("qkv", weight.chunk(3))}
        else:
            weights[name] = weight
    return weights
