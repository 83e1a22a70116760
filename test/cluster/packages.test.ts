import { expect, it, vi } from "vitest";
import { runningCluster, startCluster, whyNoCluster } from "../../lib/cluster";

it("says in one line that it needs root", async () => {
  vi.spyOn(process, "getuid").mockReturnValue(1000);
  const line =
    "A local cluster needs root's rights for its namespaces and links: run this as root (for example with sudo).";
  expect(whyNoCluster()).toBe(line);
  await expect(startCluster()).rejects.toThrow(line);
  expect(runningCluster()).toBeUndefined();
});

it("names the packages that are missing, and the command that installs them", async () => {
  vi.spyOn(process, "getuid").mockReturnValue(0);
  vi.resetModules();
  vi.doMock("../../lib/system/packages", async (original) => ({
    ...(await original<object>()),
    missingPrograms: (names: string[]) => names,
  }));
  const { missingPackages, whyNoCluster } = await import("../../lib/cluster/packages");
  expect(missingPackages()).toEqual(["slurmctld", "slurmd", "slurm-client", "munge", "iproute2", "util-linux"]);
  expect(whyNoCluster()).toBe(
    "A local cluster needs packages that are not installed: apt-get install slurmctld slurmd slurm-client munge " +
      "iproute2 util-linux (or ./workbook cluster up, which runs it).",
  );
  vi.doUnmock("../../lib/system/packages");
});
