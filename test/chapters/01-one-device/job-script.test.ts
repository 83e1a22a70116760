import { expect, it } from "vitest";
import { jobScriptOf } from "../../../chapters/01-one-device/job-script";

const directives = async (...job: Parameters<typeof jobScriptOf>) =>
  [...(await jobScriptOf(...job)).matchAll(/^#SBATCH --([\w-]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);

// The book's jobs: one task with 20 cores for 75 minutes, one GPU, and four GPUs with 80 cores.
it.each([
  ["cpu", {}, { nodes: "1", "ntasks-per-node": "1", "cpus-per-task": "20", time: "01:15:00" }, "--batch-size 256"],
  ["gpu", {}, { nodes: "1", "cpus-per-task": "20", gres: "gpu:1" }, "--batch-size 2048"],
  ["mirrored", { gpusPerNode: 4 }, { nodes: "1", "cpus-per-task": "80", gres: "gpu:4" }, "--batch-size 8192"],
  ["mirrored", { gpusPerNode: 2 }, { nodes: "1", "cpus-per-task": "40", gres: "gpu:2" }, "--batch-size 4096"],
  ["deeper-model", {}, { nodes: "1", "cpus-per-task": "80", gres: "gpu:4" }, "--batch-size 4096"],
])("the task %s with %o asks for what the book's job asks for", async (task, request, expected, batch) => {
  expect(Object.fromEntries(await directives(task, request))).toMatchObject(expected);
  const script = await jobScriptOf(task, request);
  for (const flag of [batch, "--image-size 128", "--epochs 2", "--dataset cifar10"]) expect(script).toContain(flag);
  expect(script).not.toMatch(/--train-images|--steps-per-epoch/);
});

it("asks for no GPU on the CPU, and refuses what a task cannot use", async () => {
  expect(await jobScriptOf("cpu")).not.toContain("--gres");
  await expect(jobScriptOf("gpu", { nodes: 2 })).rejects.toThrow(/the task gpu runs on 1/);
});
