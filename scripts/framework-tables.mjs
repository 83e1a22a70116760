// @ts-check
// Measures a table of lesson 7 again, and replaces it in datasets/published:
//   node scripts/framework-tables.mjs frameworks         36 runs, about a quarter of an hour on 2 cores that do nothing else
//   node scripts/framework-tables.mjs batch-sizes        18 runs on one core; times do not count
//   node scripts/framework-tables.mjs moving-averages    3 runs on one core, with the averages' momentum that pytorch.py has
//   node scripts/framework-tables.mjs shortcuts          15 runs on one core, of CIFAR-10 in WORKBOOK_DATA_DIR; times do not count
// All but the last need the study's frameworks (`./workbook setup --frameworks`). Other numbers of averages are kept in their table.
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../setup/paths.mjs";

/** @param {string} room of dist/lib, which exists after `npm run build` */
const built = (room) => import(join(root, "dist", "lib", room));
const [{ ownCores, runWorkers }, { randomNumbers }, { readRun }] = await Promise.all(
  ["jobs/index.js", "experiment/index.js", "runs/record.js"].map(built),
);

/**
 * A run, and how its row begins.
 * @typedef {{ row: (string | number)[], processes: number, values: Record<string, string | number> }} Run
 */

const seeds = [1, 2, 3];
const common = { model: "resnet20", dataset: "synthetic", trainImages: 512, testImages: 128, threads: 1 };

/** @returns {Run[]} in blocks, each in a random order of its own */
function frameworks() {
  const contenders = ["ours", "tensorflow", "keras-horovod", "pytorch-ddp", "pytorch-horovod", "mxnet-kvstore"];
  const ways = contenders.flatMap((framework) => [1, 2].map((processes) => ({ framework, processes })));
  const random = randomNumbers(2020);
  const blocks = seeds.map((seed) =>
    ways.map((way) => ({ ...way, seed, place: random() })).sort((a, b) => a.place - b.place),
  );
  return blocks.flat().map(({ framework, processes, seed }, at) => ({
    row: [at + 1, framework, processes, seed],
    processes,
    values: { ...common, framework, seed, localBatchSize: 8, epochs: processes === 1 ? 6 : 10 },
  }));
}

/** @returns {Run[]} */
function batchSizes() {
  const small = (0.1 * 8) / 128;
  const settings = [
    { batch: 8, epochs: 5 },
    { batch: 32, learningRate: small, epochs: 8 },
    { batch: 32, epochs: 8 },
    { batch: 128, learningRate: small, epochs: 16 },
    { batch: 128, epochs: 25 },
    { batch: 256, epochs: 60 },
  ];
  return settings.flatMap(({ batch, learningRate = (0.1 * batch) / 128, epochs }) =>
    seeds.map((seed) => ({
      row: [batch, learningRate, seed],
      processes: 1,
      values: { ...common, framework: "pytorch-ddp", seed, localBatchSize: batch, epochs, learningRate },
    })),
  );
}

/** @returns {Run[]} of this engine, in blocks, each in a random order of its own */
function shortcuts() {
  const usual = { framework: "ours", dataset: "cifar10", trainImages: 1500, testImages: 750, localBatchSize: 16 };
  /** @type {{ name: string, change?: Record<string, number> }[]} */
  const ways = [
    { name: "none" },
    { name: "small images", change: { imageSize: 16 } },
    { name: "large batch", change: { localBatchSize: 64, learningRate: (0.1 * 16) / 128 } },
  ];
  const random = randomNumbers(2020);
  return [1, 2, 3, 4, 5].flatMap((seed) =>
    ways
      .map((way) => ({ ...way, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ name, change }) => ({
        row: [name, seed],
        processes: 1,
        values: { ...common, ...usual, ...change, seed, epochs: 6 },
      })),
  );
}

/** The momentum that each normalization of PyTorch's program has, by Keras's meaning of the word. */
async function averagesMomentum() {
  const program = await readFile(join(root, "chapters", "07-frameworks", "programs", "pytorch.py"), "utf8");
  const momenta = new Set([...program.matchAll(/BatchNorm2d\(.*momentum=([\d.]+)\)/g)].map(([, each]) => Number(each)));
  if (momenta.size !== 1) throw new Error("Not all normalizations of pytorch.py have the same momentum.");
  return Number((1 - [...momenta][0]).toFixed(3));
}

/** @param {number} momentum @returns {Run[]} */
const movingAverages = (momentum) =>
  seeds.map((seed) => ({
    row: [momentum, seed],
    processes: 1,
    values: { ...common, framework: "pytorch-ddp", seed, localBatchSize: 16, epochs: 10 },
  }));

/** @param {number[]} values */
const list = (values) => values.map((value) => Number(value.toFixed(3))).join(" ");

/** @param {Run} run @returns {Promise<{ seconds: number, accuracy: number, test: number }[]>} its epochs */
async function measured({ processes, values }) {
  const folder = await mkdtemp(join(tmpdir(), "framework-tables-"));
  try {
    const record = join(folder, "run.json");
    const cores = ownCores();
    if (cores.length < processes)
      throw new Error(`${processes} processes need a core each, and there are too few here.`);
    const how = { workers: processes, environment: { WORKBOOK_RECORD: record }, cores: cores.slice(0, processes) };
    await runWorkers("07-frameworks/train", values, { ...how, print: () => undefined });
    const { epochs } = await readRun(record);
    return epochs.map((/** @type {any} */ { steps, accuracy, validation }) => ({
      seconds: steps.end[steps.end.length - 1] - steps.start[0],
      accuracy: 100 * accuracy,
      test: 100 * validation.accuracy,
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const momentum = await averagesMomentum();
const tables = {
  "frameworks": { head: "made,framework,processes,replicate,seconds,accuracy_percent,test_percent", runs: frameworks() },
  "batch-sizes": { head: "batch,learning_rate,seed,accuracy_percent", runs: batchSizes() },
  "moving-averages": { head: "momentum,seed,accuracy_percent,test_percent", runs: movingAverages(momentum) },
  "shortcuts": { head: "shortcut,seed,accuracy_percent,test_percent", runs: shortcuts() },
}; // prettier-ignore

const name = process.argv[2];
if (name !== "frameworks" && name !== "batch-sizes" && name !== "moving-averages" && name !== "shortcuts") {
  console.error(`Which table? ${Object.keys(tables).join(", ")}`);
  process.exit(2);
}
const published = join(root, "datasets", "published", `${name}.csv`);
const file = join(root, "results", `${name}.csv`); // until all runs are made
const { head, runs } = tables[name];
/** The rows of the other momenta. */
const kept =
  name === "moving-averages"
    ? (await readFile(published, "utf8").catch(() => "")).split("\n").filter((row) => /^0/.test(row))
    : [];
const others = kept.filter((row) => !row.startsWith(`${momentum},`));
await mkdir(join(root, "results"), { recursive: true });
await writeFile(file, [head, ...others].map((row) => `${row}\n`).join(""));
for (const run of runs) {
  const epochs = await measured(run);
  const columns = {
    seconds: list(epochs.map(({ seconds }) => seconds)),
    accuracy_percent: list(epochs.map(({ accuracy }) => accuracy)),
    test_percent: list(epochs.map(({ test }) => test)),
  };
  const asked = head.split(",").slice(run.row.length);
  const row = [
    ...run.row,
    ...Object.entries(columns).flatMap(([column, text]) => (asked.includes(column) ? [text] : [])),
  ];
  await appendFile(file, `${row.join(",")}\n`);
  console.log(row.join(","));
}
await copyFile(file, published);
console.log(`${published} has these ${runs.length} runs. Write its conditions into datasets/published/README.md.`);
