import { Ban, CalendarClock, CheckCheck, ShieldCheck, SquareTerminal } from 'lucide-react';
import { Badge } from '@farm3d/ui';
import type { OperateLogEntry } from '@farm3d/api';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { SeverityMark } from '../../../components/rules/severity-mark.tsx';
import { SimulatedBadge } from '../../../components/simulated-badge.tsx';
import { t as common, term } from '../../../platform/locale.ts';
import { alarmsPath, devicePath, PATHS, workOrderPath } from '../../../platform/paths.ts';
import { agoText, dateText, presentTime } from '../../../platform/time-text.ts';
import { ROWS, type Home } from '../model.ts';
import { t } from '../zh-CN.ts';
import { CardNote, PartCard, Row } from './part-card.tsx';

const QUIET = { 'aria-hidden': true, size: 28, strokeWidth: 1.25, className: 'text-leaf' } as const;
const ICON = { 'aria-hidden': true, size: 18, className: 'shrink-0 text-ink-3' } as const;

interface ListProps {
  model: Home;
  rows?: number;
  className?: string;
}

/** Open alarms, the most severe first. */
export function AlarmCard({ model, rows = ROWS, className = '' }: ListProps) {
  return (
    <PartCard
      testId="home-alarms"
      title={common('nav.alarms')}
      part={model.alarms}
      href={alarmsPath({ sort: 'severity' })}
      rows={rows}
      className={className}
    >
      {({ alarms }) =>
        alarms.length === 0 ? (
          <CardNote
            icon={<ShieldCheck {...QUIET} />}
            text={t('home.alarms.none')}
            testId="home-alarms-none"
          />
        ) : (
          <ul>
            {alarms.slice(0, rows).map((alarm) => (
              <Row
                key={alarm.id}
                testId="home-alarm"
                href={alarmsPath({ sort: 'severity', alarm: alarm.id })}
                mark={<SeverityMark severity={alarm.severity} />}
                title={alarm.name}
                note={`${alarm.deviceName} · ${agoText(alarm.raisedAt)}`}
                aside={alarm.acknowledged && <Badge>{common('alarms.acknowledged')}</Badge>}
              />
            ))}
          </ul>
        )
      }
    </PartCard>
  );
}

/** Devices that are offline and have sent nothing for an hour. */
export function SilentCard({ model }: ListProps) {
  return (
    <PartCard
      testId="home-silent"
      title={t('home.silent')}
      part={model.silent}
      href={`${PATHS.devices}?state=offline&silent=hour`}
      rows={ROWS}
    >
      {({ items }) =>
        items.length === 0 ? (
          <CardNote icon={<CheckCheck {...QUIET} />} text={t('home.silent.none')} testId="home-silent-none" />
        ) : (
          <ul>
            {items.map((device) => (
              <Row
                key={device.id}
                testId="home-silent-device"
                href={devicePath(device.id)}
                mark={<DeviceIcon productTypeCode={device.productTypeCode} size={32} />}
                title={device.name}
                note={
                  device.lastActivityAt === null
                    ? t('home.silent.never')
                    : t('home.silent.since', { time: agoText(device.lastActivityAt) })
                }
                aside={device.simulated && <SimulatedBadge />}
              />
            ))}
          </ul>
        )
      }
    </PartCard>
  );
}

/** Tasks that are not done, those that are due first. */
export function TaskCard({ model }: ListProps) {
  const now = presentTime();
  return (
    <PartCard
      testId="home-tasks"
      title={t('home.tasks')}
      part={model.tasks}
      href={PATHS.workOrders}
      rows={ROWS}
    >
      {({ items }) =>
        items.length === 0 ? (
          <CardNote icon={<CheckCheck {...QUIET} />} text={t('home.tasks.none')} testId="home-tasks-none" />
        ) : (
          <ul>
            {items.slice(0, ROWS).map((task) => (
              <Row
                key={task.id}
                testId="home-task"
                href={workOrderPath(task.id)}
                mark={<CalendarClock {...ICON} />}
                title={task.title}
                note={
                  task.deadline === null
                    ? t('home.tasks.noDeadline')
                    : t('home.tasks.due', { time: dateText(task.deadline) })
                }
                aside={
                  task.deadline !== null && task.deadline < now ? (
                    <Badge tone="alarm">{t('home.tasks.late')}</Badge>
                  ) : (
                    <Badge>
                      {t(task.state === 'processing' ? 'home.tasks.processing' : 'home.tasks.open')}
                    </Badge>
                  )
                }
              />
            ))}
          </ul>
        )
      }
    </PartCard>
  );
}

function ActionRow({ entry }: { entry: OperateLogEntry }) {
  return (
    <Row
      testId="home-action"
      href={devicePath(entry.deviceId, 'log')}
      mark={entry.error === null ? <SquareTerminal {...ICON} /> : <Ban {...ICON} />}
      title={`${entry.deviceName} · ${term(entry.method, entry.method)}`}
      note={`${entry.username ?? t('home.actions.platform')} · ${agoText(entry.at)}`}
      aside={entry.error !== null && <Badge tone="alarm">{t('home.actions.failed')}</Badge>}
    />
  );
}

/** The last commands to devices. */
export function ActionCard({ model }: ListProps) {
  return (
    <PartCard testId="home-actions" title={t('home.actions')} part={model.actions} rows={ROWS}>
      {({ items }) =>
        items.length === 0 ? (
          <CardNote
            icon={<SquareTerminal {...QUIET} />}
            text={t('home.actions.none')}
            testId="home-actions-none"
          />
        ) : (
          <ul>
            {items.slice(0, ROWS).map((entry) => (
              <ActionRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )
      }
    </PartCard>
  );
}
