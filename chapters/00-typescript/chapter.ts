import type { Chapter } from "../../lib/jobs/chapters";

export const chapter: Chapter = {
  title: "TypeScript",
  question: "How do you read and write the TypeScript of this course if you know Python?",
  gives: "functions with types, lists and objects, waiting for what takes time",
  follows: "–",
  after: [],
  needs: "1 CPU core, 1 GB of free memory",
  runAll: "1 minute or less",
};
