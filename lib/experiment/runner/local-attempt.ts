// One attempt at a run on this machine, in a process of its own: node local-attempt.js FOLDER
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../system/atomic";
import { runProgram } from "../../jobs";
import { runWorkers } from "../../jobs/local-workers";
import { claim } from "../../system/claim";
import type { AttemptSpec } from "./executor";
import { localFiles, type LocalEnd } from "./local";
import { nameOf, processIdentity } from "../../system/process";

async function main(folder: string): Promise<void> {
  const name = nameOf(processIdentity(process.pid));
  if ((await claim(folder, name)) !== name) return; // a runner gave this attempt up and made another one
  const spec = JSON.parse(readFileSync(localFiles.spec(folder), "utf8")) as AttemptSpec; // written by the executor
  const ended = await train(spec).then(
    (): LocalEnd => ({}),
    (error: Error): LocalEnd => ({ error: error.message }),
  );
  await writeWhole(localFiles.ended(folder), JSON.stringify(ended) + "\n");
}

async function train({ program, arguments: values, nodes, folder }: AttemptSpec): Promise<void> {
  delete process.env.WORKBOOK_CHECKPOINT;
  const environment = { WORKBOOK_RECORD: join(folder, "run.json") };
  if (nodes === 1) await runProgram(program, values, environment);
  else await runWorkers(program, values, { workers: nodes, environment });
}

void main(process.argv[2]);
