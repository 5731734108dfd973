import { createModel } from '@preact/signals-react';
import { alarmTrials as trialCalls, type AlarmTrialOfDevices } from '@farm3d/api';
import { runAlarmTrialJob, createTrial, type TrialOptions } from '../../components/rules/alarm-trial.ts';
import { useModelOf } from '../../kit/services.tsx';
import type { Services } from '../../platform/services.ts';
import type { AlarmTrialProps } from '../../components/rules/alarm-setting-dialog.tsx';
import { AlarmTrialPanel } from '../../components/rules/alarm-trial-panel.tsx';
import { durationText } from '../../components/rules/condition-text.ts';
import { t } from '../../components/rules/zh-CN.ts';
import { dateText } from '../../platform/time-text.ts';

/** Devices that are listed, the longest active first. */
const LISTED = 20;
/** The least width of an alarm in a strip, %. */
const LEAST_PERCENT = 0.4;

/** The most that the server tries. */
const DAYS = 30;

/** The trial of an alarm template on every device of the product model. */
const ProductTrialModel = createModel(
  (services: Services, productModelId: string, tried: TrialOptions<AlarmTrialOfDevices>['tried']) => {
    const { alarmTrials } = services.clientOf({ alarmTrials: trialCalls });
    return createTrial<AlarmTrialOfDevices>({
      tried,
      run: (draft, signal) => alarmTrials.ofProduct(productModelId, draft, DAYS, { signal }),
      runAsJob: (draft, signal, onProgress) =>
        runAlarmTrialJob(alarmTrials, { productModelId }, draft, { days: DAYS, signal, onProgress }),
    });
  },
);

/** What the template of the form would have done on the devices of the product model in the last 30 days. */
export default function ProductTrial({ owner, tried }: AlarmTrialProps) {
  const trial = useModelOf(ProductTrialModel, owner, tried);
  return <AlarmTrialPanel trial={trial}>{(answer) => <Answer answer={answer} />}</AlarmTrialPanel>;
}

function sumText({ devices, alarms, activeMs }: AlarmTrialOfDevices): string {
  if (devices === 0) return t('rule.trial.devices.noDevices');
  if (alarms === 0) return t('rule.trial.devices.none', { devices });
  return t('rule.trial.devices', { devices, n: alarms, total: durationText(activeMs) });
}

function Answer({ answer }: { answer: AlarmTrialOfDevices }) {
  const { items, devices, alarms, activeMs, messages, startTs, endTs } = answer;
  return (
    <div className="flex flex-col gap-3">
      <output
        className="text-body font-medium"
        data-testid="alarm-trial-sum"
        data-count={alarms}
        data-total-ms={activeMs}
        data-devices={devices}
      >
        {sumText(answer)}
      </output>
      <ul className="flex flex-col gap-2 empty:hidden">
        {items.slice(0, LISTED).map((item) => (
          <li key={item.deviceId} data-testid="alarm-trial-device" data-count={item.alarms}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-note">
              <span className="min-w-0 font-medium break-words">{item.deviceName}</span>
              <span className="text-ink-2 tabular-nums">
                {t('rule.trial.device', { n: item.alarms, total: durationText(item.activeMs) })}
              </span>
            </p>
            <Strip item={item} startTs={startTs} endTs={endTs} />
          </li>
        ))}
      </ul>
      {items.length > LISTED && (
        <p className="text-note text-ink-3">{t('rule.trial.devices.more', { n: items.length - LISTED })}</p>
      )}
      {items.length > 0 && (
        <p className="flex justify-between text-note text-ink-3 tabular-nums">
          <span>{dateText(startTs)}</span>
          <span>{dateText(endTs)}</span>
        </p>
      )}
      {devices > 0 && <p className="text-note text-ink-3">{t('rule.trial.messages', { n: messages })}</p>}
    </div>
  );
}

interface StripProps {
  item: AlarmTrialOfDevices['items'][number];
  startTs: number;
  endTs: number;
}

/** When an alarm would have been active, over the tried days. */
function Strip({ item, startTs, endTs }: StripProps) {
  const percent = (ms: number): number => (100 * ms) / Math.max(1, endTs - startTs);
  return (
    <div aria-hidden className="relative mt-1 h-3 overflow-hidden rounded-sm bg-sunken">
      {item.intervals.map(({ from, to }) => (
        <span
          key={from}
          title={`${dateText(from)} · ${durationText((to ?? endTs) - from)}`}
          className="absolute inset-y-0 bg-alarm"
          style={{
            left: `${percent(from - startTs)}%`,
            width: `${Math.max(LEAST_PERCENT, percent((to ?? endTs) - from))}%`,
          }}
        />
      ))}
    </div>
  );
}
