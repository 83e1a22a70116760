export { epochTimeByNodesFigure } from "./epoch-time";
