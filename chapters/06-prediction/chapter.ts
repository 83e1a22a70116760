import type { Chapter } from "../../lib/jobs/chapters";

export const chapter: Chapter = {
  title: "Prediction",
  question: "Can you say how long a run takes before anybody has made it?",
  gives: "models of time, a test on runs that were left out, the cheapest configuration that meets a deadline",
  follows: "the future work that the study suggests",
  after: [5],
  needs: "2 CPU cores, 8 GB of free memory",
  runAll: "2 to 3 minutes",
};
