import { dirname, join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { positive } from "../../lib/command/values";
import { levelsAllReduce } from "../../lib/measure";
import { ringSeconds, treeSeconds } from "../../lib/measure/communication/levels";
import { writeWhole } from "../../lib/system/atomic";
import { makeFolders } from "../../lib/system/folders";
import { textTable } from "../../lib/system/text-table";
import { list, oneOrMore } from "../turns/flags";
import { DEVICES_OF_NODE, platformOf, topologyNames, type LinkSpeed, type TopologyName } from "./platform";
import { algorithms, simulated, type Algorithm } from "./simulate";

/** With more hosts, a way has more messages than can be simulated in minutes: a tree's pieces are all under way at once. */
const mostHosts: Record<Algorithm, number> = { ring: 1024, halving: 4096, tree: 256, levels: 1024 };
/** A node of 8 GPUs with NVLink, and with eight cards of 400 Gb/s, as in `slurm/clusters/h100.yaml`. */
const inside: LinkSpeed = { bytesPerSecond: 450e9, hopSeconds: 1.9e-6 };

/** One all-reduce, by the formula and simulated, in seconds. */
interface NetworkRow {
  topology: TopologyName;
  hosts: number;
  algorithm: Algorithm;
  formula: number;
  simulated: number;
  /** With a second job on every other host: the first one's time, on half of the hosts. */
  beside?: number;
}

/** `bench network`: the formulas of all-reduces beside a simulator of networks. */
export function networkCommand() {
  return new Command("network")
    .description(
      "the formulas of all-reduces beside SimGrid, which simulates each message on networks of 16 to 4,096 hosts",
    )
    .option("--hosts <list>", "numbers of hosts", list(size), [16, 64, 256, 1024])
    .option("--topologies <list>", topologyNames.join(", "), oneOrMore(topologyNames), [...topologyNames])
    .option("--mb <megabytes>", "of the data on each host", positive, 100)
    .option("--gbps <rate>", "of each host's link, or of a node's, in 10^9 bytes a second", positive, 50)
    .option("--hop-us <time>", "from a host to another through a switch, in microseconds", positive, 4)
    .option("--no-beside", "do not also simulate a second job")
    .option("--output <file>", "where the raw results go", join("results", "bench", "network.json"))
    .action(async ({ hosts, topologies, mb, gbps, hopUs, beside, output }) => {
      const between = { bytesPerSecond: 1e9 * gbps, hopSeconds: 1e-6 * hopUs };
      const rows: NetworkRow[] = [];
      for (const topology of topologies)
        for (const count of hosts)
          for (const algorithm of algorithmsOn(topology, count)) {
            const row = await rowOf(topology, count, algorithm, { bytes: 1e6 * mb, between, beside });
            rows.push(row);
            console.error(words(row).join("  "));
          }
      console.log(`an all-reduce of ${mb} MB on each host; links of ${gbps} GB/s, ${hopUs} us a hop\n`);
      console.log(textTable([columns, ...rows.map(words)]).join("\n"));
      makeFolders(dirname(output));
      await writeWhole(output, JSON.stringify({ mb, gbps, hopUs, rows }, undefined, 2) + "\n");
      console.log(`\nRaw results: ${output}`);
    });
}

function size(text: string): number {
  if (["16", "64", "256", "1024", "4096"].includes(text)) return Number(text);
  throw new Error(`${text} hosts are not simulated: give 16, 64, 256, 1024 or 4096.`);
}

function algorithmsOn(topology: TopologyName, hosts: number): Algorithm[] {
  const isInNodes = topology === "nodes of 8";
  return algorithms.filter((each) => (each === "levels") === isInNodes && hosts <= mostHosts[each]);
}

async function rowOf(
  topology: TopologyName,
  hosts: number,
  algorithm: Algorithm,
  { bytes, between, beside }: { bytes: number; between: LinkSpeed; beside: boolean },
): Promise<NetworkRow> {
  const platform = platformOf(topology, hosts, { between, inside });
  const row = { topology, hosts, algorithm, formula: formulaOf(algorithm, hosts, bytes, between) };
  const alone = await simulated(platform, { algorithm, bytes });
  if (!beside || algorithm === "levels") return { ...row, simulated: alone };
  return { ...row, simulated: alone, beside: await simulated(platform, { algorithm, bytes, jobs: 2 }) };
}

/** The formula of each way, see `levelsAllReduce`. Halving sends a ring's bytes in a tree's hops (Thakur, Rabenseifner, Gropp, 2005). */
export function formulaOf(algorithm: Algorithm, hosts: number, bytes: number, between: LinkSpeed): number {
  const { bytesPerSecond, hopSeconds: hop } = between;
  const link = { bytesPerSecond, hopSeconds: { ring: hop, tree: hop } };
  switch (algorithm) {
    case "ring":
      return ringSeconds(hosts, bytes, link);
    case "tree":
      return treeSeconds(hosts, bytes, link);
    case "halving":
      return (2 * (hosts - 1) * bytes) / hosts / bytesPerSecond + 2 * Math.log2(hosts) * hop;
    case "levels": {
      const within = {
        bytesPerSecond: inside.bytesPerSecond,
        hopSeconds: { ring: inside.hopSeconds, tree: inside.hopSeconds },
      };
      const plan = { devices: hosts, devicesPerNode: DEVICES_OF_NODE, bytes, links: { inside: within, between: link } };
      return levelsAllReduce(plan).seconds;
    }
  }
}

const columns = ["network", "hosts", "way", "formula (ms)", "simulated (ms)", "more (%)", "beside a second job (ms)"];

function words({ topology, hosts, algorithm, formula, simulated: seconds, beside }: NetworkRow): string[] {
  const ms = (value: number): string => (1000 * value).toFixed(3);
  const more = 100 * (seconds / formula - 1);
  return [
    topology,
    String(hosts),
    algorithm,
    ms(formula),
    ms(seconds),
    more.toFixed(1),
    beside === undefined ? "" : ms(beside),
  ];
}
