// Runs an errand in a student's account. It reads the errand from stdin, and prints {"result"} or {"error"}.
import { json } from "node:stream/consumers";
import { errandSchema, runErrand } from "./student-files";

async function main(): Promise<void> {
  const answer = await runErrand(errandSchema.parse(await json(process.stdin))).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  );
  process.stdout.write(JSON.stringify(answer) + "\n");
}

void main();
