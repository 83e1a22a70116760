import { z } from "zod";

/** A Unix account that jobs run in. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
  home: string;
}

/**
 * A program with its arguments, as an account runs it: without root's rights and groups, and in a session of its own. In
 * root's session it would keep root's terminal, into which it could type. Its input and output must be pipes or files.
 * @param account left out: as this process's own account runs it.
 */
export function asAccount(account: Account | undefined, program: string, args: readonly string[]): [string, string[]] {
  if (!account) return [program, [...args]];
  const { uid, gid } = account;
  const rights = [`--reuid=${uid}`, `--regid=${gid}`, "--init-groups", "--inh-caps=-all", "--bounding-set=-all"];
  return ["setsid", ["--wait", "setpriv", ...rights, "--no-new-privs", "--", program, ...args]];
}

/** What of this process's environment an account's programs need, with the account's own: none of our secrets. */
export function environmentOf({ name, home }: Account): Record<string, string> {
  const wanted =
    /^(PATH|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|SLURM_CONF|BASH_ENV|BASH_FUNC_.*|MODULE\w*|LMOD_\w*|WORKBOOK_VENV)$/;
  const kept = Object.entries(process.env).filter((each): each is [string, string] => {
    return wanted.test(each[0]) && each[1] !== undefined;
  });
  return { ...Object.fromEntries(kept), HOME: home, USER: name, LOGNAME: name };
}

const line = z.tuple([
  z.string(),
  z.string(),
  z.coerce.number().int(),
  z.coerce.number().int(),
  z.string(),
  z.string(),
]);

/** The account of a name; undefined where there is none. root's own is none, since no student has it. */
export async function accountNamed(name: string): Promise<Account | undefined> {
  const found = await passwd(name);
  return found?.name === name && found.uid !== 0 ? found : undefined;
}

/** The account of a number; undefined where there is none. */
export async function accountWith(uid: number): Promise<Account | undefined> {
  return passwd(String(uid));
}

/** An entry of the site's list of accounts, wherever that is kept. */
async function passwd(key: string): Promise<Account | undefined> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("getent", ["passwd", "--", key], { reject: false, timeout: 30_000 });
  const read = line.safeParse(failed ? undefined : stdout.split("\n")[0].split(":").slice(0, 6));
  if (!read.success) return undefined;
  const [name, , uid, gid, , home] = read.data;
  return { name, uid, gid, home };
}
