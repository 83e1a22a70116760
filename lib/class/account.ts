import { z } from "zod";

/** A Unix account that jobs run in. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
  home: string;
}

/** The program of util-linux that gives up root's rights for an account's. */
const givingUp = ({ uid, gid }: Account): string[] => [
  "setpriv",
  `--reuid=${uid}`,
  `--regid=${gid}`,
  "--init-groups",
  "--inh-caps=-all",
  "--",
];

/** A program with its arguments, as an account runs it; without one, as this process's own does. */
export function asAccount(account: Account | undefined, program: string, args: readonly string[]): [string, string[]] {
  if (!account) return [program, [...args]];
  const [first, ...rest] = givingUp(account);
  return [first, [...rest, program, ...args]];
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

/**
 * The account of a name.
 * @returns undefined where there is none. root's own is none, since no student has it.
 */
export async function accountNamed(name: string): Promise<Account | undefined> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("getent", ["passwd", "--", name], { reject: false, timeout: 30_000 });
  const read = line.safeParse(failed ? undefined : stdout.split("\n")[0].split(":").slice(0, 6));
  if (!read.success) return undefined;
  const [own, , uid, gid, , home] = read.data;
  return uid === 0 || own !== name ? undefined : { name, uid, gid, home };
}
