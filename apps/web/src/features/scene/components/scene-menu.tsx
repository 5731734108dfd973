import { CloudSun, Gauge, Layers, MapPin, Settings2, Sprout, Tag } from 'lucide-react';
import type { ReadonlySignal } from '@preact/signals-react';
import { Menu } from '@farm3d/ui';
import type { QualityChoice } from 'farm3d-engine';
import { menuEntry } from '../../../kit/menu-entry.tsx';
import { isNarrow } from '../../../platform/viewport.ts';
import { settingsEntries } from '../../../components/settings-menu.tsx';
import type { LabelChoice } from '../labels/label-choice.ts';
import type { SceneRecords } from '../loading/scene-records.ts';
import type { Plots } from '../plots/plots-model.ts';
import type { Weather } from '../weather/weather-model.ts';
import { t } from '../texts/zh-CN.ts';

const ICON = { size: 18 } as const;
const LABELS = ['need', 'all', 'none'] as const;
const QUALITIES = ['auto', 'low', 'medium', 'high'] as const;

export interface SceneMenuProps {
  /** The quality tier and its setter. */
  display: {
    readonly quality: ReadonlySignal<QualityChoice>;
    readonly setQuality: (choice: QualityChoice) => void;
  };
  labels: Pick<LabelChoice, 'mode' | 'setMode'>;
  weather: Pick<Weather, 'open' | 'real' | 'toggleReal'>;
  plots: Pick<Plots, 'open'>;
  config: SceneRecords['config'];
  /** Whether the user may choose its crop and skin. */
  mayPlant: boolean;
}

/** Quality, labels and settings, and on a phone the tools for which its head bar has no room. */
export default function SceneMenu({ display, labels, ...tools }: SceneMenuProps) {
  const quality = display.quality.value;
  return (
    <Menu
      label={t('scene.settings')}
      testId="scene-settings"
      button={<Settings2 {...ICON} />}
      buttonClassName="inline-grid size-11 place-items-center rounded-[10px] text-ink-2 hover:bg-hover hover:text-ink"
      entries={[
        ...(isNarrow.value ? narrowEntries(tools) : []),
        ...QUALITIES.map((choice) =>
          menuEntry(
            `quality-${choice}`,
            t(`scene.quality.${choice}`),
            Gauge,
            () => display.setQuality(choice),
            { checked: choice === quality },
          ),
        ),
        ...LABELS.map((mode, index) =>
          menuEntry(`labels-${mode}`, t(`scene.labels.${mode}`), Tag, () => labels.setMode(mode), {
            startsGroup: index === 0,
            checked: mode === labels.mode.value,
          }),
        ),
        ...settingsEntries().map((entry, index) => (index === 0 ? { ...entry, startsGroup: true } : entry)),
      ]}
    />
  );
}

function narrowEntries({ config, weather, plots, mayPlant }: Omit<SceneMenuProps, 'display' | 'labels'>) {
  const allowed = config.value;
  return [
    ...(allowed?.simulateWeather ? [menuEntry('weather', t('weather.mock'), CloudSun, weather.open)] : []),
    ...(allowed?.realWeather
      ? [
          menuEntry('real-weather', t('weather.real'), MapPin, weather.toggleReal, {
            checked: weather.real.value,
          }),
        ]
      : []),
    ...(mayPlant
      ? [
          menuEntry('skin', t('plots.skin'), Layers, () => plots.open('skin')),
          menuEntry('crop', t('plots.crop'), Sprout, () => plots.open('crop')),
        ]
      : []),
  ];
}
