import { z } from "zod";
import type { Output } from "../../notebooks/notebook";
import { wellFormed } from "../intake";

/** The most of one cell's outputs that feedback shows. */
const most = { outputs: 60, characters: 20_000, htmlCharacters: 100_000, imageCharacters: 1_500_000 };

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
 * What feedback shows of a cell's outputs: text, errors, tables (nbgrader's side lets no script through) and pictures, not
 * too much of it.
 */
export function outputsToShow(outputs: readonly Output[]): Output[] {
  return outputs.slice(0, most.outputs).flatMap((output) => {
    const read = known.safeParse(output);
    return read.success ? toShow(read.data) : [];
  });
}

function toShow(output: z.infer<typeof known>): Output[] {
  switch (output.output_type) {
    case "stream":
      return [{ ...output, text: short(output.text) }];
    case "error":
      return [
        {
          output_type: "error",
          ename: short(output.ename, 200),
          evalue: short(output.evalue, 2000),
          traceback: output.traceback.slice(0, 40).map((line) => short(line, 500)),
        },
      ];
    default: {
      const data = dataToShow(output.data);
      return Object.keys(data).length === 0 ? [] : [{ output_type: "display_data", data, metadata: {} }];
    }
  }
}

function dataToShow(data: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [type, value] of Object.entries(data)) {
    const text = lines.safeParse(value).data;
    if (text === undefined) continue;
    if (type === "text/plain") kept[type] = short(text);
    if (type === "text/html" && text.length <= most.htmlCharacters) kept[type] = wellFormed(text);
    const picture = type === "image/png" || type === "image/jpeg";
    if (picture && text.length <= most.imageCharacters && /^[A-Za-z0-9+/=\s]*$/.test(text)) kept[type] = text;
  }
  return kept;
}

function short(text: string, characters = most.characters): string {
  return wellFormed(text.length <= characters ? text : `${text.slice(0, characters)}\n... and more\n`);
}
