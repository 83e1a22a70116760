import { configureTensorFlow, type Precision } from "../../lib/tensorflow/engine";
import { measurePeak } from "../../lib/training/ceiling";

// Prints what a device reaches at most, measured in a process of its own: `node peak.js gpu mixed_float16`.
const [device, precision] = process.argv.slice(2);
configureTensorFlow({ device: device as "cpu" | "gpu" });
console.log(measurePeak(precision as Precision)); // the benchmark passes these words
