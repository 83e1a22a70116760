/** Whether nbgrader runs this notebook to grade it, so that nothing is trained and nothing submitted. */
export const isGrading = (): boolean => process.env.NBGRADER_EXECUTION !== undefined;
