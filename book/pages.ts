import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join, normalize, relative } from "node:path";
import { workbookRoot } from "../lib/system/workbook";

/** A document of the website. */
export interface Page {
  /** Its file, from the workbook's folder. */
  file: string;
  /** Its text, with links that hold in the website. */
  text: string;
}

/** The documents of the website, and the pictures in them. */
interface Pages {
  pages: Page[];
  pictures: string[];
}

/** The README is the website's first page. */
const START = "README.md";

/** Documents for readers. The other rooms' READMEs are for those who have the code. */
const FOR_READERS = /^(docs|slurm|datasets\/published)\/.*\.md$/;

/** A link or picture of a document: `[text](target)`, not within code. */
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/**
 * The README, and every document for readers that its links lead to, directly or through others. A link to a document or lesson of the
 * website stays; one to any other file of the workbook, a test for example, becomes text: not all of them are for everybody.
 * @param others What else is in the website, from the workbook's folder: notebooks, and the `index.ts` of rooms.
 */
export async function pagesOf(others: readonly string[]): Promise<Pages> {
  const texts = new Map<string, string>();
  const pictures = new Set<string>();
  const open = [START];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file)) continue;
    const text = await readFile(join(workbookRoot, file), "utf8");
    texts.set(file, text);
    for (const { picture, target } of linksIn(text, file)) {
      if (picture) pictures.add(target);
      else if (FOR_READERS.test(target) && existsSync(join(workbookRoot, target))) open.push(target);
    }
  }
  const inSite = new Set([...texts.keys(), ...pictures, ...others]);
  const pages = [...texts].map(([file, text]) => ({ file: placeOf(file), text: withLinks(text, file, inSite) }));
  return { pages, pictures: [...pictures] };
}

/** Where a document is in the website. A room's `index.ts` has a page of its functions there. */
export const placeOf = (file: string): string =>
  file === START ? "index.md" : file.replace(/^(?:lib\/)?(.+)\/index\.ts$/, "api/$1.md");

/** The targets, from the workbook's folder, of links to its own files. */
function linksIn(text: string, file: string): { picture: boolean; target: string }[] {
  const links: { picture: boolean; target: string }[] = [];
  eachLink(text, (whole, { picture, path }) => {
    if (path !== "") links.push({ picture, target: normalize(join(dirname(file), path)) });
    return whole;
  });
  return links;
}

function withLinks(text: string, file: string, inSite: ReadonlySet<string>): string {
  return eachLink(text, (whole, { label, path, anchor, picture }) => {
    if (path === "") return whole;
    const target = normalize(join(dirname(file), path));
    if (!inSite.has(target)) return label;
    const from = dirname(placeOf(file));
    return `${picture ? "!" : ""}[${label}](${relative(from, placeOf(target))}${anchor})`;
  });
}

interface Link {
  picture: boolean;
  label: string;
  /** Empty within the same document. */
  path: string;
  /** With its `#`, or empty. */
  anchor: string;
}

/** Replaces the links of a document to the workbook's own files; code and other addresses stay. */
function eachLink(text: string, replace: (whole: string, link: Link) => string): string {
  const parts = text.split(/(^```[^]*?^```$|`[^`\n]+`(?!\]))/gm);
  return parts
    .map((part, place) => {
      if (place % 2 === 1) return part;
      return part.replace(LINK, (whole, bang: string, label: string, target: string) => {
        if (/^\w+:/.test(target)) return whole;
        const [path, anchor] = target.split("#");
        return replace(whole, {
          picture: bang === "!",
          label,
          path,
          anchor: anchor === undefined ? "" : `#${anchor}`,
        });
      });
    })
    .join("");
}

/** What a page of the website is called in Sphinx's lists: its place without the extension. */
export const documentName = (file: string): string => join(dirname(file), basename(file, extname(file)));
