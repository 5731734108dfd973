import type { Condition } from './condition.ts';
import type { TelemetryValue } from './telemetry.ts';

/** What sets a linkage off. */
export type LinkageTrigger =
  /** Its condition begins to hold. */
  | { type: 'telemetry' }
  | { type: 'alarm'; deviceId: string; change: 'raised' | 'cleared' | 'escalated' | 'reminded' }
  | { type: 'online'; deviceId: string; online: boolean }
  /** Five or six fields, in the wall time of the zone. Default 'Asia/Shanghai'. */
  | { type: 'cron'; expression: string; timeZone: string }
  | { type: 'manual' };

export type LinkageAction =
  /** Waits for the device when it is away, as long as `expiresInMs` says; without it the action fails. */
  | {
      type: 'command';
      deviceId: string;
      method: string;
      params: Record<string, unknown>;
      expiresInMs?: number;
    }
  | { type: 'notice'; title: string; content: string }
  /** Shown in the scene wherever it is open; without a kind what is shown ends. */
  | { type: 'weather'; sceneId: string; kind?: 'rain' | 'snow' | 'sunny' | 'cloudy' | 'overcast' }
  | { type: 'workOrder'; title: string; content: string; deviceId?: string };

/** When something happens, if a condition holds, then do. */
export interface Linkage {
  id: string;
  name: string;
  enabled: boolean;
  trigger: LinkageTrigger;
  /** Null: always. Its parts name their devices. */
  condition: Condition | null;
  /** Done one after the other; what fails does not stop the next. */
  actions: LinkageAction[];
  version: number;
}

export type LinkageDraft = Pick<Linkage, 'name' | 'trigger' | 'actions'> &
  Partial<Pick<Linkage, 'enabled' | 'condition'>>;

/** Omitted fields keep their value; a stale `version` is refused with 409. */
export type LinkagePatch = Partial<LinkageDraft> & { version?: number };

/** One run, and what it saw and did. */
export interface LinkageRun {
  id: string;
  linkageId: string;
  trigger: LinkageTrigger['type'];
  /** 'skipped': the condition did not hold. */
  state: 'running' | 'successful' | 'failed' | 'skipped';
  condition: { deviceId: string | null; key: string | null; actual: TelemetryValue; holds: boolean | null }[];
  actions: { type: LinkageAction['type']; state: 'successful' | 'failed'; detail: string }[];
  error: string | null;
  /** Epoch milliseconds. */
  startedAt: number;
  finishedAt: number | null;
}
