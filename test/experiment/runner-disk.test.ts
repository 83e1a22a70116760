import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { until } from "../cluster/on-cluster";
import { smallDisk } from "../system/small-disk";
import { experiment, madeUpExperiment, toTheEnd } from "./made-up";

it("a full disk ends the runner in a line; with room again, it goes on, and nothing is lost", async (context) => {
  const disk = smallDisk(40);
  if (typeof disk === "string") return context.skip(disk);
  try {
    const made = madeUpExperiment({
      in: disk.folder,
      waits: true,
      factors: { steps: [1] },
      replicates: 3,
      attempts: 2,
    });
    const first = experiment(made, "run", "made-up.yaml", "--on", "local");
    made.letEnd("one");
    await until(async () => (await made.results().catch(() => undefined))?.progress.done === 1);
    await until(() => made.log().filter(({ what }) => what === "begun").length === 2);
    const [record] = readdirSync(join(made.folder, "runs"));
    const kept = readFileSync(join(made.folder, "runs", record), "utf8");
    // Room for a part of the journal: a file that is written half must not take its place.
    disk.fill(4096);
    made.letEnd("all");
    const { status, printed } = await first.ended;
    expect(status).toBe(1);
    expect(printed.split("\n").at(-2)).toMatch(
      /^workbook: .*(cannot be written|MB left).*[Mm]ake room, and go on by `.*resume`/,
    );
    expect(await made.results()).toMatchObject({ progress: { done: 1 } });
    expect(readFileSync(join(made.folder, "runs", record), "utf8")).toBe(kept);

    // Still full: not one try is spent on it.
    const again = await toTheEnd(made, "resume", "made-up.yaml");
    expect(again.status).toBe(1);
    expect(again.printed.split("\n")).toHaveLength(2);
    expect(again.printed).toMatch(/[Mm]ake room/);

    disk.empty();
    const last = await toTheEnd(made, "resume", "made-up.yaml");
    expect(last.status, last.printed).toBe(0);
    const { journal, progress } = await made.results();
    expect(progress).toMatchObject({ done: 3, failed: 0 });
    expect(journal.runs.map(({ made: place }) => place)).toEqual([1, 2, 3]);
    expect(readFileSync(join(made.folder, "runs", record), "utf8")).toBe(kept);
  } finally {
    disk.remove();
  }
});
