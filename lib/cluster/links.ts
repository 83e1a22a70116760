import { writeFileSync } from "node:fs";
import { fileOf, onHead, onNode } from "./enter";
import { execute } from "../system/execute";
import { bytesPerSecond } from "./options";
import { nodeAddress } from "./slurm-files";

/** Lays the link between a node (from 1) and the head's switch; its ends are `node1` on the head, `eth0` on the node. */
export async function connect(head: number, node: number, first: number): Promise<void> {
  const link = `node${node}`;
  await execute(
    onHead(head, "ip", ["-batch", "-"]),
    `link add ${link} type veth peer name eth0 netns ${first}\nlink set ${link} master switch up\n`,
  );
  await execute(
    onNode(head, node, "ip", ["-batch", "-"]),
    `address add ${nodeAddress(node)}/24 dev eth0\nlink set eth0 up\n`,
  );
  await execute(onNode(head, node, "bash", ["-c", congestionControl]));
}

// A machine may prefer BBR, which paces below a link's rate. CUBIC, Linux's own choice, may not be allowed in here.
const congestionControl = `
cd /proc/sys/net/ipv4 && read -r now <tcp_congestion_control
case $now in cubic | reno) ;; *) { echo cubic >tcp_congestion_control; } 2>/dev/null || echo reno >tcp_congestion_control ;; esac`;

/** Shapes a node's link in each direction; "none" ends its shaping. */
export async function shape(head: number, node: number, rate: string): Promise<void> {
  const ends = [onHead(head, "tc", shaping(`node${node}`, rate)), onNode(head, node, "tc", shaping("eth0", rate))];
  for (const end of ends) await execute(end);
}

function shaping(device: string, rate: string): string[] {
  if (rate === "none") return ["qdisc", "replace", "dev", device, "root", "noqueue"];
  // Two milliseconds of traffic pass at once, at least what TCP hands over in one piece.
  const burst = Math.max(65536, Math.round(0.002 * bytesPerSecond(rate)));
  // A shorter queue drops packets, which costs TCP up to half of the rate.
  return ["qdisc", "replace", "dev", device, "root", "tbf", "rate", rate, "burst", String(burst), "latency", "50ms"];
}

/** Takes a node's link down, as when its cable is pulled, or up again. */
export async function setLink(head: number, node: number, state: "up" | "down"): Promise<void> {
  await execute(onHead(head, "ip", ["link", "set", `node${node}`, state]));
}

/** Notes the rate that nodes started later get, and that the status tells. */
export const writeRate = (head: number, rate: string): void => {
  writeFileSync(fileOf(head, "rate"), rate);
};
