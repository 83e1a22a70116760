import { cells, factorsBut, type Level, type Observation } from "../observations";
import { valueOrReason } from "../value-or-reason";
import { fitTimeModel, type TimeModel } from "./time-model";

/** The models of time of one network and mode. */
export interface TimeModels {
  model: Level;
  mode: Level;
  /** The levels of all factors except batch and nodes. */
  levels: Readonly<Record<string, Level>>;
  linear?: TimeModel;
  quadratic?: TimeModel;
  /** Why there are none, in one line. */
  why?: string;
}

/** A linear and a quadratic model of time for each network and mode (and each level of a design's other factors). */
export function timeModels(observations: readonly Observation[]): TimeModels[] {
  return cells(observations, factorsBut(observations, "batch", "nodes")).map(({ levels, observations: runs }) => {
    const group = { model: levels.model, mode: levels.mode, levels };
    const { value, why } = valueOrReason(() => ({
      linear: fitTimeModel(runs, "linear"),
      quadratic: fitTimeModel(runs, "quadratic"),
    }));
    return value ? { ...group, ...value } : { ...group, why };
  });
}
