/** Figures of runs: their epochs, steps, memory, and what they learn from. */
export { accelerationFigure } from "./acceleration";
export { classesFigure } from "./classes";
export { epochTimeFigure } from "./epoch-time";
export { inputWaitFigure } from "./input-wait";
export { memoryFigure } from "./memory";
export { rooflineFigure } from "./roofline";
export { stepTimeFigure } from "./step-time";
export { timelineFigure } from "./timeline";
export { utilisationFigure } from "./utilisation";
