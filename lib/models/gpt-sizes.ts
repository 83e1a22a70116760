/** Published and small sizes. */
export const gptSizes = {
  "gpt-1m": { layers: 4, heads: 4, width: 128, context: 128 },
  "gpt-10m": { layers: 6, heads: 6, width: 384, context: 256 },
  gpt2: { layers: 12, heads: 12, width: 768, context: 1024 },
} as const;
