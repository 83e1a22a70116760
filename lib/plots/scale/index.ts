/** Figures of steps on few and on thousands of devices. */
export { perDeviceFigure, type DeviceRate } from "./per-device";
export { scaleErrorsFigure, type ScaleGuess, type ScalePoint } from "./scale-errors";
export { slowestFigure, type SlowestCurve } from "./slowest";
