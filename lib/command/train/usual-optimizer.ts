/** The optimizer that flags name, or the usual one of their model. */
export const usualOptimizer = ({ optimizer, model }: { optimizer?: "sgd" | "adamw"; model: string }): "sgd" | "adamw" =>
  optimizer ?? (model.startsWith("gpt") ? "adamw" : "sgd");
