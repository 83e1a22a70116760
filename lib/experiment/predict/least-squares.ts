import { Matrix, QrDecomposition, solve, SingularValueDecomposition } from "ml-matrix";

interface Solution {
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
 * Least squares without an intercept, by a QR decomposition (Householder's, of ml-matrix) of columns scaled to length 1.
 * @param rows One for each value, with one entry for each column.
 * @returns undefined when columns are dependent, so that many coefficients fit equally well.
 */
export function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): Solution | undefined {
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
