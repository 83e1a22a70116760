import { createRequire } from "node:module";

// Every function of tfjs-core that makes random numbers, all of them in JavaScript but multinomial.
const names = [
  "randomUniform",
  "randomUniformInt",
  "randomNormal",
  "randomStandardNormal",
  "truncatedNormal",
  "randomGamma",
  "multinomial",
  "dropout",
  "rand",
] as const;

/** A function of tfjs-core that makes random numbers. */
export type RandomOp = (typeof names)[number];

type Interceptor = (name: RandomOp, values: unknown[]) => object | undefined;

let interceptor: Interceptor = () => undefined;

/** Asks `chosen` first whenever a random function is called; what it returns, if anything, is the result. */
export function interceptRandomOps(chosen: Interceptor): void {
  interceptor = chosen;
}

// The CommonJS module's own exports, which tfjs-layers and every re-export read at each call. An ES module that imports
// them keeps what it found, so this stands before the first import of tfjs.
const core = createRequire(__filename)("@tensorflow/tfjs-core") as Record<RandomOp, (...values: unknown[]) => object>;
for (const name of names) {
  const original = core[name];
  core[name] = (...values) => interceptor(name, values) ?? original(...values);
}
