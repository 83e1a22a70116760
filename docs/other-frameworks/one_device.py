import torch
from tiny_gpt import TinyGPT, inputs, labels, loss_of

model = TinyGPT()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0)
for epoch in range(8):
    loss = loss_of(model(inputs), labels)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(f"{loss.item():.6f}")
