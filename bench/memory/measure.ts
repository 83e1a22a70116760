import { configureTensorFlow, deviceNames, tf } from "../../lib/tensorflow";
import { gpt, type GptOptions } from "../../lib/models";
import { memoryOfStep } from "../../lib/profile";
import { adamW } from "../../lib/training";
import { TrainingState } from "../../lib/training/state";
import { Updates } from "../../lib/training/update";
import { arrangements, rows } from "./arrangements";
import type { Measured } from "./result";

// Measures one model in one arrangement, in a process of its own, as its arguments say: the arrangement's name and the sizes as JSON.

async function main(): Promise<void> {
  const [name, json] = process.argv.slice(2);
  const sizes = JSON.parse(json) as GptOptions;
  const { devices, strategy: made, more } = arrangements.find((each) => each.name === name)!; // the command passes one of their names
  configureTensorFlow({
    device: "cpu",
    logicalDevices: devices,
    intraOpThreads: 1,
    interOpThreads: Math.max(2, devices),
  });
  deviceNames(); // starts it
  const strategy = made();
  const state = new TrainingState(strategy.place(gpt({ ...sizes, ...more })), { optimizer: adamW(0.001) });
  const updates = new Updates(state);
  const { context, vocabulary } = sizes;
  const token = (_: unknown, place: number): number => (place * 7919) % vocabulary;
  const tokens = tf.tensor2d(Int32Array.from({ length: rows * context }, token), [rows, context], "int32");
  const about = { place: 0, updateImages: rows, learningRate: 0.001, stop: false };
  const step = () => updates.update({ tensors: [tokens, tokens], images: rows }, about);
  await step();
  const { atRest, peak, peakTogether } = await memoryOfStep(
    strategy.devices.map((name) => `/device:${name}`),
    step,
  );
  const parameters = state.placed.stored.reduce((sum, { variable: { size } }) => sum + size, 0);
  const measured: Measured = {
    ...{ parameters, peak: peakTogether },
    atRest: atRest.reduce((sum, bytes) => sum + bytes, 0),
    peakOfDevice: Math.max(...peak),
  };
  console.log(JSON.stringify(measured));
}

void main();
