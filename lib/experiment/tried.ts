/** A value, or in one line why there is none. */
export type Tried<T> = { value: T; why?: undefined } | { value?: undefined; why: string };

/** What `make` gives, or the line of its error. */
export function tried<T>(make: () => T): Tried<T> {
  try {
    return { value: make() };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}
