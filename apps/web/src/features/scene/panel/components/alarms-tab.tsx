import { useEffect, useRef } from 'react';
import { createModel, effect, untracked } from '@preact/signals-react';
import { BellOff } from 'lucide-react';
import { Badge, Button, EmptyState, Skeleton, type BadgeTone } from '@farm3d/ui';
import type { Alarm, AlarmSeverity, Device } from '@farm3d/api';
import { useModelOf } from '../../../../kit/services.tsx';
import { loadable } from '../../../../platform/loadable.ts';
import { problemText } from '../../../../platform/problem.ts';
import { readingText } from '../../../../platform/readings.ts';
import type { Services } from '../../../../platform/services.ts';
import { agoText } from '../../../../platform/time-text.ts';
import type { SceneAlarms } from '../../live/alarms.ts';
import { useFocusKept } from '../../../../platform/use-focus.ts';
import { t } from '../../texts/zh-CN.ts';

/** Alarms of a device that are listed. */
const LIMIT = 20;
const TONES: Record<AlarmSeverity, BadgeTone> = {
  CRITICAL: 'alarm',
  MAJOR: 'alarm',
  MINOR: 'amber',
  WARNING: 'water',
};

const AlarmsModel = createModel(({ api }: Services, deviceId: string, alarms: SceneAlarms) => {
  const list = loadable<readonly Alarm[]>(
    async (signal) => (await api.alarms.ofDevice(deviceId, { pageSize: LIMIT }, { signal })).items,
  );
  effect(() => {
    const changed = alarms.changed.value;
    if (changed?.deviceId !== deviceId) return;
    untracked(() => {
      const current = list.value.peek() ?? [];
      list.set(
        current.some(({ id }) => id === changed.id)
          ? current.map((alarm) => (alarm.id === changed.id ? changed : alarm))
          : [changed, ...current].slice(0, LIMIT),
      );
    });
  });
  let seenLoads = alarms.loads.peek();
  effect(() => {
    const { value: loads } = alarms.loads;
    if (loads === seenLoads) return;
    seenLoads = loads;
    untracked(() => void list.load());
  });
  return { list };
});

interface AlarmsTabProps {
  device: Device;
  alarms: SceneAlarms;
  onFlyTo: (id: string) => void;
}

/** The device's last alarms, active ones marked, each with a button to acknowledge it. */
export function AlarmsTab({ device, alarms: sceneAlarms, onFlyTo }: AlarmsTabProps) {
  const model = useModelOf(AlarmsModel, device.id, sceneAlarms);
  useEffect(() => void model.list.load(), [model]);
  const { value: alarms } = model.list.value;
  const { value: error } = model.list.error;
  if (!alarms)
    return error === null ? (
      <Skeleton className="h-24" />
    ) : (
      <p className="py-4 text-note text-alarm">{t('panel.loadFailed', { reason: problemText(error) })}</p>
    );
  if (alarms.length === 0)
    return (
      <EmptyState
        illustration={<BellOff size={32} />}
        title={t('alarms.none')}
        hint={t('alarms.none.hint')}
      />
    );
  return (
    <ul className="flex flex-col gap-2">
      {alarms.map((alarm) => (
        <AlarmRow
          key={alarm.id}
          alarm={alarm}
          onFly={() => onFlyTo(device.id)}
          onAcknowledge={sceneAlarms.acknowledge}
        />
      ))}
    </ul>
  );
}

interface AlarmRowProps {
  alarm: Alarm;
  /** Flies to the device of the alarm. */
  onFly: () => void;
  onAcknowledge: (id: string) => Promise<void>;
}

function AlarmRow({ alarm, onFly, onAcknowledge }: AlarmRowProps) {
  const values = Object.entries(alarm.values);
  const acknowledged = useRef<HTMLSpanElement>(null);
  useFocusKept(alarm.acknowledged, () => acknowledged.current);
  return (
    <li
      data-testid="alarm-row"
      data-active={alarm.active}
      className="flex items-stretch gap-1 rounded-control border border-line pr-3 transition-colors duration-150 hover:bg-hover"
    >
      <button
        type="button"
        title={t('alarms.fly')}
        data-testid="alarm-fly"
        className="min-w-0 flex-1 rounded-control py-2 pl-3 text-left"
        onClick={onFly}
      >
        <span className="flex items-center gap-2 text-body">
          <Badge tone={alarm.active ? TONES[alarm.severity] : 'neutral'}>
            {t(`alarms.severity.${alarm.severity}`)}
          </Badge>
          <span className="min-w-0 truncate font-medium">{alarm.name}</span>
        </span>
        <span className="tabular-nums block pt-0.5 text-note text-ink-3">
          {t(alarm.active ? 'alarms.isActive' : 'alarms.isCleared')} ·{' '}
          {t('alarms.raisedAt', { time: agoText(alarm.raisedAt) })}
          {values.length > 0 && ` · ${values.map(([, value]) => readingText(value)).join(' / ')}`}
        </span>
      </button>
      {alarm.acknowledged ? (
        <span ref={acknowledged} tabIndex={-1} className="shrink-0 self-center text-note text-ink-3">
          {t('alarms.acknowledged')}
        </span>
      ) : (
        <Button
          size="sm"
          className="self-center"
          data-testid="alarm-acknowledge"
          onClick={() => void onAcknowledge(alarm.id)}
        >
          {t('alarms.acknowledge')}
        </Button>
      )}
    </li>
  );
}
