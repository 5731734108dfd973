import { useEffect, useState } from 'react';

/**
 * Whether something that leaves slowly is still on the page.
 * @param isOpen from now on it comes, or goes
 * @param leaveMs how long it takes to go
 */
export function usePresence(isOpen: boolean, leaveMs: number): boolean {
  const [isPresent, setPresent] = useState(isOpen);
  if (isOpen && !isPresent) setPresent(true);
  useEffect(() => {
    if (isOpen) return undefined;
    const timer = setTimeout(() => setPresent(false), leaveMs);
    return () => clearTimeout(timer);
  }, [isOpen, leaveMs]);
  return isOpen || isPresent;
}
