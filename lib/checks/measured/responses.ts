import type { Response } from "../../experiment/observations";

/** The response that each of the workbook's designs compares. Another design may compare either. */
export const responsesOf = (design: string): Response[] => {
  if (["lesson", "quick", "local", "fit"].includes(design)) return ["epoch"];
  return design === "full" ? ["training"] : ["epoch", "training"];
};
