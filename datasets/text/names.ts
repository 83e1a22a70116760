/** The names of the texts; any other is the path of a file. */
export const textNames = ["shakespeare", "synthetic"] as const;
