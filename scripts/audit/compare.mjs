// @ts-check

/**
 * @typedef {{ id: string, package: string, severity: string, title: string }} Advisory an advisory that `npm audit` found
 * @typedef {{ id: string, package: string, reason: string }} Accepted one that audit.json lists
 */

const grave = ["high", "critical"];

/**
 * The high and critical advisories of `npm audit --json`.
 * @param {string} text
 * @returns {Advisory[] | undefined} undefined where the registry did not answer, or answered something else
 */
export function readReport(text) {
  /** @type {{ vulnerabilities?: Record<string, { via: unknown[] }> } | null} */
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return undefined;
  }
  const vulnerabilities = report?.vulnerabilities;
  if (typeof vulnerabilities !== "object" || vulnerabilities === null || Array.isArray(vulnerabilities))
    return undefined;
  if (!Object.values(vulnerabilities).every((each) => Array.isArray(each?.via))) return undefined;
  /** @type {Map<string, Advisory>} */
  const found = new Map();
  for (const via of Object.values(vulnerabilities).flatMap((each) => each.via)) {
    // A string names another package, whose own entry has the advisory.
    if (typeof via !== "object" || via === null) continue;
    const { url = "", name = "", severity = "", title = "" } = /** @type {Record<string, string>} */ (via);
    const id = /GHSA-[\w-]+/.exec(url)?.[0] ?? url;
    if (grave.includes(severity)) found.set(`${id} ${name}`, { id, package: name, severity, title });
  }
  return [...found.values()].sort((a, b) => a.package.localeCompare(b.package));
}

/**
 * The advisories that audit.json lists.
 * @param {string} text
 * @returns {Accepted[]}
 * @throws {Error} one line when an entry lacks its id, package or reason
 */
export function readAccepted(text) {
  const { accepted } = JSON.parse(text);
  if (!Array.isArray(accepted)) throw new Error('audit.json has no list "accepted".');
  for (const each of accepted) {
    for (const key of ["id", "package", "reason"]) {
      if (typeof each?.[key] === "string" && each[key] !== "") continue;
      throw new Error(`audit.json: ${JSON.stringify(each)} has no ${key}.`);
    }
  }
  return accepted;
}

/**
 * Compares the advisories found with those listed.
 * @param {Advisory[]} report
 * @param {Accepted[]} accepted
 * @returns {{ lines: string[], good: boolean }}
 */
export function compare(report, accepted) {
  const key = (/** @type {{ id: string, package: string }} */ each) => `${each.id} ${each.package}`;
  const listed = new Set(accepted.map(key));
  const there = new Set(report.map(key));
  const fresh = report.filter((each) => !listed.has(key(each)));
  const gone = accepted.filter((each) => !there.has(key(each)));
  const lines = [
    ...fresh.map(
      ({ id, package: name, severity, title }) =>
        `${name}: ${severity}: ${title} (${id}): update or override it, or list it in audit.json with the reason.`,
    ),
    ...gone.map(({ id, package: name }) => `${name}: ${id} is listed in audit.json, and gone: take it out.`),
  ];
  const good = lines.length === 0;
  const known = accepted.length === 0 ? "" : `, but for the ${accepted.length} that audit.json lists`;
  return { lines: good ? [`npm audit: nothing high${known}.`] : lines, good };
}
