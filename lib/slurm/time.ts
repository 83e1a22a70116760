/**
 * Reads a time as Slurm writes it, in minutes: `90` and `1:30:00` are 90, `2-12` is two days and twelve hours, `infinite` is
 * Infinity.
 * @throws one line when it is written in another way, or is 0.
 */
export function slurmMinutes(text: string): number {
  if (/^(infinite|unlimited)$/i.test(text)) return Infinity;
  const [, days, rest] = /^(?:(\d+)-)?(\d+(?::\d+){0,2})$/.exec(text) ?? [];
  const parts = rest?.split(":").map(Number) ?? [];
  // After days the first number is hours; without days, one number is minutes, and two are minutes and seconds.
  const [hours = 0, minutes = 0, seconds = 0] = days !== undefined || parts.length === 3 ? parts : [0, ...parts];
  const total = 1440 * Number(days ?? 0) + 60 * hours + minutes + seconds / 60;
  if (rest !== undefined && total > 0) return total;
  throw new Error(`"${text}" is no time: write minutes (90), hours (1:30:00) or days (2-12:00:00), more than 0.`);
}

/** Reads a duration that Slurm has measured, in seconds: `0:04` is 4, `1-00:00:10` is 86410; undefined for `N/A`, `INVALID`. */
export function slurmSeconds(text: string): number | undefined {
  if (/^[0:]+$/.test(text)) return 0;
  return /^(\d+-)?\d+(:\d+){1,2}$/.test(text) ? Math.round(60 * slurmMinutes(text)) : undefined;
}

/** Minutes as Slurm writes them: 90 is `01:30:00`. */
export function slurmTime(minutes: number): string {
  const seconds = Math.ceil(60 * minutes);
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const days = Math.floor(seconds / 86_400);
  return (days > 0 ? `${days}-` : "") + parts.map((part) => String(part).padStart(2, "0")).join(":");
}
