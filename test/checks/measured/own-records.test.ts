import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ownRecords, standInRecords } from "../../../lib/checks";
import { ownRecordsIn } from "../../../lib/checks/measured";
import { readAsked } from "../../../lib/checks/measured/files";
import { recordText } from "../../../lib/runs/record";
import { madeRun, type Made } from "./records";
import { inOwnFolder } from "../../own-folder";
import { temporaryFolder } from "../../temporary";

const at = inOwnFolder("own-records");
const write = (file: string, content: unknown) =>
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
/** A record's file as a run writes it. */
const written = (made?: Made) => recordText(madeRun(made));
const none = () => Promise.resolve(undefined);
const inSubmission = async (...files: string[]) => (await ownRecordsIn(at.folder, { accounting: none }))(...files);

beforeEach(() => void mkdirSync("results/experiments/lesson/runs", { recursive: true }));

describe("the student's own records", () => {
  it("are read where the notebook is, and in a submission alike", async () => {
    write("results/baseline.json", written());
    const [here] = ownRecords("results/baseline.json");
    expect(here).toMatchObject({ file: "results/baseline.json", run: { id: "20260131T100000-100000" } });
    expect(here.wrong).toBeUndefined();
    expect(await inSubmission("results/baseline.json")).toEqual([here]);
  });

  it("are those of a pattern, in the order of their names", async () => {
    for (const name of ["2-devices.json", "1-devices.json", "1-devices.txt", "other.json", "-$(x).json"]) {
      write(`results/${name}`, written());
    }
    const files = (await inSubmission("results/*-devices*.json", "results/*/*/runs/*.json")).map(({ file }) => file);
    expect(files).toEqual(["results/1-devices.json", "results/2-devices.json", "results/*/*/runs/*.json"]);
    expect((await inSubmission("results/*.json")).map(({ file }) => file)).not.toContain("results/-$(x).json");
  });

  it.each<[what: string, content: unknown, says: RegExp]>([
    ["not JSON", "{", /no record, since it is not JSON \(1 characters\)/],
    ["something else", { a: 1 }, /^no run record of schema 1: schema: /],
    ["a run that goes on", { ...madeRun(), outcome: "running" }, /its run is running, not completed: delete the file/],
    [
      "a run that failed",
      { ...madeRun(), outcome: "failed", reason: "no\nmemory." },
      /failed, not completed \(no memory\)/,
    ],
    ["a run without a field", { ...madeRun(), epochs: undefined }, /epochs: /],
    ["as many lists as it likes", "[".repeat(1e6), /not JSON/],
  ])("say in a line that a file is %s", async (_, content, says) => {
    write("results/baseline.json", content);
    const [own] = await inSubmission("results/baseline.json");
    expect(own.wrong).toMatch(says);
    expect(own.isMissing).toBeUndefined();
    expect(ownRecords("results/baseline.json")[0].wrong).toBe(own.wrong);
  });

  it("say that a file was not handed in, or is a folder", async () => {
    const [own] = await inSubmission("results/baseline.json");
    expect(own).toMatchObject({ isMissing: true, wrong: expect.stringMatching(/^not there: run the cell/) as string });
    mkdirSync("results/baseline.json");
    expect((await inSubmission("results/baseline.json"))[0].wrong).toMatch(/no file, but a folder/);
  });
});

describe("of a submission", () => {
  it("no link is followed, and none leads out of it", async () => {
    const elsewhere = temporaryFolder("own-records");
    writeFileSync(join(elsewhere, "run.json"), written());
    symlinkSync(join(elsewhere, "run.json"), "results/baseline.json");
    symlinkSync(elsewhere, "results/linked");
    symlinkSync(elsewhere, "results/experiments/other");
    expect((await inSubmission("results/baseline.json"))[0].wrong).toMatch(/a link, not a file/);
    expect((await inSubmission("results/linked/run.json"))[0].isMissing).toBe(true);
    expect((await inSubmission("../*/run.json", "results/../../*.json")).every(({ isMissing }) => isMissing)).toBe(
      true,
    );
    expect((await inSubmission("results/experiments/*/*.json"))[0].isMissing).toBe(true);
    // A student's own results may lie on another disk.
    expect(ownRecords("results/linked/run.json")[0].run).toBeDefined();
  });

  it("nothing is waited for, and little is read", async () => {
    execFileSync("mkfifo", ["results/pipe.json"]);
    expect((await inSubmission("results/pipe.json"))[0].wrong).toMatch(/no file, but/);
    write("results/large.json", "");
    truncateSync("results/large.json", 9 * 2 ** 20);
    expect((await inSubmission("results/large.json"))[0].wrong).toBe(
      "too large for a record: 9.0 MiB, and at most 8.0 MiB are read",
    );
    for (const name of ["a", "b", "c"]) write(`results/${name}.json`, "x".repeat(1000));
    const read = (limits: { files: number; bytes: number }) =>
      readAsked(at.folder, ["results/[a-c]*", "results/*.json"], {
        links: false,
        limits: { fileBytes: 1e6, ...limits },
      });
    expect(read({ files: 1, bytes: 1e6 })[2].wrong).toBe("not read: more than 1 files were handed in");
    expect(read({ files: 9, bytes: 999 })[2].wrong).toMatch(/not read: .* came before it/);
  });

  it("all jobs are asked about at once, and nothing is said of nodes elsewhere", async () => {
    write("results/a.json", written({ hosts: ["node1"], job: "12" }));
    write("results/b.json", written({ hosts: ["node2.site"], job: "13", minute: 1 }));
    write("results/experiments/lesson/runs/c.json", written({ hosts: ["laptop"], job: "12", minute: 2 }));
    write("results/d.json", written({ hosts: ["node1"] }));
    const asked: string[][] = [];
    const job = { state: "COMPLETED", startedAt: 1, endedAt: 2, nodes: ["node1"] };
    const read = await ownRecordsIn(at.folder, {
      accounting: (ids) => {
        asked.push([...ids].sort());
        return Promise.resolve({ jobs: new Map([["12", job]]), isComplete: true, nodes: new Set(["node1", "node2"]) });
      },
    });
    expect(asked).toEqual([["12", "12", "13"]]);
    const jobs = read("results/*.json", "results/experiments/lesson/runs/c.json").map((own) => own.job);
    expect(jobs).toEqual([job, "unknown", undefined, undefined]);
  });

  it("where no cluster answers, nothing is said of jobs", async () => {
    write("results/a.json", written({ hosts: ["node1"], job: "12" }));
    expect((await inSubmission("results/a.json"))[0].job).toBeUndefined();
  });
});

it("stand-ins are runs of every file that is asked for", () => {
  const all = standInRecords("results/a.json", "results/*.json");
  expect(all.map(({ file, run }) => [file, run?.outcome])).toEqual([
    ["results/a.json", "completed"],
    ["results/*.json", "completed"],
  ]);
});
