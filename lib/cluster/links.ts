import { writeFileSync } from "node:fs";
import { fileOf, onHead, onNode } from "./enter";
import { execute } from "../system/execute";
import { bytesPerSecond } from "./options";
import { nodeAddress } from "./slurm-files";

/** Makes the link between a node (from 1) and the head's switch; its ends are `node1` on the head and `eth0` on the node. */
export async function connect(head: number, node: number, first: number): Promise<void> {
  const link = `node${node}`;
  // The kernel takes a dead node's link away some time after its death.
  const anew = `ip link delete ${link} 2>/dev/null; exec ip -batch -`;
  await execute(
    onHead(head, "bash", ["-c", anew]),
    `link add ${link} type veth peer name eth0 address ${hardwareAddress(node)} netns ${first}\nlink set ${link} master switch up\n`,
  );
  await execute(
    onNode(head, node, "ip", ["-batch", "-"]),
    `address add ${nodeAddress(node)}/24 dev eth0\nlink set eth0 up\n`,
  );
  await execute(onNode(head, node, "bash", ["-c", congestionControl]));
}

/** A node that comes back has the address of before, as a machine has: the others still look for it there, for seconds to come. */
const hardwareAddress = (node: number): string => `02:00:0a:4d:00:${node.toString(16).padStart(2, "0")}`;

// A machine may prefer BBR, which paces below a link's rate. CUBIC, Linux's default, may not be allowed inside, but Reno is.
const congestionControl = `
cd /proc/sys/net/ipv4 && read -r now <tcp_congestion_control
case $now in cubic | reno) ;; *) { echo cubic >tcp_congestion_control; } 2>/dev/null || echo reno >tcp_congestion_control ;; esac`;

/** Limits a node's link in each direction to a rate; "none" removes the limit. */
export async function shape(head: number, node: number, rate: string): Promise<void> {
  await execute(onNode(head, node, "tc", shaping("eth0", rate))); // fails first where the node is down
  await execute(onHead(head, "tc", shaping(`node${node}`, rate)));
}

function shaping(device: string, rate: string): string[] {
  if (rate === "none") return ["qdisc", "replace", "dev", device, "root", "noqueue"];
  // Two milliseconds of traffic may pass at once, but never less than TCP hands over in one piece.
  const burst = Math.max(65536, Math.round(0.002 * bytesPerSecond(rate)));
  // A queue shorter than 50 ms drops packets, which costs TCP up to half of the rate.
  return ["qdisc", "replace", "dev", device, "root", "tbf", "rate", rate, "burst", String(burst), "latency", "50ms"];
}

/** Takes a node's link down, as if its cable were pulled, or up again. */
export async function setLink(head: number, node: number, state: "up" | "down"): Promise<void> {
  await execute(onHead(head, "ip", ["link", "set", `node${node}`, state]));
}

/** Writes down the rate for the status and for nodes that start later. */
export const writeRate = (head: number, rate: string): void => writeFileSync(fileOf(head, "rate"), rate);
