import { ScheduledOrders } from '../features/work-orders/scheduled-orders.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import type { Foundation } from './foundation.ts';

/** Starts to make the work orders of schedules. */
export function startScheduledOrders({ pool, log }: Foundation, shutdown: Shutdown): void {
  const scheduled = new ScheduledOrders({ pool, log });
  scheduled.start();
  shutdown.add('scheduled work orders', () => scheduled.stop());
}
