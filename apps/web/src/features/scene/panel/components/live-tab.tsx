import { useEffect } from 'react';
import { createModel } from '@preact/signals-react';
import { Badge, Skeleton } from '@farm3d/ui';
import type { ChartPoint, Device, ProductAttribute, Series } from '@farm3d/api';
import { useModelOf } from '../../../../kit/services.tsx';
import { term } from '../../../../platform/locale.ts';
import { loadable } from '../../../../platform/loadable.ts';
import type { Services } from '../../../../platform/services.ts';
import { LiveValue } from '../../../../components/device-state.tsx';
import { readingLines } from '../../../../platform/readings.ts';
import { sparkPath } from '../spark-path.ts';
import { t } from '../../texts/zh-CN.ts';

const DAY = 86_400_000;
/** About one for each pixel of the line's width. */
const SPARK_POINTS = 72;

/** Size of a sparkline. */
const WIDTH = 80;
const HEIGHT = 28;

const SparksModel = createModel(({ api }: Services, deviceId: string, keys: readonly string[]) => {
  const series = loadable<Series<ChartPoint>>((signal) => {
    const now = Date.now();
    return api.telemetry.chart(
      deviceId,
      { keys, startTs: now - DAY, endTs: now, points: SPARK_POINTS },
      { signal },
    );
  });
  return { series };
});

/** Props of a tab of the device panel that shows values. */
export interface ValuesTabProps {
  readonly device: Device;
  /** Undefined until they are fetched. */
  readonly attributes: readonly ProductAttribute[] | undefined;
}

/** The device's present values, with a sparkline of the last day for each number, and its services. */
export function LiveTab({ device, attributes }: ValuesTabProps) {
  if (!attributes) return <Skeleton className="h-40" />;
  const of = (type: ProductAttribute['type']) => attributes.filter((one) => one.type === type);
  const services = of('service');
  if (attributes.length === 0) return <p className="py-4 text-note text-ink-3">{t('panel.noAttributes')}</p>;
  return (
    <div className="flex flex-col gap-4">
      <Values title={t('panel.states')} deviceId={device.id} attributes={of('status')} />
      <Values title={t('panel.attributes')} deviceId={device.id} attributes={of('attribute')} sparks />
      {services.length > 0 && (
        <section>
          <h3 className="text-note font-semibold text-ink-2">{t('panel.services')}</h3>
          <ul className="flex flex-wrap gap-1.5 pt-2">
            {services.map(({ identify, name }) => (
              <li key={identify}>
                <Badge>{term(identify, name)}</Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface ValuesProps {
  title: string;
  deviceId: string;
  attributes: readonly ProductAttribute[];
  sparks?: boolean;
}

function Values({ title, deviceId, attributes, sparks = false }: ValuesProps) {
  const lines = readingLines(attributes);
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="text-note font-semibold text-ink-2">{title}</h3>
      {sparks ? (
        <SparkLines deviceId={deviceId} attributes={attributes} />
      ) : (
        <dl>
          {lines.map(({ key, name, unit }) => (
            <div key={key} className="flex min-h-9 items-center justify-between gap-3 text-note">
              <dt className="min-w-0 py-1 leading-4 text-ink-2">{term(key, name)}</dt>
              <dd>
                <LiveValue deviceId={deviceId} name={key} unit={unit} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function SparkLines({ deviceId, attributes }: Pick<ValuesProps, 'deviceId' | 'attributes'>) {
  const lines = readingLines(attributes);
  const sparks = useModelOf(
    SparksModel,
    deviceId,
    lines.map(({ key }) => key),
  );
  useEffect(() => void sparks.series.load(), [sparks]);
  const series = sparks.series.value.value;
  return (
    <dl>
      {lines.map(({ key, name, unit }) => (
        <div
          key={key}
          className="grid min-h-11 grid-cols-[1fr_5rem_6.5rem] items-center gap-3 border-b border-line text-note last:border-0"
        >
          <dt className="min-w-0 py-1 leading-4 text-ink-2">{term(key, name)}</dt>
          <dd>
            <Sparkline label={t('panel.sparkline', { name: term(key, name) })} points={series?.[key] ?? []} />
          </dd>
          <dd className="text-right">
            <LiveValue deviceId={deviceId} name={key} unit={unit} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Line of the last hours of a reading, without axes. Nothing without readings. */
function Sparkline({ label, points }: { label: string; points: readonly ChartPoint[] }) {
  const path = sparkPath(points, WIDTH, HEIGHT);
  if (path === '') return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-7 w-20 text-leaf"
      data-testid="sparkline"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
