import { readingLines } from '../../../../platform/readings.ts';
import ReadingChart from '../../../../components/charts/reading-chart.tsx';
import type { ValuesTabProps } from './tab-props.ts';
import { t } from '../../texts/zh-CN.ts';

/** The readings of a device over time. */
export function ChartTab({ device, attributes = [] }: ValuesTabProps) {
  const lines = readingLines(attributes.filter(({ type }) => type === 'attribute'));
  if (lines.length === 0) return <p className="py-4 text-note text-ink-3">{t('panel.noAttributes')}</p>;
  return <ReadingChart deviceId={device.id} lines={lines} />;
}
