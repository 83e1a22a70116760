import { z } from "zod";

/** A Unix account that jobs run in. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
  home: string;
}

/**
 * The command that runs a program in an account: without root's rights and groups, and in a session of its own. In root's
 * session it would keep root's terminal and could type into it. It runs in the folder "/": from root's folder it could go to
 * files below folders that are closed to it. Its input and output must be pipes or files.
 * @param account Default: the account of this process.
 */
export function asAccount(account: Account | undefined, program: string, args: readonly string[]): [string, string[]] {
  if (!account) return [program, [...args]];
  const { uid, gid } = account;
  const rights = [`--reuid=${uid}`, `--regid=${gid}`, "--init-groups", "--inh-caps=-all", "--bounding-set=-all"];
  return ["setsid", ["--wait", "env", "--chdir=/", "setpriv", ...rights, "--no-new-privs", "--", program, ...args]];
}

// An account's programs must not see this process's secrets, so all other variables are left out.
const inheritedVariables =
  /^(PATH|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|SLURM_CONF|SLURM_CLUSTERS|BASH_ENV|BASH_FUNC_.*|MODULE\w*|LMOD_\w*|WORKBOOK_VENV)$/;

/** The environment for an account's programs: a few variables of this process, none of them secret, and the account's own. */
export function environmentOf({ name, home }: Account): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([variable]) => inheritedVariables.test(variable));
  return { ...Object.fromEntries(inherited), HOME: home, USER: name, LOGNAME: name };
}

/** The account with this name; undefined where there is none, and for root, since no student has root's account. */
export async function accountNamed(name: string): Promise<Account | undefined> {
  const account = await lookUp(name);
  return account?.name === name && account.uid !== 0 ? account : undefined;
}

/** The account with this number; undefined where there is none. */
export const accountWith = (uid: number): Promise<Account | undefined> => lookUp(String(uid));

const id = z.coerce.number().int();
const passwdFields = z.tuple([z.string(), z.string(), id, id, z.string(), z.string()]);

/** Asks the site's database of accounts, which may be /etc/passwd or a directory service. */
async function lookUp(nameOrNumber: string): Promise<Account | undefined> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("getent", ["passwd", "--", nameOrNumber], { reject: false, timeout: 30_000 });
  const fields = passwdFields.safeParse(failed ? undefined : stdout.split("\n")[0].split(":").slice(0, 6));
  if (!fields.success) return undefined;
  const [name, , uid, gid, , home] = fields.data;
  return { name, uid, gid, home };
}
