import type { ReactNode } from 'react';

/** A line above a form: what was restored, or what is wrong. A wrong one can take the focus. */
export function Notice({ tone, children }: { tone: 'water' | 'alarm'; children: ReactNode }) {
  return (
    <div
      role={tone === 'alarm' ? 'alert' : undefined}
      tabIndex={-1}
      className={`flex flex-wrap items-center gap-2 rounded-control px-3 py-2 text-note ${tone === 'alarm' ? 'bg-alarm-soft text-alarm' : 'bg-water-soft text-water'}`}
    >
      {children}
    </div>
  );
}
