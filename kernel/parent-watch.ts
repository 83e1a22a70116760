/**
 * A worker thread: looks every second whether the Jupyter server still lives, and ends the kernel and what it has
 * started when it does not. A server that was killed cannot say goodbye.
 */

const parent = process.ppid;
/** jupyter_client names its own process here; it is not our parent where a wrapper script starts the kernel. */
const server = Number(process.env.JPY_PARENT_PID ?? "0");
const serverSeenAtStart = server > 0 && lives(server);

setInterval(() => {
  if (process.ppid === parent && (!serverSeenAtStart || lives(server))) return;
  endGroup("SIGTERM");
  setTimeout(() => {
    endGroup("SIGKILL");
  }, 2000);
}, 1000);

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it lives, but belongs to another user
  }
}

/** Jupyter starts a kernel as the leader of a process group, so the group holds the programs its cells started. */
function endGroup(signal: NodeJS.Signals): void {
  try {
    process.kill(-process.pid, signal);
  } catch {
    process.kill(process.pid, signal); // not a leader: started by hand
  }
}
