import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { siteCluster, siteSettings } from "../jobs/site";
import { localCluster } from "../slurm/client";
import { partitions, usable } from "../slurm/partitions";
import { writeWhole } from "../system/atomic";
import { readIfValid } from "../system/checked-json";
import { makeFolders } from "../system/folders";
import { keptOrCurrent } from "./at-hand";
import { placeSchema, type Place, type Where } from "./place-schema";
import { counted } from "../system/words";

const rememberedSchema = z.object({ where: placeSchema.shape.where });
const rememberedFile = (): string => join(homedir(), ".config", "parallel-training", "where.json");

/**
 * Chooses where a lesson measures. `here` takes minutes on this machine. `cluster` sends each measurement to Slurm as a job of
 * the study's size; `cluster-quick` sends the same jobs with a few small images, to try out a cluster or the lesson itself.
 * @param choice It is remembered for all lessons of this account. Default: the place that was chosen last, at first `here`. The
 * environment variable `WORKBOOK_WHERE` replaces what is remembered.
 * @returns the place, which is also kept beside the notebook's records for grading.
 * @throws one line when there is no Slurm here, or no such place.
 * @example const place = await measuringPlace("cluster");
 */
export async function measuringPlace(choice?: Where): Promise<Place> {
  const place = await keptOrCurrent("place", async () => currentPlace(await chosen(choice)));
  console.log(inWords(place));
  return place;
}

async function chosen(choice?: Where): Promise<Where> {
  if (choice === undefined) {
    const wish = process.env.WORKBOOK_WHERE ?? readIfValid(rememberedFile(), rememberedSchema)?.where ?? "here";
    return check(wish);
  }
  const where = check(choice);
  const file = rememberedFile();
  makeFolders(dirname(file));
  await writeWhole(file, JSON.stringify({ where }) + "\n");
  return where;
}

function check(where: string): Where {
  const { success, data } = placeSchema.shape.where.safeParse(where);
  if (success) return data;
  throw new Error(`There is no place "${where}": choose "here", "cluster" or "cluster-quick".`);
}

async function currentPlace(where: Where): Promise<Place> {
  if (where === "here") return { where, onCluster: false, preset: "quick", device: "cpu", gpus: 0, nodes: 1 };
  const groups = await partitions(siteCluster()).catch((error: Error) => {
    throw new Error(`${error.message} To measure on this machine instead, choose the place "here".`);
  });
  const { partition } = siteSettings();
  const [onCpus, onGpus] = [partition.cpu, partition.gpu].map((name) => usable(groups, name));
  const local = localCluster();
  // Slurm counts GPUs on a local cluster, too, but no program can compute on them.
  const device = onGpus.gpus > 0 && !local ? "gpu" : "cpu";
  const { nodes } = device === "gpu" ? onGpus : onCpus;
  const gpus = device === "gpu" ? onGpus.gpus : 0;
  const preset = where === "cluster" ? "full" : "quick";
  return { where, onCluster: true, preset, device, gpus, nodes, rate: local?.rate };
}

function inWords({ onCluster, preset, nodes, gpus }: Place): string {
  if (!onCluster) return 'This lesson measures on this machine. With the place "cluster" its runs are Slurm jobs.';
  const sizes = preset === "full" ? "the study's sizes" : "small sizes";
  const devices = gpus > 0 ? `${counted(gpus, "GPU")} a node` : "no GPUs";
  return `This lesson measures by Slurm jobs of ${sizes}: a job may have up to ${counted(nodes, "node")}, with ${devices}.`;
}
