import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runningCluster, type LocalCluster } from "../cluster";
import { lastLines } from "../system/execute";
import { makeOwnFolder } from "../system/own-folder";
import { processIdentity, runningProcess, type ProcessIdentity } from "../system/process";
import { makeTestAccounts, testAccounts, usualTestAccounts, type TestAccount } from "./accounts";
import { certificateOf } from "./certificate";
import { answers } from "./answers";
import { makeExchange } from "./exchange";
import { hubFolder, isUp, readState, testFolder, writeState } from "./folder";
import { writeConfiguration } from "./configuration";
import { hubEnvironment, jupyterHub } from "./jupyterhub";
import { checkJobs, neededFolders } from "./installation";
import { childrenOf } from "./processes";
import { checkHub } from "./refusals";
import { hubSettings, pagesAt, type HubOverrides, type HubSettings } from "./settings";
import { startRelay } from "./start-relay";
import { stopHub } from "./stop";

/** Options of {@link startHub}. */
export interface HubOptions {
  /** The cluster on whose head the hub runs. Default: the one that `./workbook cluster up` started. */
  cluster?: LocalCluster;
  /** The folder of the hub's secrets and state. Default: {@link hubFolder}. */
  folder?: string;
  /** Makes Unix accounts with random passwords to try the hub; then only these can log in. Default false. */
  testAccounts?: boolean | typeof usualTestAccounts;
  /** Replaces some of the hub's settings. */
  settings?: HubOverrides;
}

/** A hub that is up. */
export interface Hub {
  /** The URL of its pages. */
  address: string;
  /** The file of the certificate to trust, where the hub made its own; undefined where the settings name one. */
  certificate?: string;
  /** The test accounts; none unless they were asked for. */
  accounts: TestAccount[];
  /** The folder through which work is handed out and in. */
  exchangeFolder: string;
  /** Ends the hub with its servers and test accounts. */
  down(): Promise<void>;
}

/**
 * Starts a hub on the head of a local cluster, and waits until it answers on this machine. The hub goes on after this process
 * ends, until it is taken down or its cluster ends.
 * @throws one line: what is missing or not allowed, or the end of the log of a hub that did not come up
 */
export async function startHub(options: HubOptions = {}): Promise<Hub> {
  const folder = options.folder ?? hubFolder();
  const names = options.testAccounts === true ? usualTestAccounts : options.testAccounts || undefined;
  const { settings, cluster } = checkHub(
    hubSettings(options.settings),
    names !== undefined,
    options.cluster ?? runningCluster(),
  );
  await clear(folder);
  await makeOwnFolder(folder, 0o700);
  try {
    return await bringUp(folder, cluster, names === undefined ? settings : forTest(settings, folder, names), names);
  } catch (error) {
    await stopHub(folder);
    throw error;
  }
}

/** Removes what a killed hub has left. @throws one line where a hub is up */
async function clear(folder: string): Promise<void> {
  const state = readState(folder);
  if (state !== undefined && isUp(state)) {
    throw new Error(`A hub is up already at ${state.address}: use it, or take it down first (./workbook hub down).`);
  }
  await stopHub(folder);
}

/** The settings with which only the test accounts can log in, and their exchange folder is removed with them. */
const forTest = (settings: HubSettings, folder: string, names: typeof usualTestAccounts): HubSettings => ({
  ...settings,
  students: { accounts: names.students, groups: [] },
  instructors: names.instructors,
  exchangeFolder: join(testFolder(folder), "exchange"),
});

async function bringUp(
  folder: string,
  cluster: LocalCluster,
  settings: HubSettings,
  names: typeof usualTestAccounts | undefined,
): Promise<Hub> {
  const address = pagesAt(settings);
  const head = processIdentity(cluster.process);
  const started: ProcessIdentity[] = [];
  const note = (processes: readonly ProcessIdentity[]) => {
    started.push(...processes);
    writeState(folder, { cluster: cluster.name, head, address, processes: started });
  };
  // The relay starts first, since its port may be taken.
  note(await startRelay(cluster, settings.address, settings.port));
  if (names !== undefined) await makeTestAccounts(folder, names);
  await makeExchange(settings.exchangeFolder);
  await cluster.showFolders(neededFolders());
  await checkJobs(cluster);
  const needsCertificate = settings.tls.certificate === "";
  const tls = needsCertificate ? await certificateOf(folder, settings.subdomainHost) : settings.tls;
  writeConfiguration(folder, { ...settings, tls });
  note([startJupyterHub(folder, cluster)]);
  await untilItAnswers(folder, settings, started);
  note(childrenOf(started[started.length - 1].pid).slice(0, 1));
  return {
    address,
    certificate: needsCertificate ? join(folder, "tls", "ca.crt") : undefined,
    accounts: testAccounts(folder),
    exchangeFolder: settings.exchangeFolder,
    down: async () => void (await stopHub(folder)),
  };
}

function startJupyterHub(folder: string, cluster: LocalCluster): ProcessIdentity {
  const [program, ...programArguments] = jupyterHub(folder);
  const { file, args, env } = cluster.command(program, programArguments);
  const log = openSync(join(folder, "hub.log"), "w", 0o600);
  const child = spawn(file, args, { env: hubEnvironment(folder, env), detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  child.unref();
  const started = runningProcess(child.pid ?? 0);
  if (started === undefined) throw new Error("The hub did not start.");
  return started;
}

async function untilItAnswers(
  folder: string,
  settings: HubSettings,
  processes: readonly ProcessIdentity[],
): Promise<void> {
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(100)) {
    if (!isUp({ processes })) break;
    if (await answers(`${pagesAt(settings)}/hub/health`, settings.address)) return;
  }
  const log = join(folder, "hub.log");
  throw new Error(`The hub did not come up. Its log ends: ${lastLines(readFileSync(log, "utf8"), 3)}`);
}
