import { Matrix, QrDecomposition, SingularValueDecomposition, solve } from "ml-matrix";
import { mean, sum } from "simple-statistics";

/** Least squares with an intercept. */
export interface WithIntercept {
  /** Indices of the columns in the fit: a column that earlier ones determine is left out. */
  kept: number[];
  /** One for each kept column. */
  coefficients: number[];
  /** Values - 1 - kept columns. */
  degreesOfFreedom: number;
  /** The sum of squares that each kept column explains beyond the earlier ones. */
  explained: number[];
  residuals: number[];
  residualSumOfSquares: number;
  /** Around the mean of the values. */
  totalSumOfSquares: number;
  /** Square of the standard error of each coefficient, for residuals of variance 1. */
  coefficientVariances: number[];
  /** The fitted value at a point (one number for each kept column), and its variance for residuals of variance 1. */
  fittedAt(point: readonly number[]): { value: number; variance: number };
}

/** Other columns determine a column if less than this share of its length is independent of them. */
const LEAST_INDEPENDENT_SHARE = 1e-9;

/**
 * Least squares with an intercept, by a QR decomposition (Householder's, of ml-matrix). The normal equations, as in
 * ml-regression-multivariate-linear, square the condition of the columns and so lose twice the digits; that package
 * also neither finds dependent columns nor gives the interval of a prediction. Columns and values are centred, and columns
 * scaled to a length near 1, so that a large offset or unit costs no digits.
 * @param columns One array for each column, without the intercept.
 */
export function withIntercept(columns: readonly (readonly number[])[], values: readonly number[]): WithIntercept {
  const { middle, centred } = around(values);
  const shapes = columns.map(standardised);
  const { kept, q, r } = decompose(shapes);
  const keptShapes = kept.map((index) => shapes[index]);
  const effects = kept.map((_, column) => dot(q.getColumn(column), centred));
  const scaled = kept.length === 0 ? [] : solve(r, Matrix.columnVector(effects)).getColumn(0);
  const residuals = centred.map((value, row) => value - sum(effects.map((effect, i) => effect * q.get(row, i))));
  const inverse = kept.length === 0 ? r : solve(r, Matrix.eye(kept.length));

  return {
    kept,
    coefficients: scaled.map((value, index) => value / keptShapes[index].unit),
    degreesOfFreedom: values.length - 1 - kept.length,
    explained: effects.map((effect) => effect * effect),
    residuals,
    residualSumOfSquares: dot(residuals, residuals),
    totalSumOfSquares: dot(centred, centred),
    coefficientVariances: keptShapes.map(({ unit }, index) => squares(inverse.getRow(index)) / unit ** 2),
    fittedAt(point) {
      const scaledPoint = keptShapes.map(({ middle: from, unit }, index) => (point[index] - from) / unit);
      const leverage = kept.map((_, index) => dot(inverse.getColumn(index), scaledPoint));
      return { value: middle + dot(scaledPoint, scaled), variance: 1 / values.length + squares(leverage) };
    },
  };
}

interface Shape {
  middle: number;
  /** The length of the centred column, rounded to a power of 2. */
  unit: number;
  /** The centred column divided by `unit`. */
  values: number[];
  constant: boolean;
}

/** The mean and the differences to it. The mean is taken twice because the mean of large numbers is rounded. */
function around(values: readonly number[]): { middle: number; centred: number[] } {
  const first = mean([...values]);
  const rough = values.map((value) => value - first);
  const rest = mean(rough);
  return { middle: first + rest, centred: rough.map((value) => value - rest) };
}

function standardised(column: readonly number[]): Shape {
  const { middle, centred } = around(column);
  const length = Math.sqrt(squares(centred));
  const constant = length <= LEAST_INDEPENDENT_SHARE * Math.sqrt(squares(column));
  // Division by a power of 2 does not round.
  const unit = constant ? 1 : 2 ** Math.round(Math.log2(length));
  return { middle, unit, values: centred.map((value) => value / unit), constant };
}

/** The independent columns, and their orthogonal and triangular parts. */
function decompose(shapes: readonly Shape[]): { kept: number[]; q: Matrix; r: Matrix } {
  let kept = shapes.flatMap(({ constant }, index) => (constant ? [] : [index]));
  for (;;) {
    if (kept.length === 0) return { kept, q: new Matrix(0, 0), r: new Matrix(0, 0) };
    // More columns than rows cannot all be independent: the first dependent one is among as many as there are rows.
    const tried = kept.slice(0, shapes[0].values.length);
    const qr = new QrDecomposition(new Matrix(tried.map((index) => shapes[index].values)).transpose());
    const r = qr.upperTriangularMatrix;
    // Only the first dependent column is certain: rounding errors have changed the columns after it.
    const dependent = tried.findIndex((_, index) => Math.abs(r.get(index, index)) < LEAST_INDEPENDENT_SHARE);
    if (dependent < 0) return { kept, q: qr.orthogonalMatrix, r };
    kept = kept.filter((_, index) => index !== dependent);
  }
}

/** Least squares without an intercept. */
interface LeastSquares {
  coefficients: number[];
  /** Covariances of the coefficients, for residuals of variance 1. */
  covariance: number[][];
}

/**
 * Beyond this condition, columns of length 1 count as dependent. A difference in the last thousandth of a time (a smaller
 * last batch, for example) is lost among the disturbances of a run.
 */
const WORST_CONDITION = 1e3;

/**
 * Least squares without an intercept, by a QR decomposition of columns scaled to length 1.
 * @param rows One for each value, with one entry for each column.
 * @returns undefined when columns are dependent, so that many coefficients fit equally well.
 */
export function leastSquares(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): LeastSquares | undefined {
  const columns = rows[0].length;
  if (rows.length < columns) return undefined;
  const lengths = rows[0].map((_, column) => Math.hypot(...rows.map((row) => row[column])));
  if (lengths.some((length) => !(length > 0))) return undefined;
  const qr = new QrDecomposition(new Matrix(rows.map((row) => row.map((entry, column) => entry / lengths[column]))));
  const r = qr.upperTriangularMatrix;
  if (!(new SingularValueDecomposition(r).condition < WORST_CONDITION)) return undefined;
  const scaled = qr.solve(Matrix.columnVector(values)).getColumn(0);
  const inverse = solve(r, Matrix.eye(columns));
  const covariance = inverse.mmul(inverse.transpose()).to2DArray();
  return {
    coefficients: scaled.map((value, column) => value / lengths[column]),
    covariance: covariance.map((row, i) => row.map((entry, j) => entry / (lengths[i] * lengths[j]))),
  };
}

/** The variance of a sum of coefficients with these weights. */
export function varianceOfSum({ covariance }: Pick<LeastSquares, "covariance">, weights: readonly number[]): number {
  return sum(covariance.map((row, i) => sum(row.map((entry, j) => entry * weights[i] * weights[j]))));
}

/** The sum of products. */
export function dot(a: readonly number[], b: readonly number[]): number {
  return sum(a.map((value, index) => value * b[index]));
}

function squares(values: readonly number[]): number {
  return dot(values, values);
}
