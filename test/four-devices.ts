import { configureTensorFlow, deviceNames, tensorFlowRuns } from "../lib/tensorflow";

// TensorFlow starts once in a process. Test files that share one, and compute with it, import this: the first to do so starts it
// with enough devices, before a strategy asks for its own two.
if (!tensorFlowRuns()) {
  configureTensorFlow({ device: "cpu", logicalDevices: 4, intraOpThreads: 1, interOpThreads: 4 });
  deviceNames();
}
