import { publishedRows } from "./published-record";

/** What interrupted the training of Llama 3 405B, and how often within 54 days. */
export interface PublishedInterruptions {
  component: string;
  /** For example `GPU`, `host`, `network`. */
  category: string;
  interruptions: number;
}

/** The unexpected interruptions of datasets/published/llama3-interruptions.csv, most frequent first; its README names the source. */
export async function publishedInterruptions(): Promise<PublishedInterruptions[]> {
  return (await publishedRows("llama3-interruptions")).map(({ component, category, interruptions }) => ({
    ...{ component, category, interruptions: Number(interruptions) },
  }));
}
