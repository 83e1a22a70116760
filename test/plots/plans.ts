import { fitScale } from "../../lib/experiment/scale";
import { configurationsOf } from "../../lib/plan/configurations";
import { forecasts } from "../../lib/plan/forecast";
import { readCluster, linksOf } from "../../lib/plan/cluster";

const cluster = readCluster("h100");
const subject = { name: "net", imageSize: 224, parameters: 25e6, multiplyAdds: 4e9, bytesPerImage: 1e8 };
const fit = fitScale(
  [32, 256].map((localBatch) => ({
    plan: { devices: 1, devicesPerNode: 1, localBatch, gradientBytes: 1e8, links: linksOf(cluster) },
    seconds: 0.005 + 0.0002 * localBatch,
  })),
);
const work = { epochs: 10, images: 1e6, slots: 0 };
/** What a training of 10 epochs would take in each way to run it on a cluster of H100s. */
export const all = forecasts(configurationsOf(cluster, [256, 1024]), { cluster, subject, fit, work });
