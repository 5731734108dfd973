import type { WorkOrder, WorkOrderState } from '@farm3d/api';

/** States from left to right on the board. */
export const STATES = ['open', 'processing', 'done', 'closed'] as const satisfies WorkOrderState[];

/** Priorities, the most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const satisfies WorkOrder['priority'][];

/** Next states that a person can choose, the usual one first; the server refuses others. */
export const NEXT: Readonly<Record<WorkOrderState, readonly WorkOrderState[]>> = {
  open: ['processing', 'closed'],
  processing: ['done', 'open', 'closed'],
  done: ['closed', 'processing'],
  closed: [],
};

/** Whether an order that somebody still works on is past its deadline. @param now epoch milliseconds */
export const isOverdue = ({ state, deadline }: Pick<WorkOrder, 'state' | 'deadline'>, now: number): boolean =>
  deadline !== null && deadline < now && (state === 'open' || state === 'processing');
