/**
 * Where a search for a free port begins. It is each process's own: two that search at once would find the same, which is bound
 * seconds later. Below the ports that Linux gives to whoever asks for any.
 */
export const firstPort = 18_000 + 14 * (process.pid % 1000);
