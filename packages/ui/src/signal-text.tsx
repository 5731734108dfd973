import { useLayoutEffect, useRef } from 'react';
import type { ReadonlySignal } from '@preact/signals-react';
import { whileInView } from './while-in-view.ts';

export interface SignalTextProps {
  text: ReadonlySignal<string>;
  className?: string;
}

/**
 * Text that changes often, written to the DOM: `{signal}` in JSX would render a component for each change, and readings
 * change all the time. Outside of the view, such as far down in a list, the text stays what it was.
 */
export function SignalText({ text, className }: SignalTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = span;
    if (!current) return undefined;
    const write = (now: string): void => {
      const written = current.firstChild;
      // The same text node: a new one would cost layout.
      if (!written) current.append(now);
      else if (written.nodeValue !== now) written.nodeValue = now;
    };
    return whileInView(current, () => text.subscribe(write));
  }, [text]);
  return <span ref={span} className={className} />;
}
