import type { ReactNode } from 'react';
import { createModel, effect, signal } from '@preact/signals-react';
import { Box, ClipboardPlus, Cpu, LineChart, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { ApiError, alarmHandling, type Alarm, type AlarmDetails, type AlarmEvent } from '@farm3d/api';
import { Button, ErrorState, SelectField, Skeleton } from '@farm3d/ui';
import { PageDialog } from '../../kit/dialog.tsx';
import { CommentForm, ShelveMenu } from './alarm-bulk-bar.tsx';
import { AlarmState, instantText, readingsText } from './alarm-cells.tsx';
import { conditionText, durationText } from '../../components/rules/condition-text.ts';
import { SeverityMark } from '../../components/rules/severity-mark.tsx';
import { useModelOf } from '../../kit/services.tsx';
import type { AlarmActions, Alarms } from './model.ts';
import { loadable } from '../../platform/loadable.ts';
import { term } from '../../platform/locale.ts';
import { devicePath, newWorkOrderPath, sceneDevicePath, workOrderPath } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { dateText, presentTime } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** One alarm with its history, which follows the stream. */
const DetailModel = createModel(({ live, clientOf }: Services, id: string) => {
  const handling = clientOf({ alarmHandling }).alarmHandling;
  const details = loadable<AlarmDetails>((abort) => handling.details(id, { signal: abort }));
  const isSending = signal(false);
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'alarm' && event.alarm.id === id) void details.load();
      else if (event.type === 'subscribed') void details.load();
    }),
  );
  void details.load();
  return {
    details,
    isSending,
    /** Answers whether it is stored. */
    comment: async (text: string): Promise<boolean> => {
      isSending.value = true;
      try {
        await handling.comment(id, text);
        await details.load();
        return true;
      } catch (error) {
        showToast('error', problemText(error), `alarm.${id}`);
        return false;
      } finally {
        isSending.value = false;
      }
    },
  };
});
type Detail = InstanceType<typeof DetailModel>;

interface AlarmPanelProps {
  model: Alarms;
  actions: AlarmActions;
  alarmId: string;
  onClose: () => void;
}

/** One alarm: its reason, what happened to it, where its device stands, and what can be done about it. */
export function AlarmPanel({ model, actions, alarmId, onClose }: AlarmPanelProps) {
  const detail = useModelOf(DetailModel, alarmId);
  const details = detail.details.value.value;
  const error = detail.details.error.value;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <PageDialog
      placement="side"
      onClose={onClose}
      title={details?.alarm.name ?? t('alarmList.detail')}
      testId="alarm-panel"
      actions={
        details && <PanelActions alarm={details.alarm} actions={actions} reload={detail.details.load} />
      }
    >
      {details ? (
        <Contents model={model} detail={detail} details={details} actions={actions} />
      ) : error === null ? (
        <Skeleton className="h-60" />
      ) : (
        <ErrorState
          title={isGone ? t('alarmList.gone') : problemText(error)}
          hint={isGone ? '' : problemHint(error)}
          action={<Button onClick={() => void detail.details.load()}>{t('common.retry')}</Button>}
        />
      )}
    </PageDialog>
  );
}

interface PanelActionsProps {
  alarm: Alarm;
  actions: AlarmActions;
  reload: () => Promise<void>;
}

function PanelActions({ alarm, actions, reload }: PanelActionsProps) {
  const perform = async (action: Parameters<AlarmActions['one']>[1]): Promise<void> => {
    await actions.one(alarm, action);
    await reload();
  };
  return (
    <>
      {alarm.active && (
        <>
          <Button size="sm" data-testid="alarm-panel-clear" onClick={() => void perform({ kind: 'clear' })}>
            {t('alarmList.clear')}
          </Button>
          <ShelveMenu
            testId="alarm-panel-shelve"
            canUnshelve={alarm.shelvedUntil !== null}
            onShelve={(minutes) => void perform({ kind: 'shelve', minutes })}
          />
        </>
      )}
      {!alarm.acknowledged && (
        <Button
          size="sm"
          variant="primary"
          data-testid="alarm-panel-acknowledge"
          onClick={() => void perform({ kind: 'acknowledge' })}
        >
          {t('alarms.acknowledge')}
        </Button>
      )}
    </>
  );
}

interface ContentsProps {
  model: Alarms;
  detail: Detail;
  details: AlarmDetails;
  actions: AlarmActions;
}

function Contents({ model, detail, details, actions }: ContentsProps) {
  const { alarm, condition, durationMs, workOrders } = details;
  const keys = model.names.keys.value.value;
  const sentence =
    condition &&
    conditionText(condition, (key) => {
      const line = keys?.get(key);
      return { name: term(key, line?.name ?? key), unit: line?.unit ?? '' };
    });
  const lasted = durationText((alarm.clearedAt ?? presentTime()) - alarm.raisedAt);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <SeverityMark severity={alarm.severity} isActive={alarm.active} />
        <AlarmState alarm={alarm} />
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-body">
        <Fact label={t('alarmList.column.device')}>{alarm.deviceName}</Fact>
        <Fact label={t('alarmList.reason')}>
          {sentence ?? t('alarmList.reason.none')}
          {durationMs !== null &&
            durationMs > 0 &&
            t('alarmList.reason.duration', { time: durationText(durationMs) })}
        </Fact>
        <Fact label={t('alarmList.reading')}>{readingsText(alarm, keys) || t('common.noValue')}</Fact>
        <Fact label={t('alarmList.raised')}>{instantText(alarm.raisedAt)}</Fact>
        <Fact label={t('alarmList.lasted')}>{lasted}</Fact>
        {workOrders.length > 0 && (
          <Fact label={t('alarmList.workOrder')}>
            {workOrders.map(({ id, title }) => (
              <Link
                key={id}
                href={workOrderPath(id)}
                data-testid="alarm-to-order"
                className="block text-water hover:underline"
              >
                {title}
              </Link>
            ))}
          </Fact>
        )}
      </dl>
      <PanelLinks model={model} alarm={alarm} />
      <SelectField
        label={t('alarmList.assign')}
        placeholder={t('alarmList.assign.nobody')}
        testId="alarm-panel-assign"
        value={alarm.assignee?.id ?? ''}
        options={[
          { value: '', label: t('alarmList.assign.nobody') },
          ...(model.names.people.value.value ?? []).map(({ userId, username, displayName }) => ({
            value: userId,
            label: displayName || username,
          })),
        ]}
        onChange={(userId) =>
          void actions.one(alarm, { kind: 'assign', userId: userId === '' ? null : userId })
        }
      />
      <section>
        <h3 className="mb-2 text-note font-medium text-ink-3">{t('alarmList.history')}</h3>
        <ol className="flex flex-col gap-2 border-l border-line pl-4">
          {details.history.map((event) => (
            <li key={event.id} data-testid="alarm-event" data-kind={event.kind}>
              <p className="text-body">{eventText(event)}</p>
              <p className="text-note text-ink-3 tabular-nums">
                {instantText(event.at)}
                {event.user !== null && ` · ${event.user}`}
              </p>
            </li>
          ))}
        </ol>
      </section>
      <CommentForm isSending={detail.isSending.value} send={detail.comment} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-note leading-6 whitespace-nowrap text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

interface PanelLinkProps {
  href: string;
  testId: string;
  icon: LucideIcon;
  children: string;
}

function PanelLink({ href, testId, icon: Icon, children }: PanelLinkProps) {
  return (
    <Link
      href={href}
      data-testid={testId}
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong px-3 text-note font-medium text-water hover:bg-hover"
    >
      <Icon aria-hidden size={16} />
      {children}
    </Link>
  );
}

/** To the device in its scenes, to its values at that instant, and to its page. */
function PanelLinks({ model, alarm: { deviceId, values, raisedAt } }: { model: Alarms; alarm: Alarm }) {
  const places = model.names.places.value.get(deviceId) ?? [];
  const [key] = Object.keys(values);
  const chart = new URLSearchParams({ at: String(raisedAt), ...(key === undefined ? {} : { key }) });
  return (
    <nav aria-label={t('alarmList.links')} className="flex flex-wrap gap-2">
      {places.map(({ id, name }) => (
        <PanelLink key={id} href={sceneDevicePath(id, deviceId)} testId="alarm-to-scene" icon={Box}>
          {t('alarmList.toScene', { name })}
        </PanelLink>
      ))}
      <PanelLink
        href={`${devicePath(deviceId, 'chart')}?${chart.toString()}`}
        testId="alarm-to-chart"
        icon={LineChart}
      >
        {t('alarmList.toChart')}
      </PanelLink>
      <PanelLink href={devicePath(deviceId)} testId="alarm-to-device" icon={Cpu}>
        {t('alarmList.toDevice')}
      </PanelLink>
      <PanelLink href={newWorkOrderPath(deviceId)} testId="alarm-new-order" icon={ClipboardPlus}>
        {t('alarmList.newOrder')}
      </PanelLink>
    </nav>
  );
}

function eventText({ kind, text, until, severity, assignee }: AlarmEvent): string {
  if (kind === 'comment') return text ?? '';
  if (kind === 'shelved' && until !== null)
    return t('alarmList.event.shelvedUntil', { time: dateText(until) });
  if (kind === 'escalated' && severity)
    return t('alarmList.event.escalatedTo', { severity: t(`alarms.severity.${severity}`) });
  if (kind === 'assigned')
    return assignee === null
      ? t('alarmList.event.unassigned')
      : t('alarmList.event.assignedTo', { name: assignee });
  return t(`alarmList.event.${kind}`);
}
