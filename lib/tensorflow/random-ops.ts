import { createRequire } from "node:module";

// The functions of tfjs-core that make random numbers. All but multinomial make them in JavaScript.
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

type RandomOp = (typeof names)[number];

type Interceptor = (name: RandomOp, values: unknown[]) => object | undefined;

let interceptor: Interceptor = () => undefined;

/** Has every random function call `chosen` first. If that returns a result, it replaces the function's own. */
export function interceptRandomOps(chosen: Interceptor): void {
  interceptor = chosen;
}

// tfjs-layers and every re-export read the CommonJS module's exports at each call, so replacing them is enough. An ES module
// reads them once, at its import, so this file must be imported before tfjs.
const core = createRequire(__filename)("@tensorflow/tfjs-core") as Record<RandomOp, (...values: unknown[]) => object>;
for (const name of names) {
  const original = core[name];
  core[name] = (...values) => interceptor(name, values) ?? original(...values);
}
