export {
  environmentFile,
  environmentHere,
  readEnvironments,
  recordEnvironment,
  type Environment,
  type Package,
} from "./environment";
