/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./deeper-causes";
export * from "./deeper-job";
export * from "./deeper-network";
export * from "./deeper-scaling";
export * from "./deeper-work";
