import { t } from '../../../../platform/locale.ts';
import { readingLines } from '../../../../parts/readings.ts';
import ReadingCourse from '../../../agronomy/parts/reading-course.tsx';
import type { TabProps } from './tab-props.ts';

/** The readings of a device over time. */
export function ChartTab({ screen, device }: TabProps) {
  const attributes = screen.data.attributes.value.get(device.productModelId) ?? [];
  const lines = readingLines(attributes.filter(({ type }) => type === 'attribute'));
  if (lines.length === 0) return <p className="py-4 text-note text-ink-3">{t('panel.noAttributes')}</p>;
  return <ReadingCourse deviceId={device.id} lines={lines} />;
}
