/* oxlint-disable jsx-a11y/prefer-tag-over-role -- cells of rows that are placed one by one */
import type { ReactNode } from 'react';
import { useComputed } from '@preact/signals-react';
import { ChevronDown, ChevronRight, Clock, Layers, UserRound } from 'lucide-react';
import type { Alarm } from '@farm3d/api';
import { Badge, SignalText, classes } from '@farm3d/ui';
import { durationText } from '../../components/rules/condition-text.ts';
import { SeverityMark } from '../../components/rules/severity-mark.tsx';
import { listText, term } from '../../platform/locale.ts';
import { readingText, type ReadingLine } from '../../platform/readings.ts';
import { agoText, clockText, dateText, presentTime } from '../../platform/time-text.ts';
import { alarmsOf, shownOf, type Alarms } from './model.ts';
import type { AlarmRow, Storm } from './storms.ts';
import { t } from './zh-CN.ts';

const DAY_MS = 86_400_000;

/** Date and time with seconds. */
export const instantText = (at: number): string =>
  `${dateText(at).slice(0, -'HH:mm'.length)}${clockText(at)}`;

/** Until when an alarm is shelved: the time of day, from a day on with the date. */
const untilText = (until: number, now: number): string =>
  until - now < DAY_MS ? dateText(until).slice(-'HH:mm'.length) : dateText(until);

/** Values of an alarm when it was raised, with their names and units. */
export function readingsText({ values }: Alarm, keys: ReadonlyMap<string, ReadingLine> | null): string {
  return Object.entries(values)
    .map(([key, value]) => {
      const line = keys?.get(key);
      return `${term(key, line?.name ?? key)} ${readingText(value)}${line?.unit ? ` ${line.unit}` : ''}`;
    })
    .join(' · ');
}

/** Columns after the check box. */
export const ALARM_COLUMNS = ['severity', 'name', 'device', 'scene', 'group', 'age', 'state'] as const;
export const COLUMN_TEMPLATE =
  '2.75rem 5.5rem minmax(12rem, 2fr) minmax(9rem, 1.2fr) minmax(6rem, 0.8fr) minmax(6rem, 0.8fr) minmax(6rem, 0.7fr) minmax(8rem, 0.9fr)';

interface AlarmCellsProps {
  model: Alarms;
  row: AlarmRow;
  isSelected: boolean;
}

/** The cells of an alarm, or of many that are shown as one. */
export function AlarmCells({ model, row, isSelected }: AlarmCellsProps) {
  const alarm = shownOf(row);
  const list = alarmsOf(row);
  const devices = new Set(list.map(({ deviceId }) => deviceId));
  const scenes = new Set(
    [...devices].flatMap((id) => (model.names.places.value.get(id) ?? []).map(({ name }) => name)),
  );
  const groups = new Set(list.flatMap((one) => one.groups ?? []));
  return (
    <>
      <span role="gridcell" className="max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:w-12">
        {/* The whole cell is the target, for a finger. */}
        <label className="grid size-full min-h-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            aria-label={t('alarmList.select', { name: `${alarm.deviceName} ${alarm.name}` })}
            data-testid="alarm-select"
            onChange={() => model.selection.toggle(list)}
            className="size-5 accent-leaf"
          />
        </label>
      </span>
      <span role="gridcell">
        <SeverityMark severity={alarm.severity} isActive={alarm.active} />
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-2 max-md:order-first max-md:w-full">
        {row.kind === 'storm' ? (
          <StormName model={model} storm={row} />
        ) : (
          <span className={classes('flex min-w-0 items-baseline gap-2', row.inStorm && 'md:pl-6')}>
            <span className="truncate text-body font-medium">{alarm.name}</span>
            <span className="truncate text-note text-ink-3 tabular-nums">
              {readingsText(alarm, model.names.keys.value.value)}
            </span>
          </span>
        )}
      </span>
      <Cell>
        {row.kind === 'storm' && devices.size > 1
          ? t('alarmList.storm.devices', { n: devices.size })
          : alarm.deviceName}
      </Cell>
      <Cell>{listText([...scenes])}</Cell>
      <Cell isSecondary>{listText([...groups])}</Cell>
      <Cell>
        <Age alarm={list[0] ?? alarm} />
      </Cell>
      <span role="gridcell" className="flex min-w-0 items-center gap-1">
        {row.kind === 'storm' ? <StormState storm={row} /> : <AlarmState alarm={alarm} />}
      </span>
    </>
  );
}

function Cell({ children, isSecondary = false }: { children: ReactNode; isSecondary?: boolean }) {
  return (
    <span
      role="gridcell"
      className={classes(
        'min-w-0 truncate text-note text-ink-2 max-md:empty:hidden',
        isSecondary && 'max-md:hidden',
      )}
    >
      {children}
    </span>
  );
}

/** Written to the DOM: the passing of time renders no component. */
function Age({ alarm }: { alarm: Alarm }) {
  const text = useComputed(() => agoText(alarm.raisedAt));
  return (
    <span title={instantText(alarm.raisedAt)}>
      <SignalText text={text} className="tabular-nums" />
    </span>
  );
}

function StormName({ model, storm }: { model: Alarms; storm: Storm }) {
  const [alarm] = storm.alarms;
  const isOpened = model.opened.value.has(storm.key);
  const Arrow = isOpened ? ChevronDown : ChevronRight;
  return (
    <>
      <Arrow aria-hidden size={16} className="shrink-0 text-ink-3" />
      <span className="truncate text-body font-medium">
        {storm.of === 'setting' ? alarm?.name : t('alarmList.storm.device')}
      </span>
      <Badge
        tone="neutral"
        icon={<Layers aria-hidden size={12} strokeWidth={2} />}
        title={t('alarmList.storm.title')}
        testId="alarm-storm-count"
      >
        {t('alarmList.storm.count', { n: storm.alarms.length })}
      </Badge>
    </>
  );
}

function StormState({ storm }: { storm: Storm }) {
  const left = storm.alarms.filter(({ active, acknowledged }) => active && !acknowledged).length;
  return (
    <span className="truncate text-note text-ink-2 tabular-nums">
      {left === 0 ? t('alarms.acknowledged') : t('alarmList.storm.left', { n: left })}
    </span>
  );
}

/** State of an alarm in words, with who takes care of it. */
export function AlarmState({ alarm }: { alarm: Alarm }) {
  const { active, acknowledged, shelvedUntil, clearedAt, raisedAt, assignee } = alarm;
  return (
    <>
      {!active ? (
        <Badge tone="leaf" title={clearedAt === null ? '' : dateText(clearedAt)}>
          {clearedAt === null
            ? t('alarms.isCleared')
            : t('alarmList.state.clearedAfter', { time: durationText(clearedAt - raisedAt) })}
        </Badge>
      ) : shelvedUntil !== null && shelvedUntil > presentTime() ? (
        <Badge icon={<Clock aria-hidden size={12} strokeWidth={2} />} title={dateText(shelvedUntil)}>
          {t('alarmList.state.shelvedUntil', { time: untilText(shelvedUntil, presentTime()) })}
        </Badge>
      ) : acknowledged ? (
        <Badge>{t('alarms.acknowledged')}</Badge>
      ) : (
        <span className="text-note font-medium text-ink">{t('alarmList.state.isNew')}</span>
      )}
      {assignee && (
        <span
          title={t('alarmList.assignee', { name: assignee.name })}
          className="flex min-w-0 items-center gap-0.5 text-note text-ink-3"
        >
          <UserRound aria-hidden size={14} className="shrink-0" />
          <span className="truncate">{assignee.name}</span>
        </span>
      )}
    </>
  );
}
