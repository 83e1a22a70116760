import { join } from "node:path";
import koffi from "koffi";
import { taskName } from "../config";
import type { WatchPlan } from "./watch-plan";

/** The functions of TensorFlow that the watching thread calls; TensorFlow runs in the same process already. */
export function peerApi({ home, hookLibrary }: Pick<WatchPlan, "home" | "hookLibrary">) {
  const cc = koffi.load(join(home, "libtensorflow_cc.so.2"));
  const framework = koffi.load(join(home, "libtensorflow_framework.so.2"));
  const checkPeer = cc.func("void TFE_CollectiveOpsCheckPeerHealth(void*, const char*, int64_t, void*)");
  const abortCollectives = cc.func("void TFE_AbortCollectiveOps(void*, void*)");
  const setStatus = framework.func("void TF_SetStatus(void*, int, const char*)");
  const code = framework.func("int TF_GetCode(void*)");
  const message = framework.func("const char* TF_Message(void*)");
  const status: unknown = framework.func("void* TF_NewStatus()")();
  const context: unknown = koffi.load(hookLibrary).func("void* workbook_context()")();
  return {
    /** Asks a task's server whether it answers. @returns undefined, or the reason why it seems not to. */
    check(task: number, timeoutMs: number): string | undefined {
      checkPeer(context, taskName(task), timeoutMs, status);
      if (code(status) === 0) return undefined;
      const [first] = String(message(status)).split("\n");
      return first.replace(/^.*last error: /, "").replace(/^UNKNOWN: /, "");
    },
    /** Makes every all-reduce of this process fail, whether it waits or is yet to begin. */
    abort(reason: string): void {
      setStatus(status, UNAVAILABLE, reason);
      abortCollectives(context, status);
    },
  };
}

const UNAVAILABLE = 14; // TF_UNAVAILABLE
