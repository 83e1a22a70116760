// Runs a made-up task for a class in a process of its own, to be killed: node run-here.mjs REQUEST.json
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { runClass } = createRequire(import.meta.url)("../../../dist/lib/course/jobs/run.js");
const { request, options } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { ended } = await runClass(request, { ...options, print: console.log });
console.log(`ended: ${ended}`);
