import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Download, GitCompare, X, ZoomOut } from 'lucide-react';
import { Button, EmptyState, IconButton, SearchSelectField, Skeleton, Switch, classes } from '@farm3d/ui';
import type { Condition, DeviceDetail } from '@farm3d/api';
import { Chart } from '../../../components/charts/chart.tsx';
import { SERIES_COLOURS, type ChartColour } from '../../../components/charts/chart-types.ts';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { settingText } from '../../../components/rules/alarm-setting-text.ts';
import { SeverityMark } from '../../../components/rules/severity-mark.tsx';
import { Failure } from '../../../kit/loaded.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { term } from '../../../platform/locale.ts';
import { readingText, readingLines, type ReadingLine, shownUnit } from '../../../platform/readings.ts';
import { t } from '../zh-CN.ts';
import { chartLines } from './chart-lines.ts';
import { CHART_RANGES, DeviceChartModel, type ChartRange, type DeviceChartScreen } from './chart-model.ts';
import type { TabProps } from './tab-parts.tsx';

type Threshold = Extract<Condition, { op: string }> & { readonly value: number };
const isThreshold = (condition: Condition): condition is Threshold =>
  'op' in condition && typeof condition.value === 'number' && condition.than === undefined;

/** Any keys of the device in one time range, or around the instant `?at=` of the address; keys of one unit share a chart. */
export default function ChartTab({ model: page, device }: TabProps) {
  const attributes = page.attributes.value.value;
  if (!attributes) return <Skeleton className="h-72" />;
  const lines = readingLines(attributes.filter(({ type }) => type !== 'service'));
  return lines.length === 0 ? (
    <EmptyState title={t('device.chart.none')} />
  ) : (
    <DeviceChart device={device} lines={lines} />
  );
}

function DeviceChart({ device, lines }: { device: DeviceDetail; lines: readonly ReadingLine[] }) {
  const [parameters, setParameters] = useSearchParams();
  const at = Number(parameters.get('at'));
  const model = useModelOf(DeviceChartModel, device.id, {
    key: lines.find((line) => line.key === parameters.get('key'))?.key ?? lines[0]?.key,
    at: at > 0 ? at : null,
    otherId: parameters.get('with'),
  });
  const keys = model.keys.value;
  const data = model.data.value.value;
  const error = model.data.error.value;
  const colourOf = (key: string): ChartColour =>
    SERIES_COLOURS[lines.findIndex((line) => line.key === key) % SERIES_COLOURS.length] ?? 'leaf';
  const nameOf = (id: string | null): string =>
    model.others.value.value?.find((one) => one.id === id)?.name ?? '';
  const settings = model.settings.value.value ?? [];
  const nameKey = (key: string) => {
    const line = lines.find((one) => one.key === key);
    return { name: term(key, line?.name ?? key), unit: line?.unit ?? '' };
  };
  const units = [...new Set(lines.filter(({ key }) => keys.includes(key)).map(({ unit }) => unit))];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex h-11 gap-1 rounded-control bg-hover p-1">
          <legend className="sr-only">{t('device.chart.range')}</legend>
          {(Object.keys(CHART_RANGES) as ChartRange[]).map((range) => (
            <button
              key={range}
              type="button"
              aria-pressed={model.range.value === range && model.zoom.value === null}
              data-testid={`chart-range-${range}`}
              onClick={() => model.setRange(range)}
              className="rounded-[6px] px-4 text-note font-medium text-ink-2 aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-sm"
            >
              {t(`device.chart.${range}`)}
            </button>
          ))}
        </fieldset>
        {model.zoom.value && (
          <Button icon={<ZoomOut size={16} />} data-testid="chart-unzoom" onClick={() => model.setZoom(null)}>
            {t('device.chart.unzoom')}
          </Button>
        )}
        <span className="flex items-center gap-2 text-note text-ink-2">
          <Switch
            label={t('device.chart.compare')}
            checked={model.isCompared.value}
            testId="chart-compare"
            onChange={model.compare}
          />
          {t('device.chart.compare')}
        </span>
        <OtherDevice
          model={model}
          onChoose={(id) => {
            model.compareWith(id);
            setParameters((before) => withOther(before, id), { replace: true });
          }}
        />
        <Button
          className="ml-auto"
          icon={<Download size={16} />}
          disabled={keys.length === 0}
          data-testid="chart-export"
          onClick={() => void model.exportFile(`${device.name}.csv`)}
        >
          {t('device.chart.export')}
        </Button>
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 text-note text-ink-3">{t('device.chart.keys')}</legend>
        {lines.map((line) => (
          <button
            key={line.key}
            type="button"
            aria-pressed={keys.includes(line.key)}
            data-testid="chart-key"
            data-key={line.key}
            onClick={() => model.toggleKey(line.key)}
            className={classes(
              'min-h-9 rounded-full border px-3 text-note pointer-coarse:min-h-11',
              keys.includes(line.key)
                ? 'border-leaf bg-leaf-soft text-leaf-ink'
                : 'border-line-strong text-ink-2 hover:bg-hover',
            )}
          >
            {term(line.key, line.name)}
          </button>
        ))}
      </fieldset>
      {error !== null && !data && <Failure error={error} onRetry={model.reload} />}
      {keys.length === 0 && <EmptyState title={t('device.chart.choose')} />}
      {!data && error === null && keys.length > 0 && <Skeleton className="h-72" />}
      {data && (
        <>
          <p className="text-note text-ink-3">{t('device.chart.zoom')}</p>
          {units.map((unit) => {
            const shown = lines.filter((line) => line.unit === unit && keys.includes(line.key));
            const { unit: shownAs, of } = shownUnit(unit);
            return (
              <div key={unit} className="rounded-panel border border-line bg-raised p-4">
                <Chart
                  label={shown.map((line) => term(line.key, line.name)).join(', ')}
                  testId="device-chart"
                  times={data.times}
                  unit={shownAs}
                  digits={2}
                  marks={model.instant.value === null ? [] : [model.instant.value]}
                  height={18}
                  onZoom={model.setZoom}
                  thresholds={settings.flatMap(({ condition }) =>
                    isThreshold(condition) && shown.some(({ key }) => key === condition.key)
                      ? [
                          {
                            value: of(condition.value),
                            label: readingText(of(condition.value)),
                            colour: colourOf(condition.key),
                          },
                        ]
                      : [],
                  )}
                  lines={shown.flatMap((line) =>
                    chartLines(line, data, {
                      colour: colourOf(line.key),
                      otherName: nameOf(model.otherId.value),
                    }),
                  )}
                />
              </div>
            );
          })}
          {settings.length > 0 && (
            <ul className="flex flex-col gap-1 text-note text-ink-2" aria-label={t('device.chart.alarms')}>
              {settings.map((setting) => (
                <li key={setting.id} className="flex items-center gap-2" data-testid="chart-alarm">
                  <SeverityMark severity={setting.severity} isActive />
                  <span className="min-w-0 break-words">
                    {t('device.chart.alarm', { name: setting.name, text: settingText(setting, nameKey) })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

/** Chooses the device that is compared with, by its name. */
function OtherDevice({
  model,
  onChoose,
}: {
  model: DeviceChartScreen;
  onChoose: (id: string | null) => void;
}) {
  const [isOpen, setOpen] = useState(model.otherId.peek() !== null);
  const { others } = model;
  useEffect(() => {
    if (isOpen) void others.load();
  }, [isOpen, others]);
  if (!isOpen)
    return (
      <Button icon={<GitCompare size={16} />} data-testid="chart-other-open" onClick={() => setOpen(true)}>
        {t('device.chart.other')}
      </Button>
    );
  return (
    <div className="flex items-end gap-1">
      <div className="w-64 max-w-full">
        <SearchSelectField
          label={t('device.chart.other')}
          placeholder={t('device.chart.other.choose')}
          noMatch={t('device.chart.other.none')}
          testId="chart-other"
          value={model.otherId.value}
          options={(others.value.value ?? []).map(({ id, name, productModelCode, productTypeCode }) => ({
            value: id,
            label: name,
            note: productModelCode,
            icon: <DeviceIcon productTypeCode={productTypeCode} size={24} />,
          }))}
          onChange={onChoose}
        />
      </div>
      <IconButton
        label={t('device.chart.other.end')}
        icon={<X size={16} />}
        data-testid="chart-other-end"
        onClick={() => {
          setOpen(false);
          if (model.otherId.peek() !== null) onChoose(null);
        }}
      />
    </div>
  );
}

/** The address with the compared device, which others can open, too. */
function withOther(parameters: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(parameters);
  if (id === null) next.delete('with');
  else next.set('with', id);
  return next;
}
