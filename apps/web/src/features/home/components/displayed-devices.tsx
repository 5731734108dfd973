import { useEffect } from 'react';
import { useModel } from '@preact/signals-react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { IconButton, Skeleton } from '@farm3d/ui';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { LiveValue } from '../../../components/live-value.tsx';
import { OnlineState } from '../../../components/online-state.tsx';
import { t as common, term } from '../../../platform/locale.ts';
import { devicePath } from '../../../platform/paths.ts';
import { problemText } from '../../../platform/problem.ts';
import { DisplayedModel } from '../displayed-model.ts';
import { t } from '../zh-CN.ts';

/** People who want nothing to move turn the pages themselves. */
const STILL = '(prefers-reduced-motion: reduce)';
const GRID = 'grid flex-1 grid-cols-2 gap-x-4 gap-y-1 md:grid-cols-4 xl:grid-cols-8';

/** The devices that display screens show, a row of them at a time, with the main reading of each. */
export function DisplayedDevices() {
  const model = useModel(DisplayedModel);
  useEffect(() => model.hold(matchMedia(STILL).matches), [model]);
  const all = model.devices.value.value;
  const error = model.devices.error.value;
  const shown = model.shown.value;
  const from = model.first.value;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only wait while somebody looks
    <section
      aria-label={t('home.displayed')}
      data-testid="home-displayed"
      data-count={all?.length}
      className="flex min-h-16 shrink-0 items-center gap-3 rounded-panel border border-line bg-raised px-4 py-2"
      onPointerEnter={() => model.hold(true)}
      onPointerLeave={() => model.hold(matchMedia(STILL).matches)}
      onFocus={() => model.hold(true)}
    >
      {all === null && error === null && <Skeleton className="h-8 flex-1" />}
      {all === null && error !== null && (
        <p className="text-note text-ink-2">{`${t('home.displayed')}: ${problemText(error)}`}</p>
      )}
      {all?.length === 0 && <p className="text-note text-ink-2">{t('home.displayed.none')}</p>}
      <ul className={GRID}>
        {shown.map((device) => {
          const main = model.mains.value.get(device.productModelCode);
          return (
            <li
              key={device.id}
              data-testid="home-displayed-device"
              data-device-id={device.id}
              className="min-w-0"
            >
              <Link
                href={devicePath(device.id)}
                className="flex min-h-11 items-center gap-2 rounded-control hover:bg-hover"
              >
                <DeviceIcon productTypeCode={device.productTypeCode} size={32} />
                <span className="min-w-0">
                  <span className="block truncate text-xs text-ink-2">{device.name}</span>
                  <span className="block truncate text-note text-ink-2">
                    {main ? (
                      <span title={term(main.key, main.name)}>
                        <LiveValue deviceId={device.id} name={main.key} unit={main.unit} />
                      </span>
                    ) : (
                      <OnlineState device={device} />
                    )}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {model.hasMore.value && (
        <>
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">
            {t('home.displayed.part', {
              from: from + 1,
              to: from + shown.length,
              n: all?.length ?? common('common.noValue'),
            })}
          </span>
          <IconButton
            label={t('home.displayed.next')}
            icon={<ChevronRight size={18} />}
            data-testid="home-displayed-next"
            onClick={model.next}
          />
        </>
      )}
    </section>
  );
}
