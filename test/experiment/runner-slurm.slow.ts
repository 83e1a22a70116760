import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { unfinishedAttempt } from "../../lib/jobs/attempts";
import { execute, until } from "../cluster/on-cluster";
import { commandLines } from "../command-lines";
import { all } from "../extent";
import { onCluster } from "../jobs/on-cluster";
import { experiment, madeUpExperiment, toTheEnd, wrongs, type MadeUp } from "./made-up";
import { killAtRandom } from "./kills";

const { cluster } = onCluster();
let made: MadeUp;
afterEach(() => {
  made?.remove();
});

const one = { factors: { steps: [60] }, replicates: 1 };

/** Waits until the open try has begun to train. @returns its number and Slurm's of its job. */
async function training(): Promise<{ number: number; job: string }> {
  let found: { number: number; job: string } | undefined;
  await until(async () => {
    const results = await made.results().catch(() => undefined);
    const open = results?.journal.runs.map(unfinishedAttempt).find((each) => each !== undefined);
    const begun = made.log().some(({ what, attempt }) => what === "begun" && attempt.endsWith(`-${open?.number ?? 0}`));
    found = begun && open?.job !== undefined ? { number: open.number, job: open.job } : undefined;
    return found !== undefined;
  });
  if (!found) throw new Error("no training");
  return found;
}

/** Kills the training itself, as the kernel does. */
function killTraining(): void {
  for (const [pid, line] of commandLines())
    if (line.includes("child.js") && line.includes(made.working)) process.kill(pid, "SIGKILL");
}

const outcomes = async (): Promise<unknown[]> =>
  (await made.results()).journal.runs.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));

it("makes each run once through Slurm when the runner is killed at random moments", async () => {
  made = madeUpExperiment({ replicates: all ? 8 : 4 });
  await killAtRandom(made, { kills: all ? 20 : 6, between: [200, 2500] });
  expect(await wrongs(made)).toEqual([]);
  // One job for each run has trained to the end, and any other has not begun to train.
  const { journal } = await made.results();
  const attempts = join(made.folder, "attempts");
  const notes = readdirSync(attempts)
    .map((attempt) => join(attempts, attempt, "journal.txt"))
    .flatMap((file) => (existsSync(file) ? [readFileSync(file, "utf8")] : []));
  const trained = notes.filter((note) => / started 0 .*\n.* ended 0 completed\n$/.test(note));
  const refused = notes.filter((note) => / not wanted any more\n$/.test(note));
  expect([trained.length, trained.length + refused.length]).toEqual([journal.runs.length, notes.length]);
});

it("takes a job that somebody cancels, a node that dies and a training that is killed as failures, and tries again", async () => {
  made = madeUpExperiment(one);
  const first = experiment(made, "run", "made-up.yaml");
  await execute(cluster().command("scancel", [(await training()).job]));
  await until(() => first.printed().includes("it is tried again"));
  await training();
  // The node of the job that was cancelled may still be completing.
  const node = (await cluster().status()).nodes.findIndex(({ state }) => /^(allocated|mixed)/.test(state)) + 1;
  await cluster().killNode(node);
  const end = await first.ended;
  await cluster().reviveNode(node);
  expect(end.status).toBe(1);
  expect(end.printed).toMatch(/was cancelled \(CANCELLED\)/);
  expect(end.printed).toMatch(/given up after 2 tries: Job \d+ lost a node on node\d \(NODE_FAIL\)/);
  expect(end.printed).toMatch(/workbook: 1 of 1 runs failed at every try\. .*--failed` tries them again\.\n$/);
  expect((await toTheEnd(made, "resume", "made-up.yaml")).status).toBe(1);
  const again = experiment(made, "resume", "made-up.yaml", "--failed");
  await training();
  killTraining();
  expect((await again.ended).printed).toMatch(/failed, it is tried again: Job \d+ .*SIGKILL/);
  expect(await outcomes()).toEqual(["failed", "failed", "failed", "completed"]);
});

it("goes on only on the network that it began on", async () => {
  made = madeUpExperiment({ factors: { steps: [1] }, replicates: 1 });
  expect((await toTheEnd(made, "run", "made-up.yaml")).status).toBe(0);
  const refused = async (words: string) => {
    const { status, printed } = await toTheEnd(made, "resume", "made-up.yaml");
    expect(printed).toBe(
      `workbook: The experiment made-up began on the local cluster with none links, and this is ${words}: go on there, since ` +
        "times of two networks are not one experiment.\n",
    );
    expect(status).toBe(1);
  };
  await cluster().setRate("200mbit");
  await refused("the local cluster with 200mbit links");
  await cluster().setRate("none");
  expect((await toTheEnd(made, "resume", "made-up.yaml")).status).toBe(0);
  vi.stubEnv("WORKBOOK_CLUSTER", "none"); // as when it is down
  const { status, printed } = await toTheEnd(made, "resume", "made-up.yaml");
  vi.unstubAllEnvs();
  expect([status, printed.split("\n").length]).toEqual([1, 2]);
});
