import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jobOf, type JobRequest } from "../../lib/jobs/request";
import { jobScript } from "../../lib/jobs/script";
import { siteSettings, type Site } from "../../lib/jobs/site";
import { tasks } from "../../lib/jobs/tasks";
import { workbookRoot } from "../../lib/system/workbook";
import { presetNames } from "../../lib/training/presets";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder("script");
  settings({});
  vi.stubEnv("WORKBOOK_DATA_DIR", folder); // empty: no dataset is at hand
});

function settings(own: object): void {
  const file = join(folder, "site.json");
  writeFileSync(file, JSON.stringify(own));
  vi.stubEnv("WORKBOOK_SITE", file);
}

const places = {
  workbook: "$HOME/parallel-training",
  dataFolder: '"${WORKBOOK_DATA_DIR:-$HOME/.cache/parallel-training}"',
  outputs: "results/jobs",
};
const script = async (request: JobRequest, site: Site = siteSettings()) =>
  jobScript(await jobOf(request), site, places);

describe("job scripts", () => {
  it.each(tasks().map((task) => task.name))(
    "of %s: the example is current (`npx vitest -u` writes it anew)",
    async (task) => {
      await expect(await script({ task })).toMatchFileSnapshot(`../../slurm/examples/${task}.sh`);
    },
  );

  it.each([
    ["/scratch/100%/a", "/scratch/100%%/a/%x-%j.txt"],
    ["/scratch/a b#c/é", '"/scratch/a b#c/é/%x-%j.txt"'],
  ])("write into %s", async (outputs, pattern) => {
    const text = jobScript(await jobOf({ task: "cpu" }), siteSettings(), { ...places, outputs });
    expect(text).toContain(`\n#SBATCH --output=${pattern}\n`);
  });

  it.each(['/a"b', "/a\\b", "/a\n#SBATCH --uid=0", "/a'b"])("write into no folder called %j", async (outputs) => {
    const job = await jobOf({ task: "cpu" });
    expect(() => jobScript(job, siteSettings(), { ...places, outputs })).toThrow(
      /^Slurm cannot write a job's output into/,
    );
  });

  it("are shell scripts, for every task, size and site", async () => {
    settings({ modules: ["cuda/12.4"], container: { image: "$HOME/it's.sif" }, environment: { A: "b 'c' $d" } });
    for (const { name } of tasks()) {
      for (const preset of presetNames) {
        const text = await script({ task: name, preset, restarts: 3 });
        expect(text).not.toMatch(/\{\{|undefined|NaN/);
        execFileSync("bash", ["-n"], { input: text });
      }
    }
  });

  it("ask for what the site needs, and nothing it does not", async () => {
    settings({
      account: "bsc99",
      partition: { gpu: "acc" },
      qos: { cpu: "gp_debug", gpu: "acc_debug" },
      gpu: "gpu:h100",
      requestMemory: false,
      excludedNodes: "as01r1b[01-03]",
      networkInterface: "ib0",
      modules: ["cuda/12.4", "nccl"],
      container: { image: "/gpfs/workbook.sif", command: "singularity exec --cleanenv" },
      environment: { NCCL_DEBUG: "WARN" },
      sbatch: ["--constraint=highmem"],
    });
    const text = await script({ task: "mirrored", gpusPerNode: 2, time: "1:30:00", exclude: "as07", restarts: 2 });
    const directives = text.split("\n").filter((line) => line.startsWith("#SBATCH "));
    expect(directives.map((line) => line.slice(8))).toEqual([
      "--job-name=mirrored",
      "--account=bsc99",
      "--partition=acc",
      "--qos=acc_debug",
      "--nodes=1",
      "--ntasks-per-node=1",
      "--cpus-per-task=40",
      "--gres=gpu:h100:2",
      "--time=01:30:00",
      "--signal=B:USR2@120",
      "--exclude=as01r1b[01-03],as07",
      "--requeue",
      "--open-mode=append",
      "--output=results/jobs/%x-%j.txt",
      "--constraint=highmem",
    ]);
    expect(text).toContain("module load cuda/12.4 nccl\n");
    expect(text).toContain("export WORKBOOK_NETWORK_INTERFACE=ib0\nexport NCCL_DEBUG=WARN\n");
    expect(text).toContain("singularity exec --cleanenv --nv \\\n");
    expect(text).toContain("workbook=/opt/parallel-training\n");
    expect(text).toContain("--devices 2 \\");
    expect(await script({ task: "cpu" })).not.toMatch(/--nv|acc_debug|--gres|CUDA_CACHE/);
  });

  const mounts = ["$job:/mnt/job", "$WORKBOOK_DATA_DIR:/mnt/data", "$CUDA_CACHE_PATH:/mnt/kernels"];
  const usual = "--rm --network=host --ipc=host --env-host --user=0 --security-opt=label=disable";
  it.each([
    ["apptainer", "apptainer exec --nv", [`--bind "${mounts.join(",")}"`], '"$HOME/image"'],
    [...["charliecloud", "ch-run"], ...[mounts.map((mount) => `--bind="${mount}"`), '"$HOME/image" --']],
    [
      ...[
        "podman",
        `podman run --cgroups=disabled ${usual} --entrypoint='["/usr/bin/tini","--"]' --device=nvidia.com/gpu=all`,
      ],
      ...[mounts.map((mount) => `--volume="${mount}"`), '"$HOME/image"'],
    ],
  ] as const)("run in a container of %s, where the job's folders are mounted", async (runtime, start, flags, image) => {
    settings({ container: { image: "$HOME/image", runtime } });
    const folders = "WORKBOOK_DATA_DIR=/mnt/data CUDA_CACHE_PATH=/mnt/kernels";
    const variables = `/usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin WORKBOOK_RECORD=/mnt/job/run.json WORKBOOK_CHECKPOINT=/mnt/job/checkpoint ${folders}`;
    const command = [start, ...flags, image, variables, 'node "$workbook/workbook" run 01-one-device/train'];
    const text = await script({ task: "gpu" });
    expect(text).toContain(`bash -c "$run" run \\\n  ${command.join(" \\\n  ")} \\\n`);
    expect(text).toContain('mkdir -p "$WORKBOOK_DATA_DIR"');
    execFileSync("bash", ["-n"], { input: text });
    const onCpu = await script({ task: "cpu" });
    expect(onCpu).not.toMatch(/--nv|nvidia|kernels|CUDA/);
    // A site that names its own command keeps the runtime's flags.
    settings({ container: { image: "$HOME/image", runtime, command: "/opt/runtime --own" } });
    expect(await script({ task: "gpu" })).toContain(
      start.replace(/^(apptainer exec|ch-run|podman run --cgroups=disabled)/, "/opt/runtime --own"),
    );
  });

  it("take an image that a user names alone, and refuse an unknown runtime", async () => {
    const site = siteSettings();
    settings({ container: { image: "/mine" } });
    expect(siteSettings().container).toEqual({ ...site.container, image: "/mine" });
    settings({ container: { runtime: "docker" } });
    expect(() => siteSettings()).toThrow(/container\.runtime/);
  });

  it("keep compiled GPU kernels in the account's own folder, unless a user or the site says where", async () => {
    const exported = async (own: object, environment: Record<string, string>): Promise<string[]> => {
      settings(own);
      const lines = (await script({ task: "gpu" })).split("\n").filter((line) => /^export (CUDA|NCCL)/.test(line));
      const print = 'echo "$CUDA_CACHE_PATH"; echo "$CUDA_CACHE_MAXSIZE"';
      const shell = execFileSync("bash", ["-uc", [...lines, print].join("\n")], {
        env: { HOME: "/home/ada", ...environment },
      });
      return shell.toString().trim().split("\n");
    };
    expect(await exported({}, {})).toEqual(["/home/ada/.cache/parallel-training/cuda", "4294967296"]);
    expect(await exported({}, { XDG_CACHE_HOME: "/fast/my files" })).toEqual(["/fast/my files/parallel-training/cuda", "4294967296"]); // prettier-ignore
    const own = { CUDA_CACHE_PATH: "/scratch/ada", CUDA_CACHE_MAXSIZE: "1000" };
    expect(await exported({}, own)).toEqual(["/scratch/ada", "1000"]);
    expect(await exported({ environment: { CUDA_CACHE_PATH: "/site" } }, own)).toEqual(["/site", "1000"]);
  });

  it("give the program's own arguments to the program, once and as they are", async () => {
    const text = await script({
      task: "gpu",
      arguments: ["--batch-size=64", "--dataset", "synthetic", "--note", "a b'c"],
    });
    expect(text).toContain("--batch-size=64");
    expect(text).not.toContain("--batch-size 2048");
    expect(text.match(/--dataset/g)).toHaveLength(1);
    expect(text).toContain("--note 'a b'\\''c' &");
  });
});

it("nothing that submits starts TensorFlow, or needs its addon", () => {
  const command = JSON.stringify(join(workbookRoot, "dist", "lib", "command", "submit", "action.js"));
  const loaded = execFileSync(process.execPath, ["-e", `require(${command}); console.log(Object.keys(require.cache))`]);
  expect(loaded.toString()).not.toMatch(/tfjs|koffi/);
});

describe("a request", () => {
  const refused = (request: JobRequest) => expect(jobOf(request)).rejects;

  it("must be one that the task can use", async () => {
    await refused({ task: "tpu" }).toThrow(/no task "tpu": choose one of cpu, gpu, mirrored, deeper-model, many-nodes/);
    await refused({ task: "gpu", nodes: 2 }).toThrow(
      "--nodes is 2, but the task gpu runs on 1. For several nodes take",
    );
    await refused({ task: "frameworks", nodes: 99_999 }).toThrow(
      /, but the task frameworks runs on 1 to 1024\. Leave --nodes out\.$/,
    );
    await refused({ task: "cpu", gpusPerNode: 1 }).toThrow("--gpus-per-node is 1, but the task cpu runs on 0.");
    await refused({ task: "mirrored", gpusPerNode: 17 }).toThrow("runs on 0 to 16.");
    await refused({ task: "cpu", time: "0" }).toThrow('"0" is no time: write minutes (90)');
  });

  it("grows with its GPUs, and trains on made-up images where it is quick and the dataset is not there", async () => {
    const four = await jobOf({ task: "mirrored" });
    expect(four).toMatchObject({ gpusPerNode: 4, cpusPerNode: 80, memory: 240 });
    expect(four.arguments.join(" ")).toMatch(/--dataset cifar10 .*--devices 4 .*--batch-size 8192/);
    const quick = await jobOf({ task: "many-nodes-accumulate", preset: "quick", nodes: 3 });
    expect(quick).toMatchObject({ nodes: 3, gpusPerNode: 0, dataset: "synthetic" });
    expect(quick.arguments.join(" ")).toContain("--device cpu --devices 1 --model resnet50 --sync-every 4");
    const text = await jobOf({ task: "memory", preset: "quick" });
    expect(text).toMatchObject({ nodes: 1, gpusPerNode: 0, dataset: "synthetic" });
    expect(text.arguments.join(" ")).toMatch(/--model gpt-1m --context 64 .*--train-rows 64 .*--devices 2 --zero 3$/);
    const shared = await jobOf({ task: "model-parallel", nodes: 2, gpusPerNode: 8 });
    expect(shared).toMatchObject({ nodes: 2, gpusPerNode: 8, dataset: "shakespeare" });
    // Layers are shared inside a node, stages follow one another across.
    expect(shared.arguments.join(" ")).toMatch(/--device gpu --model gpt2 .*--data 2 --tensor 4 --stages 2$/); // 12 heads
    const six = await jobOf({ task: "model-parallel", preset: "local", gpusPerNode: 4 });
    expect(six.arguments.join(" ")).toMatch(/--model gpt-10m .*--data 2 --tensor 2 --stages 1$/);
    await expect(jobOf({ task: "model-parallel", preset: "quick", nodes: 8 })).rejects.toThrow(
      "gpt-1m has 4 blocks, too few for a stage on each of 8 nodes: take at most 4.",
    );
  });
});

describe("the study's cells", () => {
  it("are all within reach of the two tasks, each with a GPU of its own", async () => {
    const cells = ["many-nodes", "many-nodes-accumulate"].flatMap((task) =>
      ["resnet50", "efficientnetb0"].flatMap((model) =>
        [32, 64, 100].flatMap((batch) => [1, 2, 3].map((nodes) => ({ task, model, batch, nodes }))),
      ),
    );
    expect(cells).toHaveLength(36);
    for (const { task, model, batch, nodes } of cells) {
      const words = ["--model", model, "--local-batch-size", String(batch)];
      const job = await jobOf({ task, nodes, arguments: words });
      expect(job).toMatchObject({ nodes, gpusPerNode: 1, dataset: "tinyimagenet" });
      const line = job.arguments.join(" ");
      expect(line).toContain(`--model ${model} --local-batch-size ${batch}`);
      expect(line).toContain(`--sync-every ${task === "many-nodes" ? 1 : 4} --image-size 64 --epochs 5`);
      expect(line.match(/--model|--local-batch-size/g)).toHaveLength(2);
    }
  });
});

describe("the site's settings", () => {
  it("are refused with the file and the setting that is wrong", () => {
    settings({ acount: "x" });
    expect(siteSettings).toThrow(/site\.json: the whole: Unrecognized key: "acount"\.$/);
    settings({ partition: { gpu: "two words" } });
    expect(siteSettings).toThrow(/site\.json: partition\.gpu: it must be one word, or empty\.$/);
    settings({ sbatch: ["-N 3"] });
    expect(siteSettings).toThrow(/sbatch\.0: it must begin with --\.$/);
    settings({ frameworks: { python: "two\nlines" } });
    expect(siteSettings).toThrow(/frameworks\.python: it must be one line\.$/);
    settings({ frameworks: { modules: ["a b"] } });
    expect(siteSettings).toThrow(/frameworks\.modules\.0: it must be one word, or empty\.$/);
    settings({ frameworks: { modules: [""] } });
    expect(siteSettings).toThrow(/frameworks\.modules\.0: a module's name is not empty\.$/);
    settings({ frameworks: { container: 1 } });
    expect(siteSettings).toThrow(/frameworks\.container: /);
    settings({ frameworks: { image: "a.sif" } });
    expect(siteSettings).toThrow(/frameworks: Unrecognized key: "image"\.$/);
    writeFileSync(join(folder, "site.json"), "{");
    expect(siteSettings).toThrow(/settings .*site\.json: it is no JSON/);
    vi.stubEnv("WORKBOOK_SITE", join(folder, "none.json"));
    expect(siteSettings).toThrow(/WORKBOOK_SITE names .*none\.json, which does not exist/);
  });

  it("of a user replace what they name, and no more", () => {
    const usual = siteSettings();
    settings({ partition: { gpu: "acc" }, container: { image: "a.sif" } });
    expect(siteSettings()).toEqual({
      ...usual,
      partition: { cpu: "", gpu: "acc" },
      container: { ...usual.container, image: "a.sif" },
    });
  });
});
