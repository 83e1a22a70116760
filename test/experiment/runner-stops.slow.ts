import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { until } from "../cluster/on-cluster";
import { experiment, madeUpExperiment, toTheEnd, wrongs, type MadeUp } from "./made-up";

let made: MadeUp;
afterEach(() => {
  made.remove();
});

const begin = () => experiment(made, "run", "made-up.yaml", "--on", "local");
const says = (what: string, ...args: string[]) => toTheEnd(made, what, "made-up.yaml", ...args);
const trainings = () => made.log().filter(({ what }) => what === "begun").length;
const journalFile = (): string => join(made.folder, "journal.json");

it("a runner that stood still while another one took over writes nothing any more", async () => {
  made = madeUpExperiment({ factors: { steps: [20] }, replicates: 1 });
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
  made = madeUpExperiment({ factors: { steps: [60] }, replicates: 3 });
  const first = begin();
  await until(() => trainings() === 1);
  expect((await says("stop")).printed).toMatch(/^The runner will end after the current run\. .*resume/);
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
