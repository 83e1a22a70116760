/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export { checkKeptNumbers, type BlockSizes, type KeptNumbers } from "./memory-activations";
export * from "./memory-checkpoints";
export {
  checkGptParameters,
  checkModelStates,
  type GptSizes,
  type StatesPrecision,
  type ModelStates,
} from "./model-states";
export * from "./memory-mistakes";
export * from "./sharded-choice";
export * from "./zero-bytes";
export * from "./sharded-update";

export const { hint, progress } = guide("08-memory", hints);
