import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { readJournal } from "../../lib/experiment/runner";
import { until } from "../cluster/on-cluster";
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
/** One configuration; a training takes a second or two. */
const few = { factors: { steps: [12] }, replicates: 2 };

it("makes the runs in their order, tells how it stands, and does not begin twice", async () => {
  made = madeUpExperiment({ replicates: 1 });
  const { status, printed } = await toTheEnd(made, "run", ...here);
  expect(status, printed).toBe(0);
  expect(printed).toMatch(/^1\/4 {2}run 1 \(steps \d, nodes \d, replicate 1\) is done {2}\d+ s left\n2\/4/);
  expect(printed).toContain(`All 4 runs are done: ${made.folder}/runs.\n`);
  expect(await wrongs(made)).toEqual([]);
  const shown = (await says("status", "--runs")).printed;
  expect(shown).toMatch(/^made-up: 4 runs, 4 done, 0 running, 0 failed, 0 to be made\n {2}no runner\n/);
  expect(shown).toMatch(/\n {4}1 {2}block 1 {2}steps \d, nodes \d: done, made as number 1\n/);
  const again = await says("run");
  expect(again).toEqual({
    status: 1,
    printed: expect.stringMatching(/^workbook: .* has begun .*resume.*\n$/) as string,
  });
  expect((await says("resume")).status).toBe(0);
  expect((await says("stop")).printed).toBe(
    "There is no runner, and nothing runs; `./workbook experiment resume made-up.yaml` goes on.\n",
  );
  expect(trainings()).toBe(4);
});

it("more replicates come after those that were made; any other change of the design is refused in a line", async () => {
  made = madeUpExperiment({ replicates: 1, factors: { steps: [1, 2] } });
  await toTheEnd(made, "run", ...here);
  const refused = async (changes: object, words: string) => {
    made.change(changes);
    const { status, printed } = await says("resume");
    expect(printed).toContain(`workbook: The design made-up has changed since its experiment began: ${words}`);
    expect([status, printed.split("\n").length]).toEqual([1, 2]);
  };
  await refused({ factors: { steps: [1, 2, 3] } }, "factors.steps is [1,2,3], and was [1,2].");
  await refused({ factors: { steps: [1, 2], nodes: [1] } }, "factors.nodes is [1], and was not there.");
  await refused({ seed: 5 }, "seed is 5, and was 4.");
  await refused({ resources: { gpus: 0, cores: 2 } }, "resources.cores is 2, and was 1.");
  made.change({ replicates: 2, attempts: 5, resources: { gpus: 0, cores: 1, minutes: 9 } });
  const { status, printed } = await says("resume");
  expect(status, printed).toBe(0);
  expect(await wrongs(made)).toEqual([]);
  const { design, observations } = await made.results();
  expect([design.replicates, design.attempts, design.resources.minutes, observations.length]).toEqual([2, 5, 9, 4]);
  made.change({ replicates: 1 });
  expect((await says("resume")).printed).toContain("replicates is 1, and was 2.");
});

it("has one runner: a second one is refused, and takes over when the first is killed", async () => {
  made = madeUpExperiment(few);
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
    /2 runs, 0 done, 1 running.*\n.*now: run 1 .*\n {2}run by process \d+/,
  );
  first.child.kill("SIGKILL");
  await first.ended;
  expect((await says("status")).printed).toMatch(/no runner: `.*resume made-up\.yaml` makes what is missing/);
  // Two at once: only one of them breaks the lock of the one that is gone.
  const both = await Promise.all([says("resume"), says("resume")]);
  expect(both.map((each) => each.status).sort(), both.map((each) => each.printed).join("")).toEqual([0, 1]);
  expect(await wrongs(made)).toEqual([]);
});

it("a runner that stood still while another one took over writes nothing any more", async () => {
  made = madeUpExperiment({ ...few, factors: { steps: [20] }, replicates: 1 });
  const first = begin();
  await until(() => trainings() > 0);
  first.child.kill("SIGSTOP");
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
  made = madeUpExperiment({ factors: { steps: [25] }, replicates: 3 });
  const first = begin();
  await until(() => trainings() === 1);
  expect((await says("stop")).printed).toMatch(/^The runner is asked to end after this run; .*resume/);
  expect(await first.ended).toEqual({
    status: 0,
    printed: expect.stringContaining("Stopped after 1 of 3 runs") as string,
  });

  const second = experiment(made, "resume", "made-up.yaml");
  await until(() => trainings() === 2);
  expect((await says("stop", "--now")).printed).toMatch(/^The runner is asked to end at once;/);
  expect(await second.ended).toEqual({
    status: 0,
    printed: expect.stringContaining("is ended: it is made anew") as string,
  });

  const third = experiment(made, "resume", "made-up.yaml");
  await until(() => trainings() === 3);
  third.child.kill("SIGINT");
  const { status, printed } = await third.ended;
  expect([status, printed]).toEqual([130, expect.stringContaining("a run that goes on is left alone") as string]);
  expect((await says("stop")).printed).toContain("There is no runner, but a run goes on without it: `--now` ends it.");
  // It ends by itself meanwhile: that is kept, not thrown away.
  await until(() => made.log().filter(({ what }) => what === "completed").length === 2);
  await says("stop", "--now");
  expect((await made.results()).progress).toMatchObject({ done: 2, planned: 1, running: 0 });

  const fourth = experiment(made, "resume", "made-up.yaml");
  await until(() => trainings() === 4);
  fourth.child.kill("SIGTERM");
  expect((await fourth.ended).status).toBe(143);
  expect((await says("stop", "--now")).printed).toMatch(
    /^There was no runner; the run that went on without it is ended\./,
  );
  const { journal } = await made.results();
  const all = journal.runs.map(({ attempts }) => attempts.map(({ outcome }) => outcome));
  expect(all).toEqual([["completed"], ["stopped", "completed"], ["stopped"]]);
  expect(journal.runs.map(({ made: place }) => place)).toEqual([1, 2, undefined]);
});

it("out of memory is a result; a run that fails is tried so often, and when it is asked for", async () => {
  const steps = { small: { steps: 1 }, large: { steps: 2, outOfMemoryAt: 1 }, bad: { steps: 2, crashAt: 1 } };
  made = madeUpExperiment({ factors: { size: steps }, replicates: 1, attempts: 2 });
  const { status, printed } = await toTheEnd(made, "run", ...here);
  expect(status).toBe(1);
  expect(printed).toMatch(/run \d \(large, replicate 1\) ran out of memory, which is a result/);
  expect(printed).toMatch(/\(bad, replicate 1\) failed, it is tried again: .*crashed at step 1/);
  expect(printed).toMatch(/\(bad, replicate 1\) failed, it is given up after 2 tries: .*crashed at step 1/);
  const { outOfMemory, failed, observations, progress } = await made.results();
  expect(progress).toMatchObject({ done: 2, outOfMemory: 1, failed: 1, planned: 0 });
  expect(outOfMemory.map(({ levels }) => levels.size)).toEqual(["large"]);
  expect(failed.map(({ levels, message }) => [levels.size, message.includes("crashed at step 1")])).toEqual([
    ["bad", true],
  ]);
  expect(observations.map(({ levels }) => levels.size)).toEqual(["small"]);
  expect((await says("status", "--runs")).printed).toMatch(
    /3 runs, 2 done, 1 of them out of memory, 0 running, 1 failed.*\n(.*\n)*.*large: out of memory/,
  );
  expect((await says("resume")).status).toBe(1);
  expect(trainings()).toBe(4);
  expect((await says("resume", "--failed")).status).toBe(1);
  expect(trainings()).toBe(6);
});

it("a program that refuses its arguments ends the runner at once; one that does not exist, before it begins", async () => {
  made = madeUpExperiment();
  made.change({ program: "05-none/train" });
  const none = await toTheEnd(made, "run", ...here);
  expect(none.printed).toMatch(/^workbook: There is no program 05-none\/train: .*\n$/);
  expect(existsSync(journalFile())).toBe(false);
  made.change({ factors: { steps: [1, 2], wrong: { yes: { wrong: true } } } });
  const { status, printed } = await toTheEnd(made, "run", ...here);
  expect(status).toBe(1);
  expect(printed).toMatch(
    /^workbook: The program refuses the arguments of run 1 \(.*\): .*--device is "tpu".*Correct.*\n$/,
  );
  expect((await made.results()).journal.runs.flatMap(({ attempts }) => attempts)).toHaveLength(1);
});

it("a journal or a record that was damaged is refused in a line with the remedy", async () => {
  made = madeUpExperiment({ replicates: 1, factors: { steps: [1, 2] } });
  await toTheEnd(made, "run", ...here);
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
