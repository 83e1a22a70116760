import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { startCluster, whyNoCluster, type LocalCluster } from "../../lib/cluster";
import { designFile, plannedRuns, readDesign } from "../../lib/experiment/design";
import { progressOf, readExperiment, readJournal } from "../../lib/experiment/runner";
import { execute, until } from "../cluster/on-cluster";
import { experiment, toTheEnd } from "./made-up";
import { all } from "../extent";

const KILLS = all ? 20 : 6;
/** One batch, once, has its place beside all that takes minutes; WORKBOOK_TEST=all makes the whole design. */
const part = (factors: object) => (all ? {} : { factors: { ...factors, batch: [8] }, replicates: 1 });
const seed = Number(process.env.WORKBOOK_TEST_SEED ?? 20);
const name = `quick-${process.pid}`;
const reason = whyNoCluster();
let cluster: LocalCluster;
let working: string;
let file: string;
beforeAll(async () => {
  if (reason !== undefined) return;
  cluster = await startCluster({ nodes: 3, rate: "1gbit", name });
  working = mkdtempSync(join(tmpdir(), "quick-"));
  file = join(working, "quick.yaml");
  const design = parse(readFileSync(designFile("quick"), "utf8")) as { factors: object };
  writeFileSync(file, stringify({ ...design, ...part(design.factors) }));
  process.env.WORKBOOK_CLUSTER = name;
});
afterAll(async () => {
  delete process.env.WORKBOOK_CLUSTER;
  await cluster?.down();
  if (working !== undefined) rmSync(working, { recursive: true });
});
beforeEach((test) => {
  if (reason !== undefined) test.skip(`no local cluster: ${reason}`);
});

it(
  `the quick design on the local cluster, its runner killed ${KILLS} times: no run is lost or made twice (seed ${seed})`,
  { timeout: 40 * 60_000 },
  async () => {
    const planned = plannedRuns(await readDesign(file));
    const random = xoroshiro128plus(seed);
    const began = Date.now();
    const kills: string[] = [];
    const folder = join(working, "results", "experiments", "quick");
    const done = async (): Promise<number> => {
      const journal = await readJournal(folder);
      return journal ? progressOf(journal).done : 0;
    };
    while (kills.length < KILLS) {
      const runner = experiment({ working }, (await readJournal(folder)) ? "resume" : "run", file);
      // Spread over all runs but the last ones; every second one while the runner begins, when most is decided.
      const least = (kills.length * (planned.length - 3)) / KILLS;
      if (kills.length % 2 === 0) await until(async () => (await done()) >= least, 600);
      await setTimeout(kills.length % 2 === 0 ? uniformInt(random, 0, 6000) : uniformInt(random, 200, 2500));
      expect(runner.child.exitCode, `it ended before kill ${kills.length + 1}: ${runner.printed()}`).toBeNull();
      runner.child.kill("SIGKILL");
      kills.push(new Date().toISOString());
      await runner.ended;
    }
    const { status, printed } = await toTheEnd({ working }, "resume", file);
    expect(status, printed).toBe(0);
    const minutes = (Date.now() - began) / 60_000;
    console.log(
      `seed ${seed}: ${minutes.toFixed(1)} minutes for ${planned.length} runs of the quick design and ${KILLS} kills`,
    );
    writeFileSync(join(folder, "kills.json"), JSON.stringify({ seed, minutes, kills }));
    if (process.env.WORKBOOK_TEST_KEEP) cpSync(folder, process.env.WORKBOOK_TEST_KEEP, { recursive: true });

    const { journal, observations } = await readExperiment(file, { folder });
    expect(journal.runs.map(({ number, replicate, levels }) => ({ number, replicate, levels }))).toEqual(planned);
    expect(journal.runs.map(({ made }) => made)).toEqual(planned.map(({ number }) => number));
    const results = journal.runs.map(({ attempts }) => attempts.filter(({ outcome }) => outcome === "completed"));
    expect(results.map((each) => each.length)).toEqual(planned.map(() => 1));
    expect(readdirSync(join(folder, "runs"))).toHaveLength(planned.length);
    expect(observations.map(({ levels, replicate }) => ({ levels, replicate }))).toEqual(
      planned.map(({ levels, replicate }) => ({ levels, replicate })),
    );

    // One at a time, in the order that was planned.
    const ends = observations.map(({ run }) => [run.startedAt, run.endedAt ?? ""]).flat();
    expect(ends).toEqual([...ends].sort());

    // Slurm's jobs: one for each run has trained to the end, and any other has not begun to train.
    const jobs = await jobsOf();
    const notes = readdirSync(join(folder, "attempts")).flatMap((attempt) => {
      const file = join(folder, "attempts", attempt, "journal.txt");
      return existsSync(file) ? [readFileSync(file, "utf8")] : [];
    });
    const trained = notes.filter((note) => / started 0 .*\n.* ended 0 completed\n$/.test(note));
    const refused = notes.filter((note) => / not wanted any more\n$/.test(note));
    expect(trained).toHaveLength(planned.length);
    expect(notes).toHaveLength(trained.length + refused.length);
    expect(jobs.map(({ state }) => state)).toEqual(notes.map(() => "COMPLETED"));
    const ids = results.flat().map(({ job }, at) => job ?? observations[at].run.where.slurmJobId);
    expect(new Set(ids).size).toBe(planned.length);
    expect(jobs.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    console.log(`${jobs.length} jobs, ${refused.length} of them not wanted any more when they began`);
  },
);

async function jobsOf(): Promise<{ id: string; state: string }[]> {
  const { stdout } = await execute(cluster.command("squeue", ["--noheader", "--states=all", "--format=%i|%T"]));
  return stdout.split("\n").map((line) => ({ id: line.split("|")[0], state: line.split("|")[1] }));
}
