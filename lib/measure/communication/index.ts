export * from "./all-reduce";
export * from "./by-nodes";
export * from "./epoch";
export * from "./levels";
