import { z } from "zod";
import type { Output } from "../../notebooks/notebook";
import { figureBundle } from "../../plots/display";
import { wellFormed } from "../intake";
import { figureToShow } from "./figures";
import { Pictures, shownPictures } from "./pictures";

/** Limits of one cell's shown outputs. */
const most = { outputs: 60, characters: 20_000, imageCharacters: 1_500_000 };

const lines = z.union([z.string(), z.array(z.string()).transform((all) => all.join(""))]);
const stream = z.object({ output_type: z.literal("stream"), name: z.enum(["stdout", "stderr"]), text: lines });
const error = z.object({
  output_type: z.literal("error"),
  ename: z.string(),
  evalue: z.string(),
  traceback: z.array(z.string()),
});
const shown = z.object({
  output_type: z.enum(["display_data", "execute_result"]),
  data: z.record(z.string(), z.unknown()),
});
const known = z.discriminatedUnion("output_type", [stream, error, shown]);

/**
 * A cell's outputs, made safe for others to read: text, errors, and pictures, up to the limits. In place of HTML they have the
 * plain text that came with it.
 * @param options `figures`: true for also figures, for pages with plotly.js; `pictures`: the page's pictures so far.
 */
export function outputsToShow(
  outputs: readonly Output[],
  { figures = false, pictures = new Pictures() }: { figures?: boolean; pictures?: Pictures } = {},
): Output[] {
  return outputs.slice(0, most.outputs).flatMap((output) => {
    const parsed = known.safeParse(output);
    return parsed.success ? toShow(parsed.data, figures, pictures) : [];
  });
}

function toShow(output: z.infer<typeof known>, figures: boolean, pictures: Pictures): Output[] {
  switch (output.output_type) {
    case "stream":
      return [{ ...output, text: shortened(output.text) }];
    case "error":
      return [
        {
          output_type: "error",
          ename: shortened(output.ename, 200),
          evalue: shortened(output.evalue, 2000),
          traceback: output.traceback.slice(0, 40).map((line) => shortened(line, 500)),
        },
      ];
    default: {
      const data = (figures ? figureIn(output.data) : undefined) ?? dataToShow(output.data, pictures);
      return Object.keys(data).length === 0 ? [] : [{ output_type: "display_data", data, metadata: {} }];
    }
  }
}

/** A figure in the form that the workbook itself shows. */
function figureIn(data: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const figure = figureToShow(data["application/vnd.plotly.v1+json"]);
  return figure && figureBundle(figure).data;
}

function dataToShow(data: Readonly<Record<string, unknown>>, pictures: Pictures): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [type, value] of Object.entries(data)) {
    const text = lines.safeParse(value).data;
    if (text === undefined) continue;
    if (type === "text/plain") kept[type] = shortened(text);
    if (type !== "image/png" && type !== "image/jpeg") continue;
    const picture = text.length <= most.imageCharacters ? pictures.take(type, text) : undefined;
    if (picture === undefined) kept["text/plain"] ??= `(A picture is not shown: ${shownPictures}.)`;
    else kept[type] = picture;
  }
  return kept;
}

function shortened(text: string, characters = most.characters): string {
  return wellFormed(text.length <= characters ? text : `${text.slice(0, characters)}\n... and more\n`);
}
