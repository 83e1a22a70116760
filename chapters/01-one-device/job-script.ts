import { jobOf, type JobRequest } from "../../lib/jobs/request";
import { jobScriptForSite } from "../../lib/jobs/submit-job";

/**
 * The script of a task's job at the study's size, as this machine would submit it. Nothing is submitted.
 * @param task A name that `./workbook submit --help` lists.
 * @param request What differs from the task's own numbers.
 * @throws one line when there is no such task, or it cannot use what is asked for.
 * @example console.log(await jobScriptOf("mirrored", { gpusPerNode: 2 }));
 */
export async function jobScriptOf(task: string, request: Omit<JobRequest, "task"> = {}): Promise<string> {
  return jobScriptForSite(await jobOf({ task, ...request }));
}
