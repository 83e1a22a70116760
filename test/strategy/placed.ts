// A training that placement.test.ts watches: `node --require ./built.cjs placed.ts`. PLACED says which.
import { MirroredStrategy, OneDeviceStrategy, type Strategy } from "../../lib/strategy";
import { configureTensorFlow } from "../../lib/tensorflow";
import { fitTogether, type TinyFit } from "./worker";

/** Which strategy, on how many of TensorFlow's devices, and what it trains. */
export interface Placed {
  strategy: "one-device" | "mirrored";
  visible: number;
  fit: TinyFit;
}

function strategyOf({ strategy, visible }: Placed): Strategy {
  if (strategy === "mirrored") return new MirroredStrategy({ device: "cpu", devices: visible });
  configureTensorFlow({ logicalDevices: visible });
  return new OneDeviceStrategy({ device: "cpu" });
}

const placed = JSON.parse(process.env.PLACED ?? "") as Placed;
void fitTogether(strategyOf(placed), placed.fit);
