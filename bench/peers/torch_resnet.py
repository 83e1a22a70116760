"""ResNet50 as torchvision builds it (v1.5: the stride in the 3x3 convolution), so that torchvision is not needed; and ResNet50V2
as keras.applications builds it (the stride in a stack's last block), so that it has the same multiply-adds and weights."""

from torch import nn


class Bottleneck(nn.Module):
    def __init__(self, channels, width, stride):
        super().__init__()
        out = 4 * width
        self.body = nn.Sequential(
            nn.Conv2d(channels, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, out, 1, bias=False), nn.BatchNorm2d(out),
        )  # fmt: skip
        plain = stride == 1 and channels == out
        self.shortcut = (
            nn.Identity()
            if plain
            else nn.Sequential(nn.Conv2d(channels, out, 1, stride, bias=False), nn.BatchNorm2d(out))
        )
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.relu(self.body(x) + self.shortcut(x))


def resnet50(classes):
    layers = [
        nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)
    ]  # fmt: skip
    channels = 64
    for stack, (blocks, width) in enumerate([(3, 64), (4, 128), (6, 256), (3, 512)]):
        for block in range(blocks):
            layers.append(Bottleneck(channels, width, 2 if block == 0 and stack > 0 else 1))
            channels = 4 * width
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))


class BottleneckV2(nn.Module):
    def __init__(self, channels, width, stride):
        super().__init__()
        out = 4 * width
        self.before = nn.Sequential(nn.BatchNorm2d(channels), nn.ReLU(inplace=True))
        self.body = nn.Sequential(
            nn.Conv2d(channels, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, out, 1),
        )  # fmt: skip
        self.expand = nn.Conv2d(channels, out, 1) if channels != out else None
        self.shortcut = nn.MaxPool2d(1, stride) if stride > 1 else nn.Identity()

    def forward(self, x):
        ready = self.before(x)
        return self.body(ready) + (self.shortcut(x) if self.expand is None else self.expand(ready))


def resnet50v2(classes):
    layers = [nn.Conv2d(3, 64, 7, 2, 3), nn.MaxPool2d(3, 2, 1)]
    channels = 64
    for stack, (blocks, width) in enumerate([(3, 64), (4, 128), (6, 256), (3, 512)]):
        for block in range(blocks):
            layers.append(BottleneckV2(channels, width, 2 if block == blocks - 1 and stack < 3 else 1))
            channels = 4 * width
    ending = [nn.BatchNorm2d(channels), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers, *ending, nn.Linear(channels, classes))
