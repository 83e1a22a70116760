/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./cut-layer";
export type { Matrix } from "./matrix";
export { checkMendedSchedules, type MendedSchedule } from "./mended-schedules";
export * from "./mesh-choice";
export * from "./pipeline-schedule";
export * from "./shared-layer";
