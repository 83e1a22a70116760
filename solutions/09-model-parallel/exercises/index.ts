/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export { checkByColumns, checkByRows, checkNumbersSent, type CutByRows, type CutInto } from "./cut-layer";
export type { Matrix } from "./matrix";
export { checkMendedSchedules, type MendedSchedule } from "./mended-schedules";
export {
  checkBytesByAxis,
  checkDecided,
  checkFastestMesh,
  checkMeshMemory,
  checkScaledOut,
  checkStepParts,
  type Found,
  type ScaledOut,
  type StepParts,
} from "./mesh-choice";
export * from "./pipeline-schedule";
export * from "./shared-layer";

export const { hint, progress } = guide("09-model-parallel", hints);
