import { kind, type Kind } from "./kind";

/** Answers that are no answers. */
export const answers: Kind[] = [
  kind("odd-answers", "proxies, functions, cycles, giants, symbols and big integers as answers", {
    cells: {
      "steps-per-epoch": `let call = 0;
function stepsPerEpoch(images: number, batchSize: number): number {
  const cycle: unknown[] = [];
  cycle.push(cycle, { cycle });
  const odd: unknown[] = [
    new Proxy({}, { get: () => { throw new Error("no"); }, ownKeys: () => { throw new Error("no keys"); } }),
    () => 196, cycle, "9".repeat(5e6), Symbol("196"), 196n ** 5_000n, new Map([[1, 2]]), { valueOf: () => 196 }, [196], new Number(196),
    Object.create(null), new Date(NaN), /x/, new Float32Array(10_000_000), process, globalThis,
  ];
  return odd[call++ % odd.length] as number;
}`,
      "last-batch":
        "function lastBatch(images: number, batchSize: number): number {\n  return new Proxy(() => 1, { apply: () => { throw 1; } }) as unknown as number;\n}",
      reading:
        "function reading(): Reading {\n  const cycle = {} as Record<string, unknown>;\n  cycle.readFiles = cycle;\n  return cycle as unknown as Reading;\n}",
    },
    says: /too large|a function|function/,
  }),
  kind("odd-errors", "throws what is no error, and errors that do things when looked at", {
    cells: {
      "steps-per-epoch": `let call = 0;
function stepsPerEpoch(images: number, batchSize: number): number {
  const odd: unknown[] = [
    null, undefined, 7, Symbol("x"), Object.create(null), new Proxy({}, { get: () => { throw new Error("no"); } }),
    Object.assign(new Error(), { message: { toString: () => { throw new Error("no"); } } }), "x".repeat(1e7),
  ];
  throw odd[call++ % odd.length];
}`,
    },
    says: /0 of 2 points/,
  }),
  kind("async-answers", "promises as answers, resolved and never", {
    cells: {
      "steps-per-epoch":
        "const stepsPerEpoch = (async (images: number, batchSize: number) => Math.ceil(images / batchSize)) as unknown as (images: number, batchSize: number) => number;",
      "last-batch":
        "function lastBatch(images: number, batchSize: number): number {\n  return { then() { for (;;) {} } } as unknown as number;\n}",
    },
    says: /leave out async/,
  }),
  kind("changes-questions", "changes the arguments it is given, so that later ones are easy", {
    cells: {
      "epoch-seconds":
        "function epochSeconds(epoch: Epoch): number {\n  epoch.steps.start.fill(0);\n  epoch.steps.end.fill(0);\n  return 0;\n}",
      throughput: "function throughput(epoch: Epoch): number {\n  epoch.steps.images = [];\n  return 0;\n}",
      "steady-epoch": "function steadyEpochSeconds(run: RunRecord): number {\n  run.epochs = [];\n  return 0;\n}",
      acceleration:
        "function acceleration(slow: RunRecord, fast: RunRecord): Acceleration {\n  return { times: NaN, least: NaN, most: NaN };\n}",
    },
    says: /gave 0 s/,
  }),
];
