import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { programAt } from "../system/packages";
import { figureBundle } from "./display";
import { svgOf } from "./drawing";
import type { Figure, Shown } from "./figure";
import { plotlyFor, requireDrawn } from "./plotly";
import { makeFolders } from "../system/folders";

interface Size {
  width?: number;
  height?: number;
}

/** The browser's names, in order of preference; `CHROMIUM` names a path. `setup/chromium.mjs` looks for the same, before the build. */
const chromiumNames = ["chromium", "chromium-browser", "google-chrome"];

/** Settings with which the browser needs no desktop, GPU or network. */
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

/** The path of Chromium, if it is installed. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM;
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  return chromiumNames.map(programAt).find((path) => path !== undefined);
}

/** The path of Chromium. @throws when it is not installed; the message names the Debian package. */
export function chromiumPath(): string {
  const path = findChromium();
  if (path !== undefined) return path;
  throw new Error(
    "Static figures and PDF need Chromium, which is not installed: `apt-get install chromium`, or set CHROMIUM to its path.",
  );
}

/**
 * Writes figures to files: `.png` (twice the pixels, for print) and `.svg`, drawn by plotly.js in Chromium, or `.json`
 * (plotly's own format, which needs no browser).
 * @param size in CSS pixels; default 900 by the height that the figure takes.
 * @throws when a file has another extension, a picture has a trace that pages do not draw, or Chromium is not installed.
 */
export async function saveFigures(figures: { figure: Shown; file: string }[], size: Size = {}): Promise<void> {
  for (const { file } of figures) {
    if (![".png", ".svg", ".json"].includes(extname(file))) {
      throw new Error(`A figure is saved as .png, .svg or .json, not "${extname(file)}" (${file}).`);
    }
    makeFolders(dirname(file));
  }
  for (const { figure, file } of figures) {
    if (file.endsWith(".json")) await writeFile(file, JSON.stringify(figure));
    else if ("data" in figure) requireDrawn(figure);
  }
  const pictures = figures.filter(({ file }) => !file.endsWith(".json"));
  if (pictures.length === 0) return;
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  try {
    const width = size.width ?? 900;
    const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width, height: 600 } });
    await page.addScriptTag({ path: plotlyFor(JSON.stringify(pictures)) });
    for (const { figure, file } of pictures) {
      const format = extname(file) === ".png" ? ("png" as const) : ("svg" as const);
      if ("sheets" in figure && format === "svg") await writeFile(file, svgOf(figure));
      else if ("sheets" in figure) {
        await page.setContent(`<body style="margin:0">${String(figureBundle(figure).data["text/html"])}</body>`);
        await page.locator("figure").screenshot({ path: file });
      } else {
        const url = await page.evaluate(draw, { figure: JSON.stringify(figure), format, width, height: size.height });
        const body = url.slice(url.indexOf(",") + 1);
        await writeFile(file, format === "png" ? Buffer.from(body, "base64") : decodeURIComponent(body));
      }
    }
  } finally {
    await browser.close();
  }
}

/** Writes one figure to a file, see `saveFigures`. */
export async function saveFigure(figure: Shown, file: string, size?: Size): Promise<void> {
  await saveFigures([{ figure, file }], size);
}

/** Runs in the browser's page. */
async function draw(how: { figure: string; format: "png" | "svg"; width: number; height?: number }): Promise<string> {
  const { Plotly } = globalThis as unknown as {
    Plotly: {
      fitted(figure: unknown, width: number): Figure;
      toImage(figure: unknown, options: Record<string, unknown>): Promise<string>;
    };
  };
  const { data, layout } = Plotly.fitted(JSON.parse(how.figure), how.width);
  const scale = how.format === "png" ? 2 : 1;
  return Plotly.toImage(
    { data, layout },
    { format: how.format, width: layout.width, height: how.height ?? layout.height, scale },
  );
}
