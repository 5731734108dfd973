import type { ReactNode } from 'react';
import type { DeviceDetail } from '@farm3d/api';
import type { DeviceDetailScreen } from '../device-detail-model.ts';

/** What every tab of a device page gets. */
export interface TabProps {
  model: DeviceDetailScreen;
  device: DeviceDetail;
}

/** A part of a device page with its heading. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-panel border border-line bg-raised p-4">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-2">
        <h2 className="text-note font-semibold text-ink-3">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A line of a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 text-note last:border-0">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  );
}
