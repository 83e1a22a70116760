import os from "node:os";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Turns the signals that ask a process to end into a wish that is heard between two steps. */
export class Interruption {
  /** The signal that came, if one did. */
  signal: NodeJS.Signals | undefined;
  private agreed = false;
  private readonly listeners = new Map<NodeJS.Signals, () => void>();

  /**
   * @param say Is told of the first signal.
   * @param inTeam Several processes train together: they must end after the same step, so a wish counts when all know it.
   */
  constructor(
    say: (line: string) => void,
    private readonly inTeam = false,
  ) {
    let first = 0;
    for (const signal of signals) {
      const listener = (): void => {
        // A terminal sends Ctrl-C to parent and child, and the parent passes it on: those are one.
        if (this.signal && Date.now() - first < 1000) return;
        if (this.signal) process.exit(signalStatus(signal));
        this.signal = signal;
        first = Date.now();
        say(`${signal}: ending after this step (once more ends at once).`);
      };
      this.listeners.set(signal, listener);
      process.on(signal, listener);
    }
  }

  /** Whether to end now: a signal came; in a team, one came to some process, and the last step told all of them. */
  requested(): boolean {
    return this.inTeam ? this.agreed : this.signal !== undefined;
  }

  /** How many processes of the team were asked to end, as a step has added it up. */
  heard(asked: number): void {
    this.agreed ||= asked > 0;
  }

  dispose(): void {
    for (const [signal, listener] of this.listeners) process.off(signal, listener);
  }
}

/** The exit status that shells give a process ended by a signal. */
export function signalStatus(signal: NodeJS.Signals): number {
  return 128 + os.constants.signals[signal];
}
