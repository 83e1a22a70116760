// @ts-check

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

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
  const seconds = () => Math.round((Date.now() - from) / 1000);
  let frame = 0;
  const draw = stream.isTTY
    ? () => stream.write(`\r\x1b[2K${frames[frame++ % frames.length]} ${title}  ${seconds()} s`)
    : () => stream.write(`  ${title}: ${seconds()} s so far\n`);
  if (stream.isTTY) draw();
  else stream.write(`  ${title} ...\n`);
  const timer = setInterval(draw, stream.isTTY ? 100 : 30_000);
  const clear = stream.isTTY ? "\r\x1b[2K" : "";
  try {
    const result = await work();
    stream.write(`${clear}✓ ${title}  ${seconds()} s\n`);
    return result;
  } catch (error) {
    stream.write(`${clear}✗ ${title}  ${seconds()} s\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
