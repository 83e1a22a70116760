"""Writes adamw.json: what PyTorch's AdamW makes of two weights in a few steps, for test/training/adamw.test.ts.

    python test/golden/make_adamw.py > test/golden/adamw.json

Made with PyTorch 2.9.1 (float32, CPU; bench/peers/torch.txt). The gradients are given, so that only the optimizer is compared.
"""

import json
import sys

import torch

STEPS = 8


def numbers(tensor):
    return [float(f"{value:.9g}") for value in tensor.detach().flatten().tolist()]


def train(gradients, *, betas, eps, decay, clip, rates):
    torch.manual_seed(3)
    kernel, bias = (torch.nn.Parameter(torch.randn(shape)) for shape in ([3, 4], [4]))
    before = [numbers(kernel), numbers(bias)]
    groups = [{"params": [kernel], "weight_decay": decay}, {"params": [bias], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=rates[0], betas=betas, eps=eps)
    after = []
    for rate, (of_kernel, of_bias) in zip(rates, gradients):
        for group in optimizer.param_groups:
            group["lr"] = rate
        kernel.grad, bias.grad = of_kernel.clone(), of_bias.clone()
        if clip is not None:
            torch.nn.utils.clip_grad_norm_([kernel, bias], clip)
        optimizer.step()
        after.append([numbers(kernel), numbers(bias)])
    return {
        **{"betas": betas, "epsilon": eps, "weightDecay": decay, "clipNorm": clip, "rates": rates},
        **{"before": before, "after": after},
    }


torch.manual_seed(7)
# Some are large, some tiny: where epsilon stands shows only in tiny ones.
gradients = [(torch.randn(3, 4) * 10.0 ** (1 - step), torch.randn(4) * 10.0 ** (-step)) for step in range(STEPS)]
constant, falling = [0.01] * STEPS, [0.02 / (1 + step) for step in range(STEPS)]
json.dump(
    {
        "gradients": [[numbers(each) for each in pair] for pair in gradients],
        "shapes": [[3, 4], [4]],
        "runs": [
            train(gradients, betas=[0.9, 0.999], eps=1e-8, decay=0.01, clip=None, rates=constant),
            train(gradients, betas=[0.9, 0.95], eps=1e-4, decay=0.1, clip=None, rates=falling),
            train(gradients, betas=[0.9, 0.99], eps=1e-8, decay=0.0, clip=1.0, rates=constant),
        ],
    },
    sys.stdout,
)
sys.stdout.write("\n")
