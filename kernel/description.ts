/** A name's type and documentation, as text and as Markdown. */
import type { JSDocTagInfo, QuickInfo, SymbolDisplayPart } from "@tslab/typescript-for-tslab";

/** What a description is written in. */
interface Style {
  /** A piece of code within a sentence. */
  code: (text: string) => string;
  /** Lines of code. */
  block: (text: string) => string;
  /** Sentences, whose own `code` stays code. */
  sentences: (text: string) => string;
  /** A tag's name and its text. */
  tag: (name: string, text: string) => string;
}

const plain: Style = {
  code: (text) => text,
  block: (text) => text,
  sentences: (text) => text,
  tag: (name, text) => `@${name} ${text}`,
};

const markdown: Style = {
  code: (text) => `\`${text.replaceAll("`", "'")}\``,
  block: (text) => `\`\`\`typescript\n${text.replaceAll("```", "'''")}\n\`\`\``,
  sentences: harmless,
  tag: (name, text) => `*@${name}* ${text}`,
};

/**
 * Markdown without images, links and HTML: whoever asks about a name reads what the cells' writer put into its comment. Code spans
 * stay where each line closes its own; where that is not certain, there are none.
 */
function harmless(text: string): string {
  const spans = text.split("\n").every((line) => !/``|\\`/.test(line) && (line.match(/`/g) ?? []).length % 2 === 0);
  return text
    .split(spans ? /(`[^`]*`)/ : /$^/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\`[\]!]/g, "\\$&").replaceAll("<", "&lt;")))
    .join("");
}

/** The MIME bundle of a description; JupyterLab shows the Markdown. */
export const describe = (info: QuickInfo): Record<string, string> => ({
  "text/plain": written(info, plain),
  "text/markdown": written(info, markdown),
});

function written({ displayParts = [], documentation = [], tags = [] }: QuickInfo, style: Style): string {
  return [style.block(signature(displayParts)), prose(documentation, style), ...tags.map((tag) => tagged(tag, style))]
    .filter(Boolean)
    .join("\n\n");
}

/** The type. Where the name was imported or exported is left out. */
const signature = (parts: SymbolDisplayPart[]): string =>
  textOf(parts)
    .replace(/^\(alias\) /, "")
    .replace(/\n(import|export) [^\n]+$/, "");

function tagged({ name, text = [] }: JSDocTagInfo, style: Style): string {
  if (name === "example") return [style.tag(name, "").trim(), style.block(textOf(text))].join("\n\n");
  const [first, ...rest] = text;
  // `@param name text`: the compiler tells the name from the text.
  const named = (first as SymbolDisplayPart | undefined)?.kind === "parameterName";
  return style.tag(name, named ? `${style.code(first.text)}${prose(rest, style)}` : prose(text, style)).trim();
}

/** Sentences, with the targets of links as code. */
const prose = (parts: SymbolDisplayPart[], style: Style): string =>
  parts
    .map(({ kind, text }) => (kind === "link" ? "" : kind === "linkName" ? style.code(text) : style.sentences(text)))
    .join("");

const textOf = (parts: SymbolDisplayPart[]): string => parts.map(({ text }) => text).join("");
