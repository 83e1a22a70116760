import type { Chapter } from "../../lib/jobs/chapters";

export const chapter: Chapter = {
  title: "A thousand nodes",
  question: "What will a job on thousands of GPUs take, and what happens when a node dies?",
  gives:
    "a sealed prediction with honest intervals, the end of strong scaling, the slowest of n, the best interval between checkpoints, a training that you kill, an outlier and a straggler found, an invoice",
  follows: "MLPerf Training's logs up to 3,584 GPUs; the report on Llama 3",
  after: [6],
  needs: "2 CPU cores, 6 GB of free memory",
  runAll: "about 2 minutes",
};
