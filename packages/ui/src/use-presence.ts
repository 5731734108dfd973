import { useEffect, useState } from 'react';

/**
 * Whether an element with a closing transition is still in the DOM.
 * @param isOpen whether it is open or opening
 * @param leaveMs duration of the closing transition, milliseconds
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
