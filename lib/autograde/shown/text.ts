import MarkdownIt from "markdown-it";
import { limits, type HandedInCell } from "../intake";
import { allowedLink } from "./links";

/** Pasted images as a notebook keeps them: name, MIME type, base64. */
type Images = NonNullable<HandedInCell["images"]>;

/** A text cell that can be shown to anybody. */
export interface ShownText {
  /** Markdown that holds nothing but HTML of a few tags, and the images that were pasted. */
  source: string;
  attachments?: Images;
}

const megabytes = `${limits.imageBytes / 1_000_000} MB`;

/** The most of one cell that is shown, in characters. */
const mostCharacters = 50_000;

/** A formula of TeX, as Pandoc knows one: `5 $ and 6 $` is none. */
const formula = /\$\$[^]+?\$\$|\$(?=\S)[^$\n]*?[^\s$\\]\$(?!\d)/y;

// Tags that somebody writes are text, and nothing else makes any.
const markdown = new MarkdownIt({ html: false });
type Token = ReturnType<typeof markdown.parse>[number];
markdown.validateLink = () => true; // `inText` decides
markdown.renderer.rules.fence = markdown.renderer.rules.code_block = (tokens, at) =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[at].content).replaceAll("\n", "<br>")}</code></pre>`;
// A formula is shown as it was typed. No page that shows submissions runs TeX.
markdown.inline.ruler.before("escape", "formula", (state, silent) => {
  if (state.src[state.pos] !== "$") return false;
  formula.lastIndex = state.pos;
  const [written] = formula.exec(state.src) ?? [];
  if (written === undefined) return false;
  if (!silent) state.push("code_inline", "code", 0).content = written;
  state.pos += written.length;
  return true;
});

/**
 * What a student wrote, for the pages and notebooks in which others read it. A reader's browser asks for nothing on its account,
 * runs nothing of it and lets it change nothing else on the page, whichever program turns the Markdown into HTML: all of
 * Markdown's, TeX's and HTML's own signs are spelled out. Images are those that were pasted; links lead to known places outside,
 * and others are text.
 */
export function textToShow(written: string, images: Images = {}): ShownText {
  const shown = new Shown(images);
  const blocks = blocksOf(markdown.parse(shortened(written), {})).map((block) => shown.block(block));
  const { attachments } = shown;
  return { source: blocks.join("\n\n"), ...(Object.keys(attachments).length > 0 ? { attachments } : {}) };
}

/** Text in which nothing is Markdown, TeX or HTML. */
export const inertText = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ,]/gu, (sign) => `&#${sign.codePointAt(0)};`);

function shortened(text: string): string {
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}\n\n(The rest, ${text.length - mostCharacters} characters, is not shown.)`;
}

/** The tokens of each paragraph, list, table, ... on the outermost level. */
function blocksOf(tokens: readonly Token[]): Token[][] {
  const blocks: Token[][] = [];
  let level = 0;
  for (const token of tokens) {
    if (level === 0) blocks.push([]);
    blocks[blocks.length - 1].push(token);
    level += token.nesting;
  }
  return blocks;
}

/** The images of one cell, by the names under which it shows them. */
class Shown {
  readonly attachments: Images = {};
  /** The numbers of those that are shown already: another reference to one takes no more room. */
  private readonly numbers = new Map<string, number>();
  private below: string[] = [];

  constructor(private readonly images: Images) {}

  /** A block in one line, and its images below it. */
  block(tokens: readonly Token[]): string {
    this.below = [];
    for (const token of tokens) {
      if (token.type === "th_open" || token.type === "td_open") token.attrs = null;
      if (token.children) token.children = this.inText(token.children);
    }
    const html = markdown.renderer.render([...tokens], markdown.options, {});
    return [inOneLine(html), ...this.below].join("\n\n");
  }

  private inText(tokens: readonly Token[]): Token[] {
    const refused: (string | undefined)[] = []; // the addresses of links that are open, where they are refused
    return tokens.filter((token, at) => {
      if (token.type === "text") toText(token, token.content);
      if (token.type === "image") toText(token, this.image(token));
      if (token.type === "link_open") {
        const address = String(token.attrGet("href"));
        const allowed = allowedLink(address);
        refused.push(allowed === undefined ? address : undefined);
        token.attrs = [["href", allowed ?? ""]];
        return allowed !== undefined;
      }
      const address = token.type === "link_close" ? refused.pop() : undefined;
      if (address !== undefined) toText(token, tokens[at - 1].content === address ? "" : ` (${address})`);
      return true;
    });
  }

  /** The text in an image's place: its number, or that there is none to show. */
  private image(token: Token): string {
    const address = decoded(String(token.attrGet("src")));
    const pasted = /^attachment:(.*)$/.exec(address)?.[1] ?? "";
    const formats = Object.hasOwn(this.images, pasted) ? this.images[pasted] : undefined;
    if (!formats) return `(not shown: the image ${address}; only pasted PNG and JPEG images are, ${megabytes} a cell)`;
    const before = this.numbers.get(pasted);
    if (before !== undefined) return `(image ${before})`;
    const number = this.numbers.size + 1;
    this.numbers.set(pasted, number);
    this.attachments[`image-${number}`] = formats;
    this.below.push(`![image ${number}](attachment:image-${number})`);
    return `(image ${number})`;
  }
}

/** Makes a token text, with a sign that is not seen after each backslash: then TeX finds no command in it. */
function toText(token: Token, content: string): void {
  Object.assign(token, { type: "text", nesting: 0, children: null, content: content.replaceAll("\\", "\\\u2060") });
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const escaped: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/**
 * HTML as the renderer writes it, in one line: Markdown takes it for a block of HTML whatever is in it. Without a line's end, also
 * one that is spelled out, no program finds an end of that block in it.
 */
function inOneLine(html: string): string {
  return html
    .trim()
    .replaceAll("\n", " ")
    .split(/(<[^>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : inertText(part.replace(/&\w+;/g, (entity) => escaped[entity] ?? entity))))
    .join("");
}
