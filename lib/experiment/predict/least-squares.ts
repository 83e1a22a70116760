import { Matrix, QrDecomposition, solve, SingularValueDecomposition } from "ml-matrix";

/** Least squares without an intercept. */
export interface Solution {
  coefficients: number[];
  /** Covariances of the coefficients, for residuals of variance 1. */
  covariance: number[][];
}

/**
 * Columns of length 1 whose condition is beyond this are taken to determine each other: what only the last thousandth of a
 * time could tell (that a last batch is smaller, say) is lost among what disturbs a run.
 */
const WORST_CONDITION = 1e3;

/**
 * Least squares by a QR decomposition (Householder's, of ml-matrix), with columns scaled to length 1 first.
 * @param rows One a value, each with one entry a column.
 * @returns undefined where columns determine each other, so that many coefficients fit equally well.
 */
export function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): Solution | undefined {
  const columns = rows[0].length;
  if (rows.length < columns) return undefined;
  const lengths = Array.from({ length: columns }, (_, at) => Math.hypot(...rows.map((row) => row[at])));
  if (lengths.some((length) => !(length > 0))) return undefined;
  const qr = new QrDecomposition(new Matrix(rows.map((row) => row.map((entry, at) => entry / lengths[at]))));
  const r = qr.upperTriangularMatrix;
  if (!(new SingularValueDecomposition(r).condition < WORST_CONDITION)) return undefined;
  const scaled = qr.solve(Matrix.columnVector(values)).getColumn(0);
  const inverse = solve(r, Matrix.eye(columns));
  const covariance = inverse.mmul(inverse.transpose()).to2DArray();
  return {
    coefficients: scaled.map((value, at) => value / lengths[at]),
    covariance: covariance.map((row, at) => row.map((entry, other) => entry / (lengths[at] * lengths[other]))),
  };
}
