import { Command } from "@commander-js/extra-typings";
import { whole } from "./values";

/** `workbook hub`: JupyterHub for a class. */
export function hubCommand() {
  const command = new Command("hub")
    .description("serve the workbook to a class with JupyterHub, whose notebook servers are Slurm jobs; needs root")
    .addHelpText("after", examples)
    .hook("preAction", async () => {
      const { whyNoHub } = await import("../hub/index.js");
      const reason = whyNoHub();
      if (reason !== undefined) throw new Error(reason);
    });
  for (const each of [upCommand(), statusCommand(), downCommand(), serveCommand()]) command.addCommand(each);
  return command;
}

const examples = `
A hub on the local cluster, with accounts to try it. Nothing of these is left when it is down.

  ./workbook cluster up
  ./workbook hub up --test-accounts
  ./workbook hub status
  ./workbook hub down

Settings: slurm/jupyterhub/settings.json; what differs on your site goes into ~/.config/parallel-training/hub.json, or a
file that WORKBOOK_HUB_SETTINGS names. For a real cluster read slurm/jupyterhub/README.md.`;

function upCommand() {
  return new Command("up")
    .description("start the hub on the local cluster")
    .option("--test-accounts", "make Unix accounts to try it, with random passwords; only on loopback")
    .option("--port <number>", "where it listens; default: the settings' port", whole(1, 65535))
    .option("--cluster <name>", "on which local cluster, where several are up", "workbook")
    .action(async ({ testAccounts, port, cluster }) => {
      const { runningCluster } = await import("../cluster/index.js");
      const { openAnswersNote, startHub, testAccountsFile } = await import("../hub/index.js");
      const settings = port === undefined ? {} : { port };
      const hub = await startHub({ cluster: runningCluster(cluster), testAccounts: testAccounts ?? false, settings });
      console.log(`The hub is up at ${hub.address}`);
      if (hub.certificate !== undefined) {
        console.log(`Its certificate is its own: a browser asks once, a program can trust ${hub.certificate}.`);
      }
      const note = openAnswersNote();
      if (note !== undefined) console.log(note);
      if (hub.accounts.length === 0) return;
      const names = hub.accounts.map(({ name }) => name).join(", ");
      console.log(
        `Test accounts are ${names}: their passwords are in ${testAccountsFile()}. Both go with: ./workbook hub down`,
      );
    });
}

function statusCommand() {
  return new Command("status").description("show its address and users' servers").action(async () => {
    const { hubFolder, hubStatus, hubStatusText } = await import("../hub/index.js");
    const status = await hubStatus(hubFolder());
    console.log(hubStatusText(status));
    if (!status?.up) process.exitCode = 1;
  });
}

function downCommand() {
  return new Command("down").description("end it with users' servers and test accounts").action(async () => {
    const { hubFolder, stopHub } = await import("../hub/index.js");
    console.log((await stopHub(hubFolder())) ? "The hub is down." : "No hub was up.");
  });
}

function serveCommand() {
  return new Command("serve")
    .description("run the hub of a real cluster on this machine, in the foreground, for systemd")
    .action(async () => {
      const { openAnswersNote, serveHub } = await import("../hub/index.js");
      const note = openAnswersNote();
      if (note !== undefined) console.error(note);
      process.exitCode = await serveHub();
    });
}
