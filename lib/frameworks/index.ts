/**
 * The other frameworks that this engine is compared with: which there are, and where this machine has them.
 * @module frameworks
 */
export { contenderNamed, contenderNames, contenders, OURS, type Contender, type Distribution } from "./contenders";
export { frameworkArguments } from "./arguments";
export { environmentOf, type Framework, type FrameworkEnvironment, type FrameworkPackage } from "./environment";
