export * from "./all-reduce";
export * from "./by-nodes";
export * from "./epoch";
export * from "./levels";
export * from "./network";
export * from "./parts";
export * from "./rounds";
export * from "./timeline";
