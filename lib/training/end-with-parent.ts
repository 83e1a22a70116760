import koffi from "koffi";

const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;

/** Lets the kernel end this process when its parent ends, however it ends: no training goes on unseen. Linux only. */
export function endWithParent(): void {
  koffi.load(null).func("int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)")(
    ...[PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0],
  );
}
