import { afterAll } from "vitest";
import type { LocalCluster } from "../../lib/cluster";
import { collect, type Collected } from "../../lib/jobs/collect";
import { follow, statusLine, type JobStatus } from "../../lib/jobs/follow";
import type { SubmittedJob } from "../../lib/jobs/job-folder";
import { withCluster } from "../cluster/on-cluster";
import { temporaryFolder } from "../temporary";

/** A local cluster of two nodes and a working folder, for the tests of a file; all skipped where there can be none. */
export function onCluster(): { cluster: () => LocalCluster; folder: () => string } {
  const before = process.cwd();
  const folder = temporaryFolder("jobs");
  const cluster = withCluster({ nodes: 2, cpus: 4, gpus: 4, memory: 4000, rate: "none" }, () => process.chdir(folder));
  afterAll(() => process.chdir(before));
  return { cluster, folder: () => folder };
}

/** Follows a job to its end. */
export async function toTheEnd(
  job: SubmittedJob,
  during: (status: JobStatus) => Promise<void> | void = () => undefined,
): Promise<Collected & { lines: string[]; last: JobStatus }> {
  const lines: string[] = [];
  const statuses = follow(job, { everySeconds: 0.2 });
  for (let next = await statuses.next(); ; next = await statuses.next()) {
    if (next.done) {
      if (!next.value) throw new Error("following stopped");
      return { ...(await collect(next.value)), lines, last: next.value };
    }
    lines.push(statusLine(next.value));
    await during(next.value);
  }
}
