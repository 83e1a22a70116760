import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readlink, type FileHandle } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { accountWith } from "./account";

// A folder is worked in by its name. Where another account owns it, or one above it, that account can put a link or another
// folder in its place at any moment. So the way there is looked at first, and what is changed then is changed on an open
// descriptor.

/** This process's account, by its number. */
const ownUid = (): number => process.getuid?.() ?? 0;

const stickyBit = 0o1000;
/** Whom an ordinary user has in a group is the site's choice; root works with nobody. */
const writableByOthers = (): number => (ownUid() === 0 ? 0o022 : 0o002);

/**
 * Makes sure that nobody but this account and root decides what lies at a path: all folders on the way to it belong to one of
 * them, and others cannot write in them. A sticky folder such as /tmp may be on the way, since nobody can rename in it what
 * belongs to another; so may a link of root's. What is not there yet is no objection.
 * @throws one line that names the first folder that is not so, and the remedy.
 */
export async function refuseForeign(path: string): Promise<void> {
  const own = resolve(path);
  const found = await look(own, 0);
  if (found && (found.mode & writableByOthers()) !== 0) throw writable(own, found);
}

/** What lies at a path, once everything on the way has been looked at. */
async function look(path: string, links: number): Promise<Stats | undefined> {
  const above = dirname(path);
  const container = above === path ? undefined : await look(above, links);
  if (container && isOpenToOthers(container)) throw writable(above, container);
  const found = await lstat(path).catch(ifCode("ENOENT"));
  if (found === undefined) return undefined;
  if (found.uid !== 0 && found.uid !== ownUid()) {
    throw refusal(`${path} belongs to ${await nameOf(found.uid)}, who can put something else in its place`);
  }
  if (found.isDirectory()) return found;
  if (!found.isSymbolicLink() || links === 40) throw refusal(`${path} is no folder`);
  return look(resolve(above, await readlink(path)), links + 1);
}

const isOpenToOthers = ({ mode }: Stats): boolean => (mode & writableByOthers()) !== 0 && (mode & stickyBit) === 0;

function writable(path: string, { mode }: Stats): Error {
  return refusal(`others can write in ${path} (mode ${(mode & 0o7777).toString(8)})`, ` (chmod go-w ${path})`);
}

function refusal(what: string, command = ""): Error {
  const whose = ownUid() === 0 ? "root's" : "your own or root's";
  return new Error(
    `This folder is not safe to work in: ${what}. Name one that is ${whose}, with all folders above it, and that nobody ` +
      `else can write in${command}.`,
  );
}

async function nameOf(uid: number): Promise<string> {
  return (await accountWith(uid))?.name ?? `account ${uid}`;
}

/**
 * Makes a folder of this account's own, with those above it, or takes the one that is there.
 * @param mode its mode afterwards, such as `0o700`; left out: that of the one that is there, or 0755.
 * @throws one line, as {@link refuseForeign}, and where the folder is root's and this account is not root.
 */
export async function makeOwnFolder(path: string, mode?: number): Promise<void> {
  const own = resolve(path);
  await makeWay(own);
  await refuseForeign(own);
  await openFolder(own, async (folder, { uid }) => {
    if (uid !== ownUid()) throw refusal(`${own} belongs to ${await nameOf(uid)}`);
    if (mode !== undefined) await folder.chmod(mode);
  });
}

/** One folder after another: in a sticky one another account may be quicker, so each is looked at before the next is made. */
async function makeWay(path: string): Promise<void> {
  if (await look(path, 0)) return;
  await makeWay(dirname(path));
  await mkdir(path, { mode: 0o755 }).catch(ifCode("EEXIST"));
  if (!(await look(path, 0))) throw refusal(`${path} was taken away as soon as it was made`);
}

/**
 * Makes a folder in which everybody can put something, and nobody can take away or rename what is another's (mode 1777), or
 * takes the one that is there.
 * @param path in a folder of this account's own, or of root's.
 * @throws one line where another account's folder is there.
 */
export async function makeSharedFolder(path: string): Promise<void> {
  const mode = 0o1777;
  await mkdir(path, { mode: 0o700 }).catch(ifCode("EEXIST"));
  await openFolder(path, async (folder, found) => {
    if (found.uid === ownUid()) return folder.chmod(mode);
    if (found.uid === 0 && (found.mode & mode) === mode) return;
    throw refusal(`${path} belongs to ${await nameOf(found.uid)}`);
  });
}

/**
 * Opens a folder without following a link, to change its owner or mode.
 * @throws what the file system says, also where a link or no folder is there.
 */
export async function openFolder(
  path: string,
  use: (folder: FileHandle, found: Stats) => Promise<void>,
): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await use(folder, await folder.stat());
  } finally {
    await folder.close();
  }
}

/**
 * Removes a folder in which another account can write, with all that is in it, whatever that account does meanwhile: `rm` goes
 * from folder to folder on open descriptors, where Node goes by names. No folder there is no error.
 */
export async function removeTree(path: string): Promise<void> {
  const { execa } = await import("execa");
  await execa("rm", ["-rf", "--", path], { stdin: "ignore" });
}

/** Takes one of the file system's errors for nothing. */
function ifCode(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code === code) return undefined;
    throw error;
  };
}
