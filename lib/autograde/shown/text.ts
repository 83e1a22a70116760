import MarkdownIt from "markdown-it";
import { limits, type HandedInCell } from "../intake";
import { allowedLink } from "./links";
import { Pictures, shownPictures } from "./pictures";

type Images = NonNullable<HandedInCell["images"]>;

/** A text cell that is safe to show. */
interface ShownText {
  /** Markdown that holds only HTML of a few tags, and pasted images. */
  source: string;
  attachments?: Images;
}

const megabytes = `${limits.imageBytes / 1_000_000} MB`;

/** The most characters of one cell that are shown. */
const mostCharacters = 50_000;

/** A TeX formula by Pandoc's rules: `5 $ and 6 $` is none. */
const formula = /\$\$[^]+?\$\$|\$(?=\S)[^$\n]*?[^\s$\\]\$(?!\d)/y;

// Tags in the source become text.
const markdown = new MarkdownIt({ html: false });
type Token = ReturnType<typeof markdown.parse>[number];
markdown.validateLink = () => true; // `inText` decides
markdown.renderer.rules.fence = markdown.renderer.rules.code_block = (tokens, index) =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[index].content).replaceAll("\n", "<br>")}</code></pre>`;
// Formulas are shown as typed, because no page that shows submissions runs TeX.
markdown.inline.ruler.before("escape", "formula", (state, silent) => {
  if (state.src[state.pos] !== "$") return false;
  formula.lastIndex = state.pos;
  const [typed] = formula.exec(state.src) ?? [];
  if (typed === undefined) return false;
  if (!silent) state.push("code_inline", "code", 0).content = typed;
  state.pos += typed.length;
  return true;
});

/**
 * A student's Markdown, made safe for others to read. Whichever program turns it into HTML, the reader's browser fetches and
 * runs nothing because of it, and nothing else on the page changes: all special characters of Markdown, TeX, and HTML are
 * escaped. Only pasted images are shown, and only links to allowed hosts; others become text.
 * @param pictures the page's pictures so far.
 */
export function textToShow(source: string, images: Images = {}, pictures = new Pictures()): ShownText {
  const shown = new Shown(images, pictures);
  const blocks = blocksOf(markdown.parse(shortened(source), {})).map((block) => shown.block(block));
  const { attachments } = shown;
  return { source: blocks.join("\n\n"), ...(Object.keys(attachments).length > 0 ? { attachments } : {}) };
}

/** Escapes everything that could be Markdown, TeX, or HTML. */
export const inertText = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ,]/gu, (sign) => `&#${sign.codePointAt(0)};`);

function shortened(text: string): string {
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}\n\n(The rest, ${text.length - mostCharacters} characters, is not shown.)`;
}

/** The tokens of each outermost block: paragraph, list, table, ... */
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

/** Renders the blocks of one cell, and collects the images that they show. */
class Shown {
  readonly attachments: Images = {};
  /** Numbers of the images named so far, 0 for those not shown. A second reference to one only names its number. */
  private readonly numbers = new Map<string, number>();
  private below: string[] = [];

  constructor(
    private readonly images: Images,
    private readonly pictures: Pictures,
  ) {}

  /** A block as one line of HTML, with its images below. */
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
    const refused: (string | undefined)[] = []; // for each open link: its address if it is refused
    return tokens.filter((token, index) => {
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
      if (address !== undefined) toText(token, tokens[index - 1].content === address ? "" : ` (${address})`);
      return true;
    });
  }

  /** The text in place of an image: its number, or why it is not shown. */
  private image(token: Token): string {
    const address = decoded(String(token.attrGet("src")));
    const pasted = /^attachment:(.*)$/.exec(address)?.[1] ?? "";
    const refused = `(not shown: the image ${address}; ${shownPictures}, if they are pasted, ${megabytes} in a cell)`;
    const known = this.numbers.get(pasted);
    if (known !== undefined) return known === 0 ? refused : `(image ${known})`;
    const formats = Object.entries(Object.hasOwn(this.images, pasted) ? this.images[pasted] : {});
    const pictures = formats.flatMap(([type, data]) => {
      const picture = this.pictures.take(type, data);
      return picture === undefined ? [] : [[type, picture]];
    });
    const number = pictures.length === 0 ? 0 : Object.keys(this.attachments).length + 1;
    this.numbers.set(pasted, number);
    if (number === 0) return refused;
    this.attachments[`image-${number}`] = Object.fromEntries(pictures) as Images[string];
    this.below.push(`![image ${number}](attachment:image-${number})`);
    return `(image ${number})`;
  }
}

/** Turns a token into text, with an invisible character after each backslash, so that TeX finds no command in it. */
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
 * The renderer's HTML in one line, which Markdown reads as one block of HTML. Only a line break could end that block, so there
 * is none, not even an escaped one.
 */
function inOneLine(html: string): string {
  return html
    .trim()
    .replaceAll("\n", " ")
    .split(/(<[^>]*>)/)
    .map((part, index) =>
      index % 2 === 1 ? part : inertText(part.replace(/&\w+;/g, (entity) => escaped[entity] ?? entity)),
    )
    .join("");
}
