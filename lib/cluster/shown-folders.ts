import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileOf, firstProcessOf, onNode } from "./enter";
import { execute } from "../system/execute";
import { files } from "./slurm-files";

// On the nodes, jobs run with the rights of their accounts. What they need may lie in a home that only its owner can enter,
// such as root's: there the nodes then see a folder that holds nothing but what is needed.

const listFile = (head: number) => fileOf(head, "shown");

/** The folders that nodes show to all accounts. */
export function shownFolders(head: number): string[] {
  try {
    return readFileSync(listFile(head), "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** The first folder on the way to this one that other accounts than its owner's cannot enter; undefined where all can. */
export function closedAbove(folder: string): string | undefined {
  const above = dirname(folder);
  if (above === folder) return undefined;
  return closedAbove(above) ?? ((statSync(above).mode & 0o001) === 0 ? above : undefined);
}

/** Lets all accounts reach these folders on all nodes, also on those that start later. */
export async function showFolders(head: number, nodes: number, folders: readonly string[]): Promise<void> {
  const closed = folders.filter((folder) => closedAbove(folder) !== undefined);
  writeFileSync(listFile(head), closed.join("\n"));
  for (let node = 1; node <= nodes; node++) {
    if (firstProcessOf(head, node) !== undefined) await showOn(head, node);
  }
}

/** Shows on one node what all show. */
export async function showOn(head: number, node: number): Promise<void> {
  const places = new Map<string, string[]>();
  for (const folder of shownFolders(head)) {
    const place = closedAbove(folder);
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), folder]);
  }
  for (const [place, folders] of places)
    await execute(onNode(head, node, "bash", ["-ec", show, "bash", place, ...folders]));
}

/** Takes back what {@link showFolders} did. */
export async function hideFolders(head: number, nodes: number): Promise<void> {
  const places = new Set(shownFolders(head).map(closedAbove));
  writeFileSync(listFile(head), "");
  for (let node = 1; node <= nodes; node++) {
    if (firstProcessOf(head, node) === undefined) continue;
    for (const place of places) {
      if (place !== undefined) await execute(onNode(head, node, "umount", ["--recursive", "--lazy", place]));
    }
  }
}

// The folders are kept aside while a new one covers the place where they are.
const show = `
place=$1; shift
aside=$(mktemp -d ${files}/tmp/shown-XXXXXX)
i=0; for folder; do mkdir "$aside/$((++i))"; mount --rbind "$folder" "$aside/$i"; done
mount -t tmpfs -o mode=711 shown "$place"
i=0; for folder; do mkdir -p "$folder"; mount --rbind "$aside/$((++i))" "$folder"; umount --recursive --lazy "$aside/$i"; done
rm -r "$aside"`;
