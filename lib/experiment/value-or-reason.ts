/** A value, or the reason in one line why there is none. */
export type ValueOrReason<T> = { value: T; why?: undefined } | { value?: undefined; why: string };

/** The result of `make`, or the message of the error that it throws. */
export function valueOrReason<T>(make: () => T): ValueOrReason<T> {
  try {
    return { value: make() };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}
