// Loaded (`node --require`) before a program that trains, in the process that was started for it.
import koffi from "koffi";
import { onOneLine } from "../system/words";

const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;

// The kernel ends this process when its parent ends, however that ends: no training goes on unseen. Linux only.
const prctl = koffi.load(null).func("int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)");
prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);

// A training goes on when nobody reads its output any more: its run record is what counts.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// A program's error is one line, as a command's is.
process.on("uncaughtException", (error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`workbook: ${onOneLine(message)}`);
  if (process.env.WORKBOOK_DEBUG) console.error(error);
  process.exit(1);
});
