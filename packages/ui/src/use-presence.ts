import { useEffect, useState } from 'react';

/**
 * Whether something that leaves slowly is still on the page.
 * @param isOpen from now on it comes, or goes
 * @param leaveMs how long it takes to go
 */
export function usePresence(isOpen: boolean, leaveMs: number): boolean {
  const [isThere, setThere] = useState(isOpen);
  if (isOpen && !isThere) setThere(true);
  useEffect(() => {
    if (isOpen) return undefined;
    const timer = setTimeout(() => setThere(false), leaveMs);
    return () => clearTimeout(timer);
  }, [isOpen, leaveMs]);
  return isOpen || isThere;
}
