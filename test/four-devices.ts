import { configureTensorFlow, tensorFlowRuns } from "../lib/tensorflow";

// TensorFlow starts once in a process. Test files that share one, and compute with it, import this: the first to do so asks for enough.
if (!tensorFlowRuns()) {
  configureTensorFlow({ device: "cpu", logicalDevices: 4, intraOpThreads: 1, interOpThreads: 4 });
}
