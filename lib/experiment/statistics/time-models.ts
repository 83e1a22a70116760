import { cells, factorsBut, type Level, type Observation } from "../observations";
import { tried } from "../tried";
import { fitTimeModel, type TimeModel } from "./time-model";

/** The models of time of one network and mode. */
export interface TimeModels {
  model: Level;
  mode: Level;
  /** All factors but batch and nodes: model, mode, and a design's others. */
  levels: Readonly<Record<string, Level>>;
  linear?: TimeModel;
  quadratic?: TimeModel;
  /** In one line why there are none. */
  why?: string;
}

/** A linear and a quadratic model of time for each network and mode (and each level of a design's other factors). */
export function timeModels(observations: readonly Observation[]): TimeModels[] {
  return cells(observations, factorsBut(observations, "batch", "nodes")).map(({ levels, observations: runs }) => {
    const of = { model: levels.model, mode: levels.mode, levels };
    const { value, why } = tried(() => ({
      linear: fitTimeModel(runs, "linear"),
      quadratic: fitTimeModel(runs, "quadratic"),
    }));
    return value ? { ...of, ...value } : { ...of, why };
  });
}
