// @ts-check

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/**
 * What goes on now, with its seconds: on a terminal all of it shares one line.
 * @type {Set<() => string>}
 */
const goingOn = new Set();
let frame = 0;

/**
 * Shows that work is in progress: on a terminal a moving line with the seconds; elsewhere a line at the start, one every
 * 30 seconds, and one at the end.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Promise<T>}
 */
export async function showing(title, work, stream = process.stderr) {
  const from = Date.now();
  const line = () => `${title}  ${Math.round((Date.now() - from) / 1000)} s`;
  goingOn.add(line);
  const draw = stream.isTTY
    ? () => {
        const lines = [...goingOn].map((each) => each()).join("  ·  ");
        stream.write(`\r\x1b[2K${frames[frame++ % frames.length]} ${lines.slice(0, stream.columns - 3)}`);
      }
    : () => stream.write(`  ${line()} so far\n`);
  if (stream.isTTY) draw();
  else stream.write(`  ${title} ...\n`);
  const timer = setInterval(draw, stream.isTTY ? 100 : 30_000);
  const clear = stream.isTTY ? "\r\x1b[2K" : "";
  try {
    const result = await work();
    stream.write(`${clear}✓ ${line()}\n`);
    return result;
  } catch (error) {
    stream.write(`${clear}✗ ${line()}\n`);
    throw error;
  } finally {
    goingOn.delete(line);
    clearInterval(timer);
  }
}
