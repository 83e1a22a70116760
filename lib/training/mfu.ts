import { forwardOperations } from "../models";
import { epochImages, epochSeconds, finishedEpochs, resumedAt } from "../runs/epochs";
import { allDevices, type Configuration, type RunRecord, type Where } from "../runs/record";
import { h100Peak } from "../runs/published/h100";
import { measurePeak } from "./ceiling";

/** What a GPU, or all cores of a process, reach at most. */
type Peak = Omit<NonNullable<RunRecord["mfu"]>, "share">;

/** Data sheets that the workbook's lessons cite anyway; other GPUs are measured. */
const sheets: [name: RegExp, sheet: typeof h100Peak][] = [[/H100 .*HBM3$/, h100Peak]];

/** A forward pass's operations on an image or row of a training. */
const operationsOf = ({ model, ...sizes }: Configuration): number | undefined => forwardOperations(model, sizes);

/** The peak by the data sheet, where it is known for these GPUs. */
export function sheetPeak(gpus: readonly string[], precision: Configuration["precision"]): number | undefined {
  const sheet = sheets.find(([name]) => gpus.length > 0 && gpus.every((gpu) => name.test(gpu)))?.[1];
  return sheet && (precision === "float32" ? sheet.float32 : sheet.sixteenBits);
}

/**
 * What one GPU, or all cores of this process, reach at most, by the data sheet where it is known here, else measured in a tenth of a second.
 * @returns undefined where the model's operations are not counted.
 */
export function peakOf(configuration: Configuration, { gpus = [] }: Pick<Where, "gpus">): Peak | undefined {
  if (operationsOf(configuration) === undefined) return undefined;
  const { precision } = configuration;
  const known = sheetPeak(gpus.map(({ name }) => name), precision); // prettier-ignore
  return { operationsPerSecond: known ?? measurePeak(precision), isMeasured: known === undefined };
}

/**
 * What a run reached of its devices' peak in this precision, after its first epoch; of a single epoch, after its first step: three times
 * the operations of the forward pass, for each image or row.
 * @returns undefined where the operations are not counted, and where others disturbed the measured peak: the run was faster.
 */
export function mfuOf(run: RunRecord, peak: Peak | undefined): RunRecord["mfu"] {
  const operations = operationsOf(run.configuration);
  const count = peaksOf(run);
  const { images, seconds } = worked(run);
  if (operations === undefined || count === undefined || !peak || seconds <= 0) return undefined;
  const operationsPerSecond = count * peak.operationsPerSecond;
  const share = (3 * operations * images) / seconds / operationsPerSecond;
  return share <= 1 ? { ...peak, operationsPerSecond, share } : undefined;
}

/** How many peaks of {@link peakOf} all devices have: logical devices share the cores, virtual ones a GPU, and nodes of one machine its cores. */
function peaksOf({ configuration, where }: RunRecord): number | undefined {
  const { workers = 1, device } = configuration;
  if (device === "cpu") return workers === 1 ? 1 : where.coresInAll && where.coresInAll / where.cores;
  const sharing = where.gpus ? where.devices.length / where.gpus.length : 1;
  return allDevices(configuration) / sharing;
}

function worked(run: RunRecord): { images: number; seconds: number } {
  const later = finishedEpochs(run).filter(({ epoch }) => epoch > 1);
  if (later.length > 0) {
    const seconds = later.reduce((sum, epoch) => sum + epochSeconds(epoch, resumedAt(run, epoch)), 0);
    return { images: later.reduce((sum, epoch) => sum + epochImages(epoch), 0), seconds };
  }
  const steps = run.epochs.at(0)?.steps;
  if (!steps || steps.end.length < 2) return { images: 0, seconds: 0 };
  const images = steps.images.slice(1).reduce((sum, each) => sum + each, 0);
  return { images, seconds: steps.end[steps.end.length - 1] - steps.end[0] };
}

/** In a line: `MFU 31 % (model FLOPs utilization) of 131 GFLOP/s, measured in a product of matrices`. */
export function mfuInWords({ share, operationsPerSecond, isMeasured }: NonNullable<RunRecord["mfu"]>): string {
  const peak =
    operationsPerSecond < 1e12
      ? `${(operationsPerSecond / 1e9).toFixed(0)} GFLOP/s`
      : `${(operationsPerSecond / 1e12).toPrecision(3)} TFLOP/s`;
  const from = isMeasured ? "measured in a product of matrices" : "by the data sheet";
  return `MFU (model FLOPs utilization): ${(100 * share).toPrecision(2)} % of ${peak}, ${from}`;
}
