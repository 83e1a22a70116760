/**
 * A worker thread that checks every second whether the Jupyter server is still alive, and otherwise ends the kernel and the
 * programs that it started. A server that was killed cannot tell the kernel.
 */

const parent = process.ppid;
/** jupyter_client puts its own process id here; a wrapper script that starts the kernel would be our parent instead. */
const server = Number(process.env.JPY_PARENT_PID ?? "0");
const serverWasAlive = server > 0 && isAlive(server);

setInterval(() => {
  if (process.ppid === parent && (!serverWasAlive || isAlive(server))) return;
  endGroup("SIGTERM");
  setTimeout(() => {
    endGroup("SIGKILL");
  }, 2000);
}, 1000);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it is alive, but belongs to another user
  }
}

/** Jupyter starts a kernel as the leader of a process group, so the group holds the programs its cells started. */
function endGroup(signal: NodeJS.Signals): void {
  try {
    process.kill(-process.pid, signal);
  } catch {
    process.kill(process.pid, signal); // not the leader, because a person started the kernel
  }
}
