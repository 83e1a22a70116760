import { configureTensorFlow, tensorFlowRuns } from "../../lib/tensorflow";

// TensorFlow starts once in a process. Exercises that compute need one device or some, and their files share a process.
if (!tensorFlowRuns()) configureTensorFlow({ device: "cpu", logicalDevices: 4, intraOpThreads: 1, interOpThreads: 4 });
