import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname } from "node:path";
import type { Figure } from "./figure";

const load = createRequire(__filename);

/** Where Debian and Ubuntu put the browser, in the order they are tried; `CHROMIUM` names another. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser's settings that need no desktop, no GPU and no network. */
export const browserFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Chromium's program, if it is installed. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...places].find((path) => path !== undefined && path !== "" && existsSync(path));
}

/** Chromium's program. @throws when it is not installed; the message names the Debian package. */
export function chromiumPath(): string {
  const path = findChromium();
  if (path === undefined) {
    throw new Error(
      "Static figures and PDF need Chromium, which is not installed: `apt-get install chromium`, or set CHROMIUM to its path.",
    );
  }
  return path;
}

/**
 * Writes figures as pictures, drawn by plotly.js in Chromium: `.png` (twice the pixels, for print), `.svg`, or `.json`
 * (plotly's own, which needs no browser).
 * @param size in CSS pixels; default 900 by the figure's own height.
 * @throws when the ending is another one, or Chromium is not installed.
 */
export async function saveFigures(
  figures: { figure: Figure; file: string }[],
  size: { width?: number; height?: number } = {},
): Promise<void> {
  for (const { file } of figures) {
    if (![".png", ".svg", ".json"].includes(extname(file))) {
      throw new Error(`A figure is saved as .png, .svg or .json, not "${extname(file)}" (${file}).`);
    }
    await mkdir(dirname(file), { recursive: true });
  }
  for (const { figure, file } of figures.filter(({ file: name }) => name.endsWith(".json"))) {
    await writeFile(file, JSON.stringify(figure));
  }
  const pictures = figures.filter(({ file }) => !file.endsWith(".json"));
  if (pictures.length === 0) return;
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ path: load.resolve("plotly.js-dist-min/plotly.min.js") });
    for (const { figure, file } of pictures) {
      const url = await page.evaluate(draw, {
        figure: JSON.stringify(figure),
        format: extname(file) === ".png" ? ("png" as const) : ("svg" as const),
        width: size.width ?? figure.layout.width ?? 900,
        height: size.height ?? figure.layout.height ?? 450,
      });
      const comma = url.indexOf(",");
      const body = url.slice(comma + 1);
      await writeFile(file, extname(file) === ".png" ? Buffer.from(body, "base64") : decodeURIComponent(body));
    }
  } finally {
    await browser.close();
  }
}

/** Writes one figure as a picture, see `saveFigures`. */
export async function saveFigure(
  figure: Figure,
  file: string,
  size?: { width?: number; height?: number },
): Promise<void> {
  await saveFigures([{ figure, file }], size);
}

/** Runs in the browser's page. */
function draw(wanted: { figure: string; format: "png" | "svg"; width: number; height: number }): Promise<string> {
  const { Plotly } = globalThis as unknown as {
    Plotly: { toImage(figure: unknown, options: Record<string, unknown>): Promise<string> };
  };
  const { format, width, height } = wanted;
  return Plotly.toImage(JSON.parse(wanted.figure), { format, width, height, scale: format === "png" ? 2 : 1 });
}
