import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, expect, it } from "vitest";
import { readJournal } from "../../lib/experiment/runner";
import { workbookRoot } from "../../lib/system/workbook";
import { until } from "../cluster/on-cluster";
import { all } from "../extent";
import { killAtRandom } from "./kills";
import { experiment, madeUpExperiment, toTheEnd, wrongs, type MadeUp } from "./made-up";

let made: MadeUp;
afterEach(() => {
  made.remove();
});

const here = ["made-up.yaml", "--on", "local"];
const begin = () => experiment(made, "run", ...here);
const says = (what: string, ...args: string[]) => toTheEnd(made, what, "made-up.yaml", ...args);
const trainings = () => made.log().filter(({ what }) => what === "begun").length;
const journalFile = (): string => join(made.folder, "journal.json");
/** One configuration, whose trainings go on until they have been looked at. */
const few = { waits: true, factors: { steps: [1] } };

it("makes the runs in their order, tells how it stands, and does not begin twice", async () => {
  made = madeUpExperiment({ replicates: 1 });
  const { status, printed } = await toTheEnd(made, "run", ...here);
  expect(status, printed).toBe(0);
  expect(printed).toMatch(/^1\/4 {2}run 1 \(steps \d, nodes \d, replicate 1\) is done {2}\d+ s left\n2\/4/);
  expect(printed).toContain(`All 4 runs are done: ${made.folder}/runs.\n`);
  expect(await wrongs(made)).toEqual([]);
  const shown = (await says("status", "--runs")).printed;
  expect(shown).toMatch(/^made-up: 4 runs, 4 done, 0 running, 0 failed, 0 to go\n {2}no runner\n/);
  expect(shown).toMatch(/\n {2}1 {2}block 1 {2}steps \d, nodes \d {2}done, made as number 1\n/);
  const again = await says("run");
  expect(again).toEqual({
    status: 1,
    printed: expect.stringMatching(/^workbook: .* has begun .*resume.*\n$/) as string,
  });
  expect((await says("stop")).printed).toBe(
    "There is no runner, and nothing is running. `./workbook experiment resume made-up.yaml` continues.\n",
  );
  expect(trainings()).toBe(4);
});

it("has one runner: a second one is refused, and takes over when the first is killed", async () => {
  made = madeUpExperiment({ ...few, replicates: 2 });
  const first = begin();
  await until(() => trainings() > 0);
  const { status, printed } = await says("resume");
  expect([status, printed]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`^workbook: This experiment is being run by process ${first.child.pid} on .*\`stop\`\\.\n$`),
    ),
  ]);
  expect((await says("status")).printed).toMatch(
    /2 runs, \d done, 1 running.*\n.*now: run \d .*\n {2}run by process \d+/,
  );
  first.child.kill("SIGKILL");
  await first.ended;
  expect((await says("status")).printed).toMatch(/no runner: `.*resume made-up\.yaml` makes the missing runs/);
  // Two at once: only one of them breaks the lock of the one that is gone.
  const resuming = [says("resume"), says("resume")];
  await Promise.race(resuming);
  made.letEnd("all");
  const both = await Promise.all(resuming);
  expect(both.map((each) => each.status).sort(), both.map((each) => each.printed).join("")).toEqual([0, 1]);
  expect(await wrongs(made)).toEqual([]);
});

const whyNoOtherMachine = process.getuid?.() === 0 ? "" : " (only root can make a machine of another name here)";

it.skipIf(whyNoOtherMachine)(
  `a run that another login node began is not taken for dead, and not made twice${whyNoOtherMachine}`,
  async () => {
    made = madeUpExperiment({ ...few, replicates: 1 });
    const first = begin();
    await until(() => trainings() > 0);
    first.child.kill("SIGKILL");
    await first.ended;
    // From there it takes seconds without a sign of life until the killed runner counts as gone.
    let elsewhere = "is being run by";
    while (elsewhere.includes("is being run by")) elsewhere = await resumedElsewhere();
    expect(elsewhere).toMatch(
      new RegExp(
        `^workbook: A run goes on on ${hostname()}, which cannot be seen from login2: go on there, or, .*\\.$`,
      ),
    );
    expect(trainings()).toBe(1);
    made.letEnd("all");
    expect((await says("resume")).status).toBe(0);
    expect(await wrongs(made)).toEqual([]);
  },
);

/** What `resume` says on a machine of another name, which sees the same folder and none of this machine's processes. */
async function resumedElsewhere(): Promise<string> {
  const resume = `hostname login2 && ${process.execPath} ${join(workbookRoot, "workbook")} experiment resume made-up.yaml`;
  const machine = ["--uts", "--pid", "--fork", "--mount-proc", "sh", "-c", resume];
  const { all } = await execa("unshare", machine, { cwd: made.working, reject: false, all: true });
  return all;
}

it("more replicates come after those that were made; any other change of the design is refused in a line", async () => {
  made = madeUpExperiment({ replicates: 1, factors: { steps: [1, 2] } });
  await made.run();
  const refused = async (changes: object, words: string) => {
    made.change(changes);
    await expect(made.run()).rejects.toThrow(`The design made-up has changed since its experiment began: ${words}`);
  };
  await refused({ factors: { steps: [1, 2, 3] } }, "factors.steps is [1,2,3], and was [1,2].");
  await refused({ factors: { steps: [1, 2], nodes: [1] } }, "factors.nodes is [1], and was not there.");
  await refused({ seed: 5 }, "seed is 5, and was 4.");
  await refused({ resources: { gpus: 0, cores: 2 } }, "resources.cores is 2, and was 1.");
  made.change({ replicates: 2, attempts: 5, resources: { gpus: 0, cores: 1, minutes: 9 } });
  expect((await made.run()).ended).toBeUndefined();
  expect(await wrongs(made)).toEqual([]);
  const { design, observations } = await made.results();
  expect([design.replicates, design.attempts, design.resources.minutes, observations.length]).toEqual([2, 5, 9, 4]);
  await refused({ replicates: 1 }, "replicates is 1, and was 2.");
});

it("out of memory is a result; a run that fails is tried so often, and when it is asked for", async () => {
  const size = { small: { steps: 1 }, large: { steps: 2, outOfMemoryAt: 1 }, bad: { steps: 2, crashAt: 1 } };
  made = madeUpExperiment({ factors: { size }, replicates: 1, attempts: 2 });
  const { ended, printed } = await made.run();
  expect(ended).toBe("failed runs");
  expect(printed).toMatch(/run \d \(large, replicate 1\) ran out of memory, which is a result/);
  expect(printed).toMatch(/\(bad, replicate 1\) failed, it is tried again: .*crashed at step 1/);
  expect(printed).toMatch(/\(bad, replicate 1\) failed, it is given up after 2 tries: .*crashed at step 1/);
  const { outOfMemory, failed, observations, progress } = await made.results();
  expect(progress).toMatchObject({ done: 2, outOfMemory: 1, failed: 1, planned: 0 });
  expect(outOfMemory.map(({ levels }) => levels.size)).toEqual(["large"]);
  expect(failed.map(({ levels }) => levels.size)).toEqual(["bad"]);
  expect(failed[0].message).toContain("crashed at step 1");
  expect(observations.map(({ levels }) => levels.size)).toEqual(["small"]);
  expect((await says("status", "--runs")).printed).toMatch(
    /3 runs, 2 done, 1 of them out of memory, 0 running, 1 failed.*\n(.*\n)*.*large +out of memory/,
  );
  const again = await says("resume");
  expect(again).toEqual({
    status: 1,
    printed: expect.stringMatching(
      /^workbook: 1 of 3 runs failed at every try\. .*--failed` tries them again\.\n$/,
    ) as string,
  });
  expect(trainings()).toBe(4);
  made.change({ attempts: 1 });
  expect((await made.run({ retryFailed: true })).ended).toBe("failed runs");
  expect(trainings()).toBe(5);
});

it("a program that refuses its arguments ends the runner at once; one that does not exist, before it begins", async () => {
  made = madeUpExperiment();
  made.change({ program: "05-none/train" });
  await expect(made.run()).rejects.toThrow(/^There is no program 05-none\/train: /);
  expect(existsSync(journalFile())).toBe(false);
  made.change({ factors: { steps: [1, 2], wrong: { yes: { wrong: true } } } });
  await expect(made.run()).rejects.toThrow(
    /^The program refuses the arguments of run 1 \(.*\): .*--device is "tpu".*Correct the design, and begin it anew/,
  );
  expect((await made.results()).journal.runs.flatMap(({ attempts }) => attempts)).toHaveLength(1);
});

it("a journal or a record that was damaged is refused in a line with the remedy", async () => {
  made = madeUpExperiment({ replicates: 1, factors: { steps: [1, 2] } });
  await made.run();
  const whole = readFileSync(journalFile(), "utf8");
  const refused = async (text: string, words: RegExp) => {
    writeFileSync(journalFile(), text);
    await expect(readJournal(made.folder)).rejects.toThrow(words);
  };
  await refused("", /journal\.json is damaged \(.*JSON/);
  await refused(whole.replace('"schema": 1', '"schema": 7'), /journal\.json is damaged \(schema/);
  await refused(whole.replace('"replicate": 1', '"replicate": 2'), /its run 1 is not the one that its design plans/);
  await refused(whole.slice(0, 900), /JSON/);
  const { status, printed } = await says("resume");
  expect(status).toBe(1);
  expect(printed).toMatch(/^workbook: .*is damaged \(.*\): bring it back from a copy, or move its folder away .*\n$/);
  writeFileSync(journalFile(), whole);
  const record = join(made.folder, "runs", readdirSync(join(made.folder, "runs"))[0]);
  const kept = readFileSync(record, "utf8");
  writeFileSync(record, kept.slice(0, 100));
  await expect(made.results()).rejects.toThrow(
    /^The record of run 1 is gone or damaged: put (.*run\.json) in its place \(/,
  );
  const words = await made.results().then(String, (error: Error) => error.message);
  expect(readFileSync(/put (.*run\.json) in/.exec(words)?.[1] ?? "", "utf8")).toBe(kept);
});

it("a runner that stood still while another one took over writes nothing any more", async () => {
  made = madeUpExperiment({ ...few, replicates: 1 });
  const first = begin();
  await until(() => trainings() > 0);
  first.child.kill("SIGSTOP");
  made.letEnd("all");
  // Its lock has ended: the other one runs to the end.
  let other = await says("resume");
  await until(async () => {
    if (other.status !== 0) other = await says("resume");
    return other.status === 0;
  });
  const [journal, files] = [readFileSync(journalFile(), "utf8"), readdirSync(made.folder).sort()];
  first.child.kill("SIGCONT");
  const { status, printed } = await first.ended;
  expect(status).toBe(1);
  expect(printed).toMatch(/workbook: Another runner has taken over this experiment.*\n$/);
  expect(readFileSync(journalFile(), "utf8")).toBe(journal);
  expect(readdirSync(made.folder).sort()).toEqual(files);
  expect(await wrongs(made)).toEqual([]);
});

it("stops after the run that goes on, with it, or by Ctrl-C without it", async () => {
  made = madeUpExperiment({ ...few, replicates: 3 });
  const first = begin();
  await until(() => trainings() === 1);
  expect((await says("stop")).printed).toMatch(/^The runner will end after the current run\. .*resume/);
  made.letEnd("one");
  expect(await first.ended).toEqual({
    status: 0,
    printed: expect.stringContaining("Stopped after 1 of 3 runs") as string,
  });

  const second = experiment(made, "resume", "made-up.yaml");
  await until(() => trainings() === 2);
  expect((await says("stop", "--now")).printed).toMatch(/^The runner will end at once\./);
  expect(await second.ended).toEqual({
    status: 0,
    printed: expect.stringContaining("is ended: it is made anew") as string,
  });

  const third = experiment(made, "resume", "made-up.yaml");
  await until(() => trainings() === 3);
  third.child.kill("SIGINT");
  const { status, printed } = await third.ended;
  expect([status, printed]).toEqual([
    130,
    expect.stringContaining("A run that is still going is left alone") as string,
  ]);
  expect((await says("stop")).printed).toContain(
    "There is no runner, but a run is still going without one. `--now` ends it.",
  );
  // It ends by itself meanwhile: that is kept, not thrown away.
  made.letEnd("one");
  await until(() => made.log().filter(({ what }) => what === "completed").length === 2);
  await says("stop", "--now");
  expect((await made.results()).progress).toMatchObject({ done: 2, planned: 1, running: 0 });

  const fourth = experiment(made, "resume", "made-up.yaml");
  await until(() => trainings() === 4);
  fourth.child.kill("SIGTERM");
  expect((await fourth.ended).status).toBe(143);
  expect((await says("stop", "--now")).printed).toMatch(
    /^There was no runner\. The run that was still going without one has been ended\./,
  );
  const { journal } = await made.results();
  const all = journal.runs.map(({ attempts }) => attempts.map(({ outcome }) => outcome));
  expect(all).toEqual([["completed"], ["stopped", "completed"], ["stopped"]]);
  expect(journal.runs.map(({ made: place }) => place)).toEqual([1, 2, undefined]);
});

// Every moment that matters is tried on purpose in runner-moments.slow.ts; WORKBOOK_TEST=all makes more kills at random.
const kills = all ? 20 : 3;

it(`makes each run once on this machine when the runner is killed at ${kills} random moments`, async () => {
  // Four runs a kill: a fast machine must not be at the end before the last one.
  made = madeUpExperiment({ replicates: kills });
  await killAtRandom(made, { kills, between: [200, 2500], words: ["--on", "local"] });
  expect(await wrongs(made)).toEqual([]);
});
