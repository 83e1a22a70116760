import { describe, expect, it, vi } from "vitest";
import { SlurmAbsent, slurm } from "../../lib/slurm/client";
import { readSqueue } from "../../lib/slurm/controller";
import { hasEnded, readSacct } from "../../lib/slurm/job-state";
import { readSinfo, usable, whyImpossible, type JobDemand } from "../../lib/slurm/partitions";
import { readQueue } from "../../lib/slurm/queue";
import { heldBack, neverStarts, waitsFor } from "../../lib/slurm/reasons";
import { refusal } from "../../lib/slurm/refusals";
import { slurmMinutes, slurmSeconds, slurmTime } from "../../lib/slurm/time";

/** A line as `squeue --Format` prints it for our columns. */
const squeueLine = (...cells: [string, number][]): string =>
  cells.map(([text, width]) => text.slice(0, width).padEnd(width)).join("");

describe("what Slurm says of a job", () => {
  const line = ({ status = 15, start = "1795355755", nodes = "node[1-2]" } = {}): string =>
    squeueLine(
      ...columns(20, "8", "1001"),
      ["PENDING", 40],
      ...columns(20, String(status), "1"),
      ...columns(30, "1-00:00:10", start, "N/A"),
      ...columns(200, "BeginTime"),
      ...columns(4000, nodes),
      ...columns(30, "N/A"),
      ...columns(1000, "cpu=4,mem=1G,node=2,gres/gpu=8,gres/gpu:h100=8"),
    );
  const columns = (width: number, ...texts: string[]) => texts.map((text): [string, number] => [text, width]);

  it("is read from squeue", () => {
    expect(readSqueue(`a remark of the site's\n${line()}\n`)).toEqual([
      {
        ...{ id: "8", uid: 1001, state: "PENDING", reason: "BeginTime", nodes: "node[1-2]", exitCode: 0, signal: 15 },
        ...{
          allocation: { nodes: 2, gpus: 8 },
          restarts: 1,
          seconds: 86_410,
          startedAt: 1_795_355_755,
          endedAt: undefined,
        },
      },
    ]);
    const [early] = readSqueue(line({ status: 3 << 8, start: "N/A", nodes: "" }));
    expect([early.exitCode, early.signal, early.nodes, early.startedAt]).toEqual([3, 0, "", undefined]);
  });

  it("is read from sacct, of which the last line counts", () => {
    expect(readSacct("REQUEUED|None|0:0|node1\nCANCELLED by 1000|None|0:15|node2\n")).toEqual({
      ...{ state: "CANCELLED", reason: "None", nodes: "node2", exitCode: 0, signal: 15, restarts: 1 },
    });
    expect(readSacct("\n")).toBeUndefined();
  });

  it("is read from squeue for a list that people read", () => {
    const job = { user: "ada", id: "7", state: "RUNNING", where: "node1", time: "0:42", left: "1-00:00:00" };
    expect(readQueue("ada|7|RUNNING|node1|0:42|1-00:00:00\n")).toEqual([job]);
    expect(readQueue("")).toEqual([]);
  });

  const waiting = { state: "PENDING", reason: "None", nodes: "", exitCode: 0, signal: 0, restarts: 0 };
  it.each(["COMPLETED", "FAILED", "TIMEOUT", "OUT_OF_MEMORY", "NODE_FAIL", "CANCELLED", "PREEMPTED", "UNKNOWN"])(
    "%s is an end",
    (state) => {
      expect(hasEnded({ ...waiting, state })).toBe(true);
    },
  );

  it("says why it waits, and when that never passes", () => {
    expect(waitsFor("Priority")).toBe("other jobs go first (Priority)");
    expect(waitsFor("AssocMaxJobsLimit")).toContain("a limit of your account or QOS is reached");
    expect(waitsFor("SomethingNew")).toBe("SomethingNew");
    expect(neverStarts("PartitionTimeLimit")).toContain("--time");
    expect(neverStarts("QOSMaxWallDurationPerJobLimit")).toContain("more than your account or QOS gives one job");
    expect(neverStarts("AssocMaxJobsLimit")).toBeUndefined();
  });

  it.each([
    ["JobHeldUser", 0, "held"],
    ["job requeued in held state", 0, "held"],
    ["Dependency", 0, "made to wait for another job"],
    ["BeginTime", 7200, "made to begin later"],
    ["BeginTime", 120, undefined],
    ["JobHeldAdmin", 0, undefined],
    ["Priority", 7200, undefined],
  ])("with the reason %s, to start in %i s, its owner has it %s", (reason, seconds, how) => {
    expect(heldBack({ reason, startsAt: Date.now() / 1000 + seconds })).toBe(how);
  });
});

describe("a refusal", () => {
  const failed = "sbatch: error: Batch job submission failed: ";
  const refusals: [string, string][] = [
    [
      `sbatch: error: invalid partition specified: nope\n${failed}Invalid partition name specified`,
      "that `sinfo` lists",
    ],
    [`${failed}Invalid account or account/partition combination specified`, '"account" in the site file'],
    [`${failed}Invalid qos specification`, '"qos" in the site file'],
    [
      `sbatch: error: AssocMaxSubmitJobLimit\n${failed}Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)`,
      "wait until your other jobs have ended",
    ],
    [`${failed}Requested time limit is invalid (missing or exceeds some limit)`, "by --time"],
    [
      `sbatch: error: Memory specification can not be satisfied\n${failed}Requested node configuration is not available`,
      "--memory",
    ],
    [`${failed}Requested node configuration is not available`, "Ask for fewer nodes"],
    [`sbatch: error: Invalid generic resource (gres) specification`, "--gpus-per-node"],
    [`${failed}Unable to contact slurm controller (connect failure)`, "try again"],
    [`${failed}Invalid node name specified`, "--exclude"],
  ];
  it.each(refusals)("%j has its remedy", (words, remedy) => {
    const message = refusal("sbatch", words);
    expect(message).toContain(remedy);
    expect(message).toMatch(/^Slurm refused sbatch: [^\n]+\.$/);
  });

  it.each([
    `${failed}Socket timed out on send/recv operation`,
    `${failed}Zero Bytes were transmitted or received`,
    "\nit timed out after a minute",
    `${failed}Unexpected message received\u001b[2J`,
  ])("that is none, since only the answer is lost, says that the job may exist: %j", (words) => {
    expect(refusal("sbatch", words)).toMatch(
      /^Slurm's answer to sbatch is lost \([^\p{Cc}]+\): the job may have been submitted all the same\. Look for it in `squeue --me`/u,
    );
    expect(refusal("sinfo", words)).not.toContain("submitted");
  });

  it("keeps Slurm's own reason", () => {
    expect(refusal("sbatch", refusals[0][0])).toBe(
      "Slurm refused sbatch: invalid partition specified: nope; Invalid partition name specified. " +
        'Name a partition that `sinfo` lists as "partition" in the site file.',
    );
    expect(refusal("sbatch", "sbatch: error: Site rule 7.")).toBe("Slurm refused sbatch: Site rule 7.");
  });
});

describe("partitions", () => {
  const groups = readSinfo(
    [
      "main*|up|7-00:00:00|1-infinite|20|64000|(null)|node[01-10]",
      "acc|up|2:00:00|1-4|80|512000+|gpu:h100:4(S:0-1),shard:8|g[1-3]",
      "acc|up|2:00:00|1-4|80|256000|gpu:h100:2|g[4-9]",
      "old|down|infinite|1-infinite|8|16000|(null)|",
      "a remark of the site",
    ].join("\n"),
  );
  const wanted: JobDemand = {
    partition: "",
    nodes: 1,
    cpusPerNode: 20,
    gpusPerNode: 0,
    memory: 60,
    minutes: 60,
    exclude: "",
  };
  const why = (changes: Partial<JobDemand>) => whyImpossible(groups, { ...wanted, ...changes });

  it("are read with their nodes' cores, memory and GPUs", () => {
    expect(groups.map(({ partition, nodes, gpus, maxNodes }) => [partition, nodes.length, gpus, maxNodes])).toEqual([
      ["main", 10, 0, Infinity],
      ["acc", 3, 4, 4],
      ["acc", 6, 2, 4],
      ["old", 0, 0, Infinity],
    ]);
    expect(usable(groups, "acc")).toEqual({ nodes: 4, cpus: 80, memory: 250, gpus: 2 });
  });

  it("refuse what they can never run, with what they have", () => {
    expect(why({})).toBeUndefined();
    expect(why({ nodes: 11 })).toBe("--nodes is 11, but partition main has 10 for a job: take at most that many.");
    expect(why({ nodes: 10, exclude: "node03" })).toContain("has 9 for a job without node03");
    expect(why({ cpusPerNode: 40 })).toContain(
      "--cpus-per-node is 40, but nodes have at most 20 cores in partition main.",
    );
    expect(why({ gpusPerNode: 1 })).toBe(
      "--gpus-per-node is 1, but partition main has no GPUs: name one that has some in the site file, or take a task that needs none.",
    );
    expect(why({ memory: 100 })).toContain("--memory is 100, but nodes have at most 62 GiB");
    expect(why({ memory: undefined })).toBeUndefined();
    const acc = { partition: "acc", gpusPerNode: 4 };
    expect(why({ ...acc, nodes: 3 })).toBeUndefined();
    expect(why({ ...acc, nodes: 4 })).toContain("--gpus-per-node is 4");
    expect(why({ ...acc, minutes: 121 })).toBe("--time is 02:01:00, but partition acc gives at most 02:00:00.");
    expect(why({ partition: "old" })).toContain("The partition old is not up now");
    expect(why({ partition: "gpu" })).toBe('There is no partition "gpu": name one of main, acc, old in the site file.');
    expect(why({ partition: "mian" })).toMatch(/ \(Did you mean main\?\)$/);
  });
});

it("times are read and written as Slurm does", () => {
  const times: [string, number][] = [
    ["90", 90],
    ["30:30", 30.5],
    ["1:30:00", 90],
    ["2-12", 3600],
    ["1-00:30:00", 1470],
    ["infinite", Infinity],
  ];
  for (const [text, minutes] of times) expect(slurmMinutes(text)).toBe(minutes);
  expect([90, 0.5, 3600].map(slurmTime)).toEqual(["01:30:00", "00:00:30", "2-12:00:00"]);
  expect(["0:00", "0:04", "41:07", "1:02:03", "1-00:00:10", "N/A", "INVALID"].map(slurmSeconds)).toEqual([
    ...[0, 4, 2467, 3723, 86_410, undefined, undefined],
  ]);
  expect(() => slurmMinutes("an hour")).toThrow('"an hour" is no time');
});

it("without Slurm one line says where to find one", async () => {
  vi.stubEnv("PATH", "/nonexistent");
  vi.stubEnv("WORKBOOK_CLUSTER", "no-such-cluster");
  await expect(slurm("sbatch", [])).rejects.toThrow(SlurmAbsent);
  await expect(slurm("sbatch", [])).rejects.toThrow(
    "No jobs can be submitted here: there is no sbatch on the search path. On a cluster, load its Slurm module",
  );
});
