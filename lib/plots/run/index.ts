export { learningFigure } from "./learning";
export { timelineFigure } from "./timeline";
