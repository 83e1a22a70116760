import { statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileOf, onNode, runningNodes } from "./enter";
import { contentOf } from "../system/content-of";
import { execute } from "../system/execute";
import { filledLines } from "../system/words";
import { files } from "./slurm-files";

// Jobs on the nodes run with the rights of their accounts. The folders that they need may lie in a home that only its owner
// can enter, such as root's. On the nodes, an empty folder then covers that home, and holds only the needed folders.

const listFile = (head: number) => fileOf(head, "shown");

/** The folders that nodes show to all accounts. */
const shownFolders = (head: number): string[] => filledLines(contentOf(listFile(head)));

/** The first folder on the way to this one that only its owner can enter; undefined where all accounts can enter all. */
function closedAbove(folder: string): string | undefined {
  const above = dirname(folder);
  if (above === folder) return undefined;
  return closedAbove(above) ?? ((statSync(above).mode & 0o001) === 0 ? above : undefined);
}

/** Lets all accounts reach these folders on all nodes, also on those that start later. */
export async function showFolders(head: number, nodes: number, folders: readonly string[]): Promise<void> {
  const closed = folders.filter((folder) => closedAbove(folder) !== undefined);
  writeFileSync(listFile(head), closed.join("\n"));
  for (const node of runningNodes(head, nodes)) await showOn(head, node);
}

/** Shows the folders on one node. */
export async function showOn(head: number, node: number): Promise<void> {
  for (const [place, folders] of shownByPlace(head)) {
    await execute(onNode(head, node, "bash", ["-ec", show, "bash", place, ...folders]));
  }
}

/** Undoes {@link showFolders}. */
export async function hideFolders(head: number, nodes: number): Promise<void> {
  const places = [...shownByPlace(head).keys()];
  writeFileSync(listFile(head), "");
  for (const node of runningNodes(head, nodes)) {
    for (const place of places) await execute(onNode(head, node, "umount", ["--recursive", "--lazy", place]));
  }
}

/** The shown folders, by the closed folder that is covered for them. */
function shownByPlace(head: number): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const folder of shownFolders(head)) {
    const place = closedAbove(folder);
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), folder]);
  }
  return places;
}

// The folders are mounted elsewhere while a new file system covers the closed folder, and then moved back into it.
const show = `
place=$1; shift
aside=$(mktemp -d ${files}/tmp/shown-XXXXXX)
i=0; for folder; do mkdir "$aside/$((++i))"; mount --rbind "$folder" "$aside/$i"; done
mount -t tmpfs -o mode=711 shown "$place"
i=0; for folder; do mkdir -p "$folder"; mount --rbind "$aside/$((++i))" "$folder"; umount --recursive --lazy "$aside/$i"; done
rm -r "$aside"`;
