import { Matrix, QrDecomposition, solve } from "ml-matrix";
import { mean, sum } from "simple-statistics";

/** Least squares with an intercept. */
export interface LeastSquares {
  /** Which columns are in the fit, by index: without those that the ones before them determine. */
  kept: number[];
  /** Of the kept columns. */
  coefficients: number[];
  /** Of the values: n - 1 - kept columns. */
  degreesOfFreedom: number;
  /** What each kept column explains beyond the ones before it, as a sum of squares. */
  explained: number[];
  residuals: number[];
  residualSumOfSquares: number;
  /** Around the mean. */
  totalSumOfSquares: number;
  /** Square of the standard error of each coefficient, for residuals of variance 1. */
  coefficientVariances: number[];
  /** The fitted value at a point (of the kept columns), and the square of its standard error for residuals of variance 1. */
  at(point: readonly number[]): { value: number; variance: number };
}

/** A column is taken for one that others determine when less than this share of its length is its own. */
const OWN_SHARE = 1e-9;

/**
 * Least squares by a QR decomposition (Householder's, of ml-matrix). The normal equations, as in
 * ml-regression-multivariate-linear, square the condition of the columns and so lose twice the digits; and that package
 * neither finds dependent columns nor gives the interval of a prediction. Columns and values are centred and columns
 * scaled to a length near 1 first, so a large offset or unit costs no digits.
 * @param columns One array a column, without the intercept's.
 * @param values One for each row.
 */
export function leastSquares(columns: readonly (readonly number[])[], values: readonly number[]): LeastSquares {
  const { middle, centred } = around(values);
  const shapes = columns.map(standardised);
  const { kept, q, r } = decompose(shapes);
  const own = kept.map((index) => shapes[index]);
  const effects = own.map((_, column) => dot(q.getColumn(column), centred));
  const scaled = own.length === 0 ? [] : solve(r, Matrix.columnVector(effects)).getColumn(0);
  const residuals = centred.map((value, row) => value - sum(effects.map((effect, at) => effect * q.get(row, at))));
  const inverse = own.length === 0 ? r : solve(r, Matrix.eye(own.length));

  return {
    kept,
    coefficients: scaled.map((value, at) => value / own[at].unit),
    degreesOfFreedom: values.length - 1 - own.length,
    explained: effects.map((effect) => effect * effect),
    residuals,
    residualSumOfSquares: dot(residuals, residuals),
    totalSumOfSquares: dot(centred, centred),
    coefficientVariances: own.map((shape, at) => squares(inverse.getRow(at)) / shape.unit ** 2),
    at(point) {
      const place = own.map(({ middle: from, unit }, at) => (point[at] - from) / unit);
      const leverage = own.map((_, at) => dot(inverse.getColumn(at), place));
      return { value: middle + dot(place, scaled), variance: 1 / values.length + squares(leverage) };
    },
  };
}

interface Shape {
  middle: number;
  /** The length of the column around its middle, to a power of 2. */
  unit: number;
  /** Around the middle, in units: of a length near 1. */
  values: number[];
  constant: boolean;
}

/** The mean and the differences to it: taken twice, for the mean of large numbers is rounded to their last digit. */
function around(values: readonly number[]): { middle: number; centred: number[] } {
  const first = mean([...values]);
  const rough = values.map((value) => value - first);
  const rest = mean(rough);
  return { middle: first + rest, centred: rough.map((value) => value - rest) };
}

function standardised(column: readonly number[]): Shape {
  const { middle, centred } = around(column);
  const length = Math.sqrt(squares(centred));
  const constant = length <= OWN_SHARE * Math.sqrt(squares(column));
  // A power of 2 divides without rounding.
  const unit = constant ? 1 : 2 ** Math.round(Math.log2(length));
  return { middle, unit, values: centred.map((value) => value / unit), constant };
}

/** The columns that are their own, and their orthogonal and triangular parts. */
function decompose(shapes: readonly Shape[]): { kept: number[]; q: Matrix; r: Matrix } {
  let kept = shapes.flatMap(({ constant }, index) => (constant ? [] : [index]));
  for (;;) {
    if (kept.length === 0) return { kept, q: new Matrix(0, 0), r: new Matrix(0, 0) };
    // More columns than rows cannot all be their own: the first that is not is among as many as there are rows.
    const tried = kept.slice(0, shapes[0].values.length);
    const qr = new QrDecomposition(new Matrix(tried.map((index) => shapes[index].values)).transpose());
    const r = qr.upperTriangularMatrix;
    // Only the first such column is sure: what stands after it was turned by rounding errors.
    const dependent = tried.findIndex((_, at) => Math.abs(r.get(at, at)) < OWN_SHARE);
    if (dependent < 0) return { kept, q: qr.orthogonalMatrix, r };
    kept = kept.filter((_, at) => at !== dependent);
  }
}

function dot(a: readonly number[], b: readonly number[]): number {
  return sum(a.map((value, index) => value * b[index]));
}

function squares(values: readonly number[]): number {
  return dot(values, values);
}
