import type { WorkOrder } from '@farm3d/api';
import type { QueuedStep } from '../../platform/outbox/outbox-store.ts';

/** An order as it will be when the steps that wait for the network have arrived. */
export function withWaiting(order: WorkOrder, waiting: readonly QueuedStep[]): WorkOrder {
  return waiting
    .filter(({ orderId, refusal }) => orderId === order.id && refusal === null)
    .reduce<WorkOrder>(
      (present, { state, checklist, signature, at }) => ({
        ...present,
        state: state ?? present.state,
        checklist:
          checklist?.map(({ text, done }, index) => {
            const before = present.checklist[index];
            return before?.text === text && before.done === done
              ? before
              : { text, done, by: null, at: null };
          }) ?? present.checklist,
        signature: signature ? { ...signature, at } : present.signature,
      }),
      order,
    );
}
