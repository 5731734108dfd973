import { useLayoutEffect, useRef } from 'react';
import type { ReadonlySignal } from '@preact/signals-react';
import { whileInView } from './while-in-view.ts';

export interface SignalTextProps {
  text: ReadonlySignal<string>;
  className?: string;
  /** Of a long list: out of view the text may be two seconds old. Default false. */
  isLazy?: boolean;
}

/**
 * Text that changes often, written to the DOM: `{signal}` in JSX would render a component for each change, and readings
 * change all the time.
 */
export function SignalText({ text, className, isLazy = false }: SignalTextProps) {
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
    const begin = () => text.subscribe(write);
    return isLazy ? whileInView(current, begin, () => write(text.peek())) : begin();
  }, [text, isLazy]);
  return <span ref={span} className={className} />;
}
