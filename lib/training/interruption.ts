import os from "node:os";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Turns the signals that end a process into a request that training reads between two steps. */
export class Interruption {
  /** The signal that came, if one did. */
  signal: NodeJS.Signals | undefined;
  private agreed = false;
  private readonly listeners = new Map<NodeJS.Signals, () => void>();

  /**
   * @param say Called with a line at the first signal.
   * @param inTeam Several processes train together. They must end after the same step, so all must know of the request.
   */
  constructor(
    say: (line: string) => void,
    readonly inTeam = false,
  ) {
    let first = 0;
    for (const signal of signals) {
      const listener = (): void => {
        // A terminal sends Ctrl-C to parent and child, and the parent passes it on: that is one signal.
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

  /** Whether to end now: a signal arrived or, in a team, the last step told all processes of one. */
  requested(): boolean {
    return this.inTeam ? this.agreed : this.signal !== undefined;
  }

  /** Takes the number of processes that were asked to end, which a step adds up over the team. */
  heard(asked: number): void {
    this.agreed ||= asked > 0;
  }

  dispose(): void {
    for (const [signal, listener] of this.listeners) process.off(signal, listener);
  }
}

/** The exit status that shells give to a process ended by a signal. */
export function signalStatus(signal: NodeJS.Signals): number {
  return 128 + os.constants.signals[signal];
}
