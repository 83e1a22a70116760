import { Command } from "@commander-js/extra-typings";
import { whole } from "./values";

/** `workbook hub`: JupyterHub for a class. */
export function hubCommand() {
  const command = new Command("hub")
    .description(
      "serve the workbook to a class through JupyterHub, with a Slurm job for each notebook server; needs root",
    )
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
These commands try a hub on the local cluster, with test accounts. Taking the hub down leaves nothing behind.

  ./workbook cluster up
  ./workbook hub up --test-accounts
  ./workbook hub status
  ./workbook hub down

The settings are in slurm/jupyterhub/settings.json. Put what differs on your site into
~/.config/parallel-training/hub.json, or into a file that WORKBOOK_HUB_SETTINGS names. For a real cluster, read
slurm/jupyterhub/README.md.`;

function upCommand() {
  return new Command("up")
    .description("start the hub on the local cluster")
    .option("--test-accounts", "make Unix accounts with random passwords to try the hub; only on a loopback address")
    .option("--port <number>", "the port to listen on; default: the settings' port", whole(1, 65535))
    .option("--cluster <name>", "the local cluster's name, if several are up", "workbook")
    .action(async ({ testAccounts, port, cluster }) => {
      const { runningCluster } = await import("../cluster/index.js");
      const { openAnswersNote, startHub, testAccountsFile } = await import("../hub/index.js");
      const settings = port === undefined ? {} : { port };
      const hub = await startHub({ cluster: runningCluster(cluster), testAccounts: testAccounts ?? false, settings });
      console.log(`The hub is up at ${hub.address}`);
      if (hub.certificate !== undefined) {
        console.log(`The hub signs its own certificate. A browser warns once; a program can trust ${hub.certificate}.`);
      }
      const note = openAnswersNote();
      if (note !== undefined) console.log(note);
      if (hub.accounts.length === 0) return;
      const names = hub.accounts.map(({ name }) => name).join(", ");
      console.log(
        `The test accounts are ${names}. Their passwords are in ${testAccountsFile()}. To remove accounts and passwords: ./workbook hub down`,
      );
    });
}

function statusCommand() {
  return new Command("status").description("show the hub's address and its users' servers").action(async () => {
    const { hubFolder, hubStatus, hubStatusText } = await import("../hub/index.js");
    const status = await hubStatus(hubFolder());
    console.log(hubStatusText(status));
    if (!status?.up) process.exitCode = 1;
  });
}

function downCommand() {
  return new Command("down").description("end the hub, its users' servers and the test accounts").action(async () => {
    const { hubFolder, stopHub } = await import("../hub/index.js");
    console.log((await stopHub(hubFolder())) ? "The hub is down." : "No hub was up.");
  });
}

function serveCommand() {
  return new Command("serve")
    .description("run a real cluster's hub on this machine in the foreground, as systemd expects")
    .action(async () => {
      const { openAnswersNote, serveHub } = await import("../hub/index.js");
      const note = openAnswersNote();
      if (note !== undefined) console.error(note);
      process.exitCode = await serveHub();
    });
}
