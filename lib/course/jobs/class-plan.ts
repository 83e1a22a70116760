import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Student } from "../roster";
import { accountNamed, type Account } from "../../system/account";
import { unfinishedAttempt } from "../../jobs/attempts";
import { devicesOf, type Job } from "../../jobs/job";
import { slurmTime } from "../../slurm/time";
import { balanceOf, budgetSeconds, inHours, roomFor, worstCase, type Balance } from "./budget";
import { isWanted, readClassJournal, type ClassJournal, type ClassStudent } from "./journal";
import { counted } from "../../system/words";

export interface ClassRequest {
  /** Each student's job, except for its name. */
  job: Job;
  roster: readonly Student[];
  /** Device-hours for all jobs together. Default: an earlier call's. */
  budget?: number;
  /** The folder that holds all students' folders. */
  out: string;
  /** Run all jobs in the caller's account, even as root. */
  ownAccount?: boolean;
  /** Begin another job for students whose job failed. */
  retryFailed?: boolean;
}

/** A class's jobs, before or while they run. */
export interface ClassPlan {
  journal: ClassJournal;
  out: string;
  /** By student; empty if all jobs run in the caller's account. */
  accounts: Map<string, Account>;
  /** The students of the roster whose jobs are to begin now. */
  wanted: () => ClassStudent[];
}

/**
 * Plans the jobs of a class: new ones, or those that an earlier call has begun plus those of new students. It writes nothing.
 * @throws one line if accounts are missing, no budget was ever named, or the folder holds another task's jobs.
 */
export async function classPlan(request: ClassRequest): Promise<ClassPlan> {
  const out = resolve(request.out);
  const job: Job = { ...request.job, claimed: true };
  const before = await readClassJournal(out);
  if (before && !isDeepStrictEqual(JSON.parse(JSON.stringify(job)), JSON.parse(JSON.stringify(before.job)))) {
    throw new Error(`${out} holds ${jobText(before.job)}: give the same as then, or name another folder by --out.`);
  }
  const hours = request.budget === undefined ? undefined : budgetSeconds(request.budget);
  const budget = hours ?? before?.budget;
  if (budget === undefined) throw new Error("Name the budget of all jobs together by --budget, in device-hours.");
  const accounts = await accountsOf(request, before);
  const known = new Map(before?.students.map((student) => [student.student, student]));
  const joined = request.roster.filter(({ student }) => !known.has(student));
  const students = [
    ...(before?.students ?? []).map((student) => {
      const forgive = request.retryFailed === true && !unfinishedAttempt(student);
      return forgive ? { ...student, forgiven: student.attempts.length } : student;
    }),
    ...joined.map(({ student }) => ({
      student,
      ...(accounts.has(student) ? { account: accounts.get(student)?.name } : {}),
      attempts: [],
    })),
  ];
  const begunAt = before?.begunAt ?? new Date().toISOString();
  const id = before?.id ?? randomBytes(3).toString("hex");
  const listed = new Set(request.roster.map(({ student }) => student));
  return {
    out,
    accounts,
    journal: { schema: 1, id, job, budget, begunAt, students },
    wanted: () => students.filter((student) => listed.has(student.student) && isWanted(student)),
  };
}

/** The students' accounts, if jobs can run in them: only root can do that. */
async function accountsOf(
  { roster, ownAccount }: ClassRequest,
  before: ClassJournal | undefined,
): Promise<Map<string, Account>> {
  const accounts = new Map<string, Account>();
  if (ownAccount || process.getuid?.() !== 0) return accounts;
  const missing: string[] = [];
  for (const { student, account } of roster) {
    const name = account === "" ? student : account;
    const found = await accountNamed(name);
    if (found) accounts.set(student, found);
    else missing.push(name);
  }
  // A job stays in the account that submitted it, even if the student has left the class or changed accounts since.
  for (const earlier of before?.students ?? []) {
    const { student, account } = earlier;
    if (account === undefined || (accounts.has(student) && !unfinishedAttempt(earlier))) continue;
    const found = await accountNamed(account);
    if (found) accounts.set(student, found);
    else accounts.delete(student);
  }
  if (missing.length === 0) return accounts;
  throw new Error(
    `There is no account of a student's on this machine named ${missing.join(", ")}: make it, name another in the roster's ` +
      "column account, or run all jobs in your own by --own-account.",
  );
}

/** The state of a class's budget. */
export function balance({ budget, students }: ClassJournal): Balance {
  return balanceOf(
    budget,
    students.flatMap(({ attempts }) => attempts),
  );
}

/** Describes a plan in lines. */
export function planLines({ journal, out, accounts, wanted: toBegin }: ClassPlan): string[] {
  const { job, students } = journal;
  const worst = worstCase(job);
  const wanted = toBegin().length;
  const now = balance(journal);
  const room = Math.min(wanted, roomFor(worst, now));
  const reserved = now.reserved === 0 ? "" : `, ${inHours(now.reserved)} reserved for jobs that go on`;
  return [
    `${jobText(job)}: ${counted(students.length, "student")}, ${counted(wanted, "job")} to begin, into ${out}`,
    accounts.size > 0 ? "each in the student's own account" : "all in your own account",
    `a job holds ${devicesInWords(job)} for at most ${slurmTime(Math.ceil(job.minutes))}: ${inHours(worst)} device-hours`,
    `at worst ${inHours(wanted * worst)} device-hours; the budget is ${inHours(now.budget)}, of it ${inHours(now.taken)} taken${reserved}`,
    room === wanted
      ? "all jobs fit into the budget, also at worst"
      : `the budget is sure for ${room} of ${wanted} jobs; others begin as far as earlier ones take less than their worst case`,
  ];
}

function jobText({ name, preset, program }: Job): string {
  return `task ${name}, preset ${preset ?? "none"} (${program})`;
}

function devicesInWords(job: Job): string {
  const devices = devicesOf(job);
  if (job.gpusPerNode > 0) return devices === 1 ? "1 GPU" : `${devices} GPUs`;
  return devices === 1
    ? "1 node's CPU share, which counts as a device,"
    : `${devices} nodes' CPU shares, a device each,`;
}
