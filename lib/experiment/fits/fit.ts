/** A number of a formula that the rows tell. */
export interface ToldTerm<Name extends string = string> {
  name: Name;
  estimate: number;
  /** Missing when there are no more rows than terms. */
  standardError?: number;
  unit: string;
}

/** A number of a formula that the rows do not tell, or tell less of than is known before. */
export interface HeldTerm<Name extends string = string> {
  name: Name;
  /** Missing if it is unknown. */
  value?: number;
  /** Standard deviation in predictions. Missing: no interval accounts for another value. */
  deviation?: number;
  /** One line. */
  why: string;
}

/** An expected time, in seconds. */
export interface Prediction<Kind extends string = string> {
  seconds: number;
  /** Bounds for a new run with probability {@link level}; if missing, {@link why} gives the reason. */
  low?: number;
  high?: number;
  level: number;
  /** Standard error of a new run, and the degrees of freedom of its Student's t. */
  standardError?: number;
  degreesOfFreedom?: number;
  /** Why there is no interval. */
  why?: string;
  /** Held terms that matter to this prediction. */
  assumes: Kind[];
}

/** A fitted formula. */
export interface Fit<Plan, Kind extends string = string> {
  held: HeldTerm[];
  /** @param level Level of the interval for a new run. Default 0.95. */
  predict(plan: Plan, level?: number): Prediction<Kind>;
}
