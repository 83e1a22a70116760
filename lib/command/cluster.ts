import { Command } from "@commander-js/extra-typings";
import type { ClusterStatus, LocalCluster } from "../cluster/index";
import { textTable } from "../system/text-table";
import { counted } from "../system/words";
import { whole } from "./values";

/** `workbook cluster`: a Slurm cluster within this machine. */
export function clusterCommand() {
  const command = new Command("cluster")
    .enablePositionalOptions()
    .description("start, use and take down a small Slurm cluster on this machine; needs root")
    .addHelpText("after", examples)
    .hook("preAction", async () => {
      const { whyNotRoot } = await import("../cluster/index.js");
      const reason = whyNotRoot();
      if (reason !== undefined) throw new Error(reason);
    });
  for (const each of [upCommand(), statusCommand(), runCommand(), rateCommand(), downCommand()]) {
    command.addCommand(each);
  }
  return command;
}

const examples = `
To Slurm and to the network, the nodes are real: each has its own slurmd, address and link. They share this machine's
cores, memory and files. Taking the cluster down leaves nothing behind.

  ./workbook cluster up --nodes 3 --rate 1gbit
  ./workbook cluster run sinfo
  ./workbook cluster run sbatch job.sh      (accounts: workbook; partitions: main, short)
  ./workbook cluster run squeue
  ./workbook cluster run sacct -c           (jobs that have ended)
  ./workbook cluster run srun --nodes 3 hostname
  ./workbook cluster run bash               (a shell on the head node)
  ./workbook cluster rate 200mbit
  ./workbook cluster down`;

const nameOption = ["--name <name>", "the cluster's name, if several are up", "workbook"] as const;

function upCommand() {
  return new Command("up")
    .description("start a cluster, and install the Debian packages that it needs")
    .option("--nodes <number>", "number of nodes", whole(1, 32), 3)
    .option("--rate <rate>", "speed of each node's link, such as 1gbit or 200mbit; none: no limit", "1gbit")
    .option(
      "--cpus <number>",
      "CPUs of each node; fewer than this machine's cores bind a node's jobs to so many; default: this machine's",
      whole(1, 1024),
    )
    .option(
      "--gpus <number>",
      "GPUs that Slurm pretends each node has, to try job scripts: nothing computes on them",
      whole(0, 64),
      0,
    )
    .option(
      "--memory <MB>",
      "memory that Slurm counts on each node; default: an equal share of this machine's",
      whole(100),
    )
    .option(...nameOption)
    .action(async (options) => {
      const { installMissingPackages, startCluster } = await import("../cluster/index.js");
      await installMissingPackages();
      const started = Date.now();
      const cluster = await startCluster({ ...options, stay: true });
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const links = cluster.rate === "none" ? "links without a limit" : `${cluster.rate} links`;
      console.log(
        `${counted(cluster.nodes, "node is", "nodes are")} up after ${seconds} s, with ${links}. Try: ./workbook cluster run sinfo`,
      );
    });
}

function statusCommand() {
  return new Command("status")
    .description("show the cluster's nodes, links and jobs")
    .option(...nameOption)
    .action(async ({ name }) => {
      const { runningCluster, runningClusters } = await import("../cluster/index.js");
      const cluster = runningCluster(name);
      if (cluster === undefined) {
        const others = runningClusters();
        console.log(
          `No cluster ${name} is up.${others.length === 0 ? "" : ` These are up: ${others.join(", ")}. Choose one with --name.`}`,
        );
        process.exitCode = 1;
        return;
      }
      console.log(statusText(await cluster.status()));
    });
}

function statusText({ name, rate, cpus, gpus, memory, nodes, jobs }: ClusterStatus): string {
  const links = rate === "none" ? "without a limit" : rate;
  const pretended = gpus === 0 ? "" : ` ${counted(gpus, "pretended GPU")},`;
  const indented = (rows: string[][]): string[] => textTable(rows).map((line) => `  ${line}`);
  return [
    `Cluster ${name}: ${counted(nodes.length, "node")}, each ${counted(cpus, "CPU")},${pretended} ${memory} MB; links ${links}`,
    ...indented(nodes.map(({ name, state, reason }) => [name, state, reason])),
    jobs.length === 0 ? "No job is waiting or running." : "Jobs:",
    ...indented(jobs.map(({ id, state, time, name, where }) => [id, state, time, name, where])),
  ].join("\n");
}

function runCommand() {
  return new Command("run")
    .description("run a command such as sbatch, squeue or bash on the head node, in this folder")
    .argument("<program>")
    .argument("[arguments...]")
    .passThroughOptions()
    .allowUnknownOption()
    .option(...nameOption)
    .action(async (program, args, { name }) => {
      const command = (await runningOrThrow(name)).command(program, args);
      const { execa } = await import("execa");
      const { signalStatus } = await import("../training/interruption.js");
      // Ctrl-C ends the program; this command ends after it, with its status.
      for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
      const { exitCode = 1, signal } = await execa(command.file, command.args, {
        env: command.env,
        stdio: "inherit",
        reject: false,
      });
      process.exitCode = signal ? signalStatus(signal) : exitCode;
    });
}

function rateCommand() {
  return new Command("rate")
    .description("change the speed of every node's link, or of one node's, even while jobs run")
    .argument("<rate>", "such as 200mbit; none: no limit")
    .option("--node <number>", "only this node's link, until the node starts anew", whole(1))
    .option(...nameOption)
    .action(async (rate, { name, node }) => {
      await (await runningOrThrow(name)).setRate(rate, node);
      const links = node === undefined ? "The links" : `The link of node${node}`;
      const run = `now ${node === undefined ? "run" : "runs"} ${rate === "none" ? "without a limit" : `at ${rate}`}`;
      console.log(`${links} of the cluster ${name} ${run}.`);
    });
}

function downCommand() {
  return new Command("down")
    .description("end the cluster and everything that runs in it")
    .option(...nameOption)
    .action(async ({ name }) => {
      const { runningCluster } = await import("../cluster/index.js");
      const cluster = runningCluster(name);
      await cluster?.down();
      console.log(cluster === undefined ? `No cluster ${name} was up.` : `The cluster ${name} is down.`);
    });
}

async function runningOrThrow(name: string): Promise<LocalCluster> {
  const { runningCluster } = await import("../cluster/index.js");
  const cluster = runningCluster(name);
  if (cluster === undefined) throw new Error(`No cluster ${name} is up. Start it with ./workbook cluster up.`);
  return cluster;
}
