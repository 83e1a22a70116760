export { scheduleFigure } from "./schedule";
