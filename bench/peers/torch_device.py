"""Where a PyTorch peer trains, and in which precision; the benchmarks of processors leave `device` out of their plans."""

import torch


class Training:
    def __init__(self, gate):
        precision = gate.plan["precision"]
        self.device = "cuda" if gate.plan.get("device") == "gpu" else "cpu"
        self.dtype = {"bfloat16": torch.bfloat16, "float16": torch.float16}.get(precision)
        self.scaler = torch.amp.GradScaler(self.device, enabled=precision == "float16")
        if self.device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
            torch.backends.cudnn.benchmark = True
            gate.device_peak = torch.cuda.max_memory_allocated

    def forward(self):
        return torch.autocast(self.device, dtype=self.dtype or torch.bfloat16, enabled=self.dtype is not None)

    def update(self, loss, optimizer):
        self.scaler.scale(loss).backward()
        self.scaler.step(optimizer)
        self.scaler.update()
