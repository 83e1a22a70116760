/** Other frameworks, which train the same network on the same images as this engine. */
export { contenderNamed, contenderNames, contenders, OURS, type Contender, type Distribution } from "./contenders";
export { frameworkArguments } from "./arguments";
export { environmentOf, type Framework, type FrameworkEnvironment, type FrameworkPackage } from "./environment";
export { trainIn, type ContenderOptions } from "./run";
