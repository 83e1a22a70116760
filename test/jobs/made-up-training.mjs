// Stands for a program that trains: steps that only take time, a record, checkpoints, and an end by SIGTERM.
//   node made-up-training.mjs --record-of example.json --steps 5 --seconds 0.2 [--crash-at 3] [--deaf] [--log file] [--until gate]
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    "record-of": { type: "string" },
    steps: { type: "string" },
    seconds: { type: "string" },
    "crash-at": { type: "string" },
    "out-of-memory-at": { type: "string" },
    says: { type: "string" }, // its last words where it crashes, with the job's $HOME
    wrong: { type: "boolean" },
    deaf: { type: "boolean" },
    until: { type: "string" }, // it trains until this is there: a file, which it removes, or a folder, which lets all end
    log: { type: "string" }, // a line at its begin and at its end, with the record's file
  },
});
if (values.wrong) {
  process.stderr.write('--device is "tpu": give one of cpu, gpu.\n');
  process.exit(2);
}
const { WORKBOOK_RECORD: file, WORKBOOK_CHECKPOINT: checkpoints, SLURM_RESTART_COUNT } = process.env;
const task = process.env.SLURM_PROCID ?? String(JSON.parse(process.env.TF_CONFIG ?? "{}").task?.index ?? 0);
const log = (what) => {
  if (values.log && task === "0") appendFileSync(values.log, `${what} ${file}\n`);
};
let stop = false;
process.on("SIGTERM", () => (stop = !values.deaf));

const record = JSON.parse(readFileSync(values["record-of"], "utf8"));
Object.assign(record, { outcome: "running", endedAt: undefined, epochs: [], startedAt: new Date().toISOString() });
const steps = values.until ? Infinity : Number(values.steps);
const first =
  checkpoints && existsSync(checkpoints)
    ? Math.max(...readdirSync(checkpoints).map((name) => Number(name.slice(5))))
    : 0;
if (first > 0) record.resumedFrom = [{ epoch: 1, step: first }];
const lists = { start: [], end: [], wait: [], images: [], loss: [], correct: [] };
const write = () => {
  if (task !== "0") return;
  writeFileSync(`${file}.new`, JSON.stringify(record) + "\n");
  renameSync(`${file}.new`, file);
  if (process.connected) process.send({ file });
};
const mayEnd = () => {
  const gate = statSync(values.until, { throwIfNoEntry: false });
  if (gate?.isFile()) rmSync(values.until);
  return gate !== undefined;
};
const end = (outcome, reason) => {
  Object.assign(record, { outcome, reason, endedAt: new Date().toISOString() });
  write();
  log(outcome);
};

log("begun");
write();
for (let step = first + 1; step <= steps && !stop; step++) {
  await setTimeout(1000 * Number(values.seconds));
  lists.start.push(step - 1);
  lists.end.push(step);
  lists.wait.push(0);
  lists.images.push(32);
  lists.loss.push(2.3 - 0.01 * step);
  lists.correct.push(3);
  record.epochs = [{ epoch: 1, steps: lists, loss: 2.3 - 0.01 * step, accuracy: 0.1 }];
  write();
  if (task === "0" && checkpoints)
    mkdirSync(join(checkpoints, `step-${String(step).padStart(8, "0")}`), { recursive: true });
  if (values.until && mayEnd()) break;
  if (step === Number(values["crash-at"])) {
    const crashed = `crashed at step ${step} of try ${SLURM_RESTART_COUNT ?? 0}.`;
    process.stderr.write(`workbook: ${values.says?.replace("$HOME", process.env.HOME) ?? crashed}\n`);
    process.exit(1);
  }
  if (step === Number(values["out-of-memory-at"])) {
    end("out-of-memory", "Out of memory at a global batch size of 32: a batch size of 16 should fit.");
    process.exit(1);
  }
}
if (stop) {
  await setTimeout(task === "0" ? 7000 : 0); // as a chief that saves, longer than Slurm's KillWait
  end("interrupted", "Ended by SIGTERM.");
  process.exit(143);
}
end("completed");
