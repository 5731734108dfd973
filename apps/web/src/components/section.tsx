import type { ReactNode } from 'react';

/** A part of an editor page with its heading. */
export function Section({
  title,
  hint,
  action,
  children,
}: {
  title: string;
  hint?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-panel border border-line bg-raised p-4">
      <div className="mb-3 flex min-h-8 flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="text-body font-semibold">{title}</h2>
          {hint && <p className="text-note text-ink-3">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
