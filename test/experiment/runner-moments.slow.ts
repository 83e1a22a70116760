import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readJournal, type Journal, type JournalRun } from "../../lib/experiment/runner";
import { attemptFolder, recordFile } from "../../lib/experiment/runner/journal";
import { execute, until } from "../cluster/on-cluster";
import { onCluster } from "../jobs/on-cluster";
import { experiment, madeUpExperiment, toTheEnd, wrongs, type MadeUp } from "./made-up";

// What a runner leaves behind that is killed at one of the moments that matter, put there by hand.

let made: MadeUp;
beforeEach(() => {
  made = madeUpExperiment({ factors: { steps: [1, 2] }, replicates: 1 });
  return () => {
    made.remove();
  };
});

/** Makes the journal, and more of the folder, what it was at an earlier moment. */
async function rewind(change: (journal: Journal, last: JournalRun) => void): Promise<void> {
  const journal = await readJournal(made.folder);
  const last = journal?.runs.at(-1);
  if (!journal || !last) throw new Error("no journal");
  change(journal, last);
  writeFileSync(join(made.folder, "journal.json"), JSON.stringify(journal));
}

/** The last run's try, as it was before its end was known. */
function openAgain({ attempts, ...run }: JournalRun): JournalRun {
  const [{ number, startedAt, job }] = attempts;
  delete run.made;
  return { ...run, attempts: [{ number, startedAt, ...(job === undefined ? {} : { job }) }] };
}

const begun = (): number => made.log().filter(({ what }) => what === "begun").length;
const outcomes = async (): Promise<unknown> =>
  (await made.results()).journal.runs.at(-1)?.attempts.map(({ outcome }) => outcome);

async function resume(): Promise<string> {
  const { status, printed } = await toTheEnd(made, "resume", "made-up.yaml");
  expect(status, printed).toBe(0);
  expect((await made.results()).progress.done).toBe(2);
  return printed;
}

describe("on this machine, a runner that was killed", () => {
  beforeEach(async () => {
    const { status, printed } = await toTheEnd(made, "run", "made-up.yaml", "--on", "local");
    expect(status, printed).toBe(0);
  });

  it.each(["before its record", "between its record and the journal"])(
    "after a try's end, %s, keeps it",
    async (when) => {
      await rewind((journal, last) => {
        journal.runs[1] = openAgain(last);
        if (when === "before its record") rmSync(recordFile(made.folder, last));
      });
      // Within a run's usual time, the runner tells how long it has still to go.
      expect(await resume()).toMatch(/run 2 .* goes on: it is followed again(?: {2}\d+ s left)?\n.*run 2 .* is done\n/);
      expect([begun(), await outcomes()]).toEqual([2, ["completed"]]);
      expect(await wrongs(made)).toEqual([]);
    },
  );

  it.each(["before it began", "after another one had given it up"])(
    "with a try in the journal, %s, makes it anew",
    async (when) => {
      await rewind((journal, last) => {
        const folder = attemptFolder(made.folder, last, last.attempts[0]);
        journal.runs[1] = openAgain({ ...last, attempts: last.attempts.slice(0, 1) });
        for (const { number } of last.attempts) {
          rmSync(attemptFolder(made.folder, last, { number }), { recursive: true, force: true });
        }
        rmSync(recordFile(made.folder, last));
        if (when === "before it began") return;
        mkdirSync(folder);
        symlinkSync("nobody", join(folder, "started"));
      });
      await resume();
      expect([begun(), await outcomes()]).toEqual([3, ["lost", "completed"]]);
    },
  );
});

describe("through Slurm, a runner that was killed", () => {
  const { cluster } = onCluster();
  /** The folder of the last run's first try. */
  const attempt = (): string => {
    const [name] = made.log().filter(({ attempt }) => attempt.startsWith("002-"));
    return join(made.folder, "attempts", name.attempt);
  };

  it("after its job had begun, before noting the job's number, finds it by the job's own word", async () => {
    expect((await toTheEnd(made, "run", "made-up.yaml")).status).toBe(0);
    rmSync(join(attempt(), "job.json"));
    await rewind((journal, last) => {
      journal.runs[1] = { ...openAgain(last), attempts: [{ number: 1, startedAt: new Date().toISOString() }] };
    });
    expect(await resume()).toContain("goes on: it is followed again");
    expect(await wrongs(made)).toEqual([]);
  });

  it("while its job waited, before noting its number, submits another, and the first does not begin any more", async () => {
    // Another's job has both nodes.
    const other = ["--exclusive", "--nodes=2", "--wrap", "sleep 60", "--output=/dev/null", "--parsable"];
    const { stdout: id } = await execute(cluster().command("sbatch", other));
    const first = experiment(made, "run", "made-up.yaml");
    const job = async () => (await made.results().catch(() => undefined))?.journal.runs[0].attempts.at(0)?.job;
    await until(async () => (await job()) !== undefined);
    first.child.kill("SIGKILL");
    await first.ended;
    const journal = await readJournal(made.folder);
    const [run] = journal?.runs ?? [];
    const folder = attemptFolder(made.folder, run, { number: 1 });
    rmSync(join(folder, "job.json"));
    await rewind(({ runs }) => {
      delete runs[0].attempts[0].job;
    });
    const second = experiment(made, "resume", "made-up.yaml");
    await until(async () => (await made.results()).journal.runs[0].attempts.at(1)?.job !== undefined);
    await execute(cluster().command("scancel", [id.trim()]));
    const { status, printed } = await second.ended;
    expect(status, printed).toBe(0);
    expect(await wrongs(made)).toEqual([]);
    const words = ["--noheader", "--states=all", "--name=made-up-001", "--format=%T %Z"];
    const { stdout } = await execute(cluster().command("squeue", words));
    const own = stdout.split("\n").filter((line) => line.endsWith(made.working));
    expect(own.map((line) => line.split(" ")[0])).toEqual(["COMPLETED", "COMPLETED"]);
  });
});
