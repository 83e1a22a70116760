import { afterEach } from "vitest";

interface Disposable {
  dispose(): void;
}

/** Lets what the returned function is given be disposed after each test of the file. The function returns the first of it. */
export function disposedAfterEach() {
  const made: Disposable[] = [];
  afterEach(() => {
    made.splice(0).forEach((each) => each.dispose());
  });
  return <T extends Disposable>(first: T, ...others: readonly Disposable[]): T => {
    made.push(first, ...others);
    return first;
  };
}
