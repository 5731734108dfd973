import { useLayoutEffect, useRef } from 'react';
import type { ReadonlySignal } from '@preact/signals-react';

export interface SignalTextProps {
  text: ReadonlySignal<string>;
  className?: string;
}

/**
 * Text that changes often, written to the DOM: `{signal}` in JSX would render a component for each change, and
 * readings change all the time.
 */
export function SignalText({ text, className }: SignalTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      text.subscribe((now) => {
        const { current } = span;
        const written = current?.firstChild;
        // The same text node: a new one would cost layout.
        if (!written) current?.append(now);
        else if (written.nodeValue !== now) written.nodeValue = now;
      }),
    [text],
  );
  return <span ref={span} className={className} />;
}
