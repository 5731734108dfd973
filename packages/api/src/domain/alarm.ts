import type { Condition, WeeklySchedule } from './condition.ts';
import type { TelemetryValue } from './telemetry.ts';

export type AlarmSeverity = 'CRITICAL' | 'MAJOR' | 'MINOR' | 'WARNING';

export interface AlarmEscalation {
  /** Milliseconds after it was raised. */
  afterMs: number;
  severity: AlarmSeverity;
}

/** When an alarm is raised and when it ends. */
export interface AlarmSetting {
  id: string;
  name: string;
  severity: AlarmSeverity;
  enabled: boolean;
  /** The attribute that it is about, where it is about one. */
  identify: string | null;
  condition: Condition;
  /** The condition must hold without a break for so long, milliseconds. Default 0. */
  durationMs: number;
  /** And over so many readings in a row. Default 1. */
  repeat: number;
  /** It ends when the condition was over for so long, milliseconds. Default 0. */
  clearDurationMs: number;
  /** Nothing is raised outside of it; null: always. */
  schedule: WeeklySchedule | null;
  /** Told again so often while nobody acknowledges it, milliseconds, at least a minute; 0: never. Default 0. */
  reminderMs: number;
  /**
   * What it becomes while nobody acknowledges it, so long after it was raised; growing, at most 5.
   * On the shelf it waits. Default none.
   */
  escalations: AlarmEscalation[];
  /** Whether one that is raised opens a work order. Default false. */
  workOrder: boolean;
  /** It comes from the product model and is changed there. */
  inherited: boolean;
}

/** A setting on its way to the server; one with an id replaces that one. */
export type AlarmSettingDraft = Pick<AlarmSetting, 'name' | 'condition'> &
  Partial<Omit<AlarmSetting, 'inherited'>>;

/** One alarm from its beginning to its end; acknowledging it is apart from its ending. */
export interface Alarm {
  id: string;
  deviceId: string;
  deviceName: string;
  /** Null when the setting was removed. */
  settingId: string | null;
  name: string;
  identify: string | null;
  severity: AlarmSeverity;
  active: boolean;
  acknowledged: boolean;
  /** Epoch milliseconds. */
  raisedAt: number;
  clearedAt: number | null;
  acknowledgedAt: number | null;
  /** Hidden from lists of what needs attention until then. */
  shelvedUntil: number | null;
  /** Steps of the escalation that were taken; `severity` is that of the last. */
  escalation: number;
  remindedAt: number | null;
  /** What the condition saw when it was raised. */
  values: Record<string, TelemetryValue>;
}

export interface AlarmQuery {
  /** From 1. */
  page?: number;
  /** 1 … 200, default 20. */
  pageSize?: number;
  deviceId?: string;
  active?: boolean;
  acknowledged?: boolean;
  severity?: AlarmSeverity;
  /** Raised at or after, epoch milliseconds. */
  startTs?: number;
  /** Raised before, epoch milliseconds. */
  endTs?: number;
}
