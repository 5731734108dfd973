import { readdirSync, readFileSync } from 'node:fs';

/** Stops a PostgreSQL and all its processes, as they are now. Returns the function that lets them go on; idempotent. */
export function freezeDatabase(postmaster: number | null): () => void {
  if (postmaster === null) throw new Error('the embedded database does not run');
  // Each process has a group of its own. The postmaster first: it starts no other meanwhile.
  process.kill(postmaster, 'SIGSTOP');
  const stopped = [postmaster];
  for (const pid of childrenOf(postmaster)) {
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
  }
  return () => {
    for (const pid of stopped.splice(0).toReversed()) process.kill(pid, 'SIGCONT');
  };
}

function childrenOf(parent: number): number[] {
  const isChild = (name: string): boolean => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number);
}
