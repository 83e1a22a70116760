import type { Chapter } from "../../lib/jobs/chapters";

export const chapter: Chapter = {
  title: "Experiments",
  question: "How certain is a measured number?",
  gives:
    "a design, replicates in random order, confidence intervals, differences, interactions, the analysis of variance",
  follows: "the same study's design",
  after: [4],
  needs: "2 CPU cores, 8 GB of free memory",
  runAll: "2 to 3 minutes",
};
