/** Whether nbgrader runs this notebook to grade it, so that nothing is trained and nothing submitted. */
export const isGrading = (): boolean => process.env.NBGRADER_EXECUTION !== undefined;

/** Whether it is the student who has nbgrader run this notebook, by *Validate*. */
export const isValidating = (): boolean => process.env.NBGRADER_EXECUTION === "validate";
