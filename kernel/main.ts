/**
 * The course kernel. It runs cells by tslab and has a Jupyter connection of its own, which reports errors as errors, loses no
 * output, survives `process.exit()`, and ends with its server. kernel.json starts it as
 *   node dist/kernel/main.js {connection_file}
 */
import { workbookRoot } from "../lib/system/workbook";
import { Connection } from "./connection";
import { endProcess, endWithParent, keepAlive } from "./guard";
import { Outputs, type MimeBundle } from "./output";
import { Server } from "./server";
import { Session } from "./session";

const connectionFile = process.argv[2];
if (!connectionFile) {
  console.error(
    "kernel: There is no connection file. Jupyter starts this program; to open the notebooks, run `npm start`.",
  );
  process.exit(2);
}

const connection = new Connection(connectionFile);
const outputs = new Outputs();
const session = new Session(workbookRoot, outputs);
const server = new Server(connection, session, () => {
  void connection.close().then(() => endProcess(0));
});

// lib/plots shows a figure in the current cell by the first, and lib/checks knows by the second which exercise a cell checks.
Object.assign(globalThis, {
  [Symbol.for("parallel-training.display")]: (bundle: MimeBundle, update: boolean) =>
    outputs.current()?.display(bundle, update),
  [Symbol.for("parallel-training.cell")]: () => session.code,
});
process.on("SIGINT", () => {
  session.interrupt();
});
outputs.captureStreams();
keepAlive((error) => {
  session.stray(error);
});
endWithParent();
void server.listen().catch((error: unknown) => {
  process.stderr.write(`kernel: The connection cannot be opened: ${String(error)}\n`);
  endProcess(1);
});
