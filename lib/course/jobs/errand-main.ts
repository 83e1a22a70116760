// An errand in a student's folder, in that student's account: node errand-main.js <ERRAND, prints {"result"} or {"error"}
import { json } from "node:stream/consumers";
import { errand, runErrand } from "./student-files";

async function main(): Promise<void> {
  const answer = await runErrand(errand.parse(await json(process.stdin))).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  );
  process.stdout.write(JSON.stringify(answer) + "\n");
}

void main();
