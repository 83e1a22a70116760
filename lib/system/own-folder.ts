import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readlink, type FileHandle } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { accountWith } from "./account";
import { printable } from "./printable";

// Programs reach a folder by its name. Another account that owns the folder, or one above it, can put a link or another
// folder in its place at any moment. So these functions first check the whole way to the folder, and then change the folder
// on an open descriptor.

/** The number of this process's account. */
const ownUid = (): number => process.getuid?.() ?? 0;

const stickyBit = 0o1000;
/** The write permissions that others must not have. An ordinary user's group is the site's choice; root trusts no group. */
const writableByOthers = (): number => (ownUid() === 0 ? 0o022 : 0o002);

/**
 * Makes sure that only this account and root decide what lies at a path: all folders on the way to it belong to one of the
 * two, and others cannot write in them. A sticky folder such as /tmp may be on the way, since nobody can rename in it what
 * belongs to another account; so may a link of root's. The path may not exist yet.
 * @throws one line that names the first folder for which this does not hold, and the remedy.
 */
export async function refuseForeign(path: string): Promise<void> {
  const folder = resolve(path);
  const stats = await checkWay(folder, 0);
  if (stats && (stats.mode & writableByOthers()) !== 0) throw writable(folder, stats);
}

/** Checks every folder and link on the way to a path. @returns undefined where nothing lies there. */
async function checkWay(path: string, links: number): Promise<Stats | undefined> {
  const parent = dirname(path);
  const parentStats = parent === path ? undefined : await checkWay(parent, links);
  if (parentStats && isOpenToOthers(parentStats)) throw writable(parent, parentStats);
  const stats = await lstat(path).catch(ignoring("ENOENT"));
  if (stats === undefined) return undefined;
  if (stats.uid !== 0 && stats.uid !== ownUid()) {
    throw refusal(`${path} belongs to ${await nameOf(stats.uid)}, who can put something else in its place`);
  }
  if (stats.isDirectory()) return stats;
  if (!stats.isSymbolicLink() || links === 40) throw refusal(`${path} is no folder`);
  return checkWay(resolve(parent, await readlink(path)), links + 1);
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
 * Makes a folder that belongs to this account, with the folders above it, or uses the one that exists.
 * @param mode The folder's mode afterwards, such as `0o700`. Default: an existing folder keeps its mode, a new one gets 0755.
 * @throws one line, as {@link refuseForeign}, and where the folder is root's and this account is not root.
 */
export async function makeOwnFolder(path: string, mode?: number): Promise<void> {
  const absolute = resolve(path);
  await makeWay(absolute);
  await refuseForeign(absolute);
  await openFolder(absolute, async (folder, { uid }) => {
    if (uid !== ownUid()) throw refusal(`${absolute} belongs to ${await nameOf(uid)}`);
    if (mode !== undefined) await folder.chmod(mode);
  });
}

/** Makes one folder after another. Another account may be quicker in a sticky one, so each is checked before the next. */
async function makeWay(path: string): Promise<void> {
  if (await checkWay(path, 0)) return;
  await makeWay(dirname(path));
  await mkdir(path, { mode: 0o755 }).catch(ignoring("EEXIST"));
  if (!(await checkWay(path, 0))) throw refusal(`${path} was taken away as soon as it was made`);
}

/**
 * Makes a folder in which everybody can put files, but nobody can remove or rename another account's (mode 1777), or uses
 * the one that exists.
 * @param path Must lie in a folder of this account or of root.
 * @throws one line where another account's folder is there.
 */
export async function makeSharedFolder(path: string): Promise<void> {
  const mode = 0o1777;
  await mkdir(path, { mode: 0o700 }).catch(ignoring("EEXIST"));
  await openFolder(path, async (folder, stats) => {
    if (stats.uid === ownUid()) return folder.chmod(mode);
    if (stats.uid === 0 && (stats.mode & mode) === mode) return;
    throw refusal(`${path} belongs to ${await nameOf(stats.uid)}`);
  });
}

/**
 * Opens a folder without following a link, to change its owner or mode.
 * @throws what the file system says, also where the path is a link or no folder.
 */
export async function openFolder(
  path: string,
  use: (folder: FileHandle, stats: Stats) => Promise<void>,
): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await use(folder, await folder.stat());
  } finally {
    await folder.close();
  }
}

/**
 * Reads a file that this account itself has written, in a folder of its own: what lies there instead may be anybody's. No link is
 * followed, and no pipe is waited for.
 * @param most The size in bytes up to which a file is read.
 * @param part `end`: of a larger file, only its end is read. Default: a larger file is refused.
 * @returns undefined where there is no such file.
 * @throws one line that names the file and what is wrong.
 */
export async function readOwn(file: string, most: number, part?: "end"): Promise<string | undefined> {
  const folder = await openIfThere(dirname(file), constants.O_DIRECTORY);
  try {
    if (folder === undefined) return undefined;
    await refuseOthers(dirname(file), await folder.stat());
    return await readOpened(file, join(`/proc/self/fd/${folder.fd}`, basename(file)), most, part);
  } finally {
    await folder?.close();
  }
}

async function readOpened(file: string, path: string, most: number, part?: "end"): Promise<string | undefined> {
  const opened = await openIfThere(path, constants.O_NOFOLLOW | constants.O_NONBLOCK, file);
  try {
    if (opened === undefined) return undefined;
    const stats = await opened.stat();
    await refuseOthers(file, stats);
    if (!stats.isFile()) throw new Error(`${printable(file)} is no file: move it away.`);
    if (stats.size > most && part === undefined) {
      throw new Error(`${printable(file)} has ${stats.size} bytes, and ${most} at most are read: move it away.`);
    }
    const bytes = Buffer.alloc(Math.min(stats.size, most));
    const { bytesRead } = await opened.read(bytes, 0, bytes.length, stats.size - bytes.length);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await opened?.close();
  }
}

async function openIfThere(path: string, flags: number, name = path): Promise<FileHandle | undefined> {
  return open(path, constants.O_RDONLY | flags).catch(({ code = "" }: NodeJS.ErrnoException) => {
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Error(
      `${printable(name)} ${code === "ELOOP" ? "is a link, and none is followed: put the file itself there" : `cannot be read (${code})`}.`,
    );
  });
}

async function refuseOthers(path: string, { uid }: Stats): Promise<void> {
  if (uid === ownUid()) return;
  throw new Error(`${printable(path)} belongs to ${await nameOf(uid)}, and you can use only what is your own.`);
}

/**
 * Removes a folder in which another account can write, with all that is in it. The program `rm` is safe against whatever that
 * account does meanwhile: it goes from folder to folder on open descriptors, where Node goes by names. A missing folder is no
 * error.
 */
export async function removeTree(path: string): Promise<void> {
  const { execa } = await import("execa");
  await execa("rm", ["-rf", "--", path], { stdin: "ignore" });
}

/** Ignores one of the file system's errors. */
function ignoring(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code === code) return undefined;
    throw error;
  };
}
