import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that answers the value of the last render: for things that outlive a render, such as a map. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
