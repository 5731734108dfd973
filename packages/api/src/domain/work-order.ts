export type WorkOrderState = 'open' | 'processing' | 'done' | 'closed';

/** Something to be done on the farm. */
export interface WorkOrder {
  id: string;
  title: string;
  content: string;
  state: WorkOrderState;
  source: 'manual' | 'alarm' | 'linkage';
  deviceId: string | null;
  sceneId: string | null;
  /** Id of the user who is to do it. */
  assignee: string | null;
  photos: string[];
  /** Epoch milliseconds. */
  deadline: number | null;
  createdBy: string | null;
  version: number;
}

export interface WorkOrderDraft {
  title: string;
  content?: string;
  deviceId?: string | null;
  sceneId?: string | null;
  assignee?: string | null;
  /** Epoch milliseconds. */
  deadline?: number | null;
  /** Added to those that are there; at most 20 a call. */
  photos?: readonly string[];
}

/** Omitted fields keep their value. Open goes to processing, processing to done, done to closed, with ways back. */
export type WorkOrderPatch = Partial<WorkOrderDraft> & { state?: WorkOrderState; note?: string };

/** One step of a work order. */
export interface WorkOrderStep {
  id: string;
  action: string;
  from: WorkOrderState | null;
  to: WorkOrderState;
  note: string;
  photos: string[];
  username: string | null;
  /** Epoch milliseconds. */
  at: number;
}
