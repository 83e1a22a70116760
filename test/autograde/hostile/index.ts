import { answers } from "./answers";
import { bombs } from "./bombs";
import { escaping } from "./escaping";
import { files } from "./files";
import { forging } from "./forging";
import { injecting } from "./injecting";
import type { Kind } from "./kind";
import { killing } from "./killing";
import { loops } from "./loops";
import { notNotebooks } from "./not-notebooks";
import { output } from "./output";

export { REACHED } from "./escaping";
export type { Kind, Lost, Place, World } from "./kind";

/** Every way to be hostile that there is here. */
export const kinds: Kind[] = [
  ...loops,
  ...bombs,
  ...output,
  ...killing,
  ...escaping,
  ...forging,
  ...notNotebooks,
  ...files,
  ...answers,
  ...injecting,
];
