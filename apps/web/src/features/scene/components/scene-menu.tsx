import { CloudSun, Gauge, Layers, MapPin, Settings2, Sprout } from 'lucide-react';
import { Menu } from '@farm3d/ui';
import { t } from '../../../platform/locale.ts';
import { isNarrow } from '../../../platform/viewport.ts';
import { settingsEntries } from '../../../shell/settings-menu.tsx';
import type { SceneScreen } from '../scene-model.ts';

const ICON = { size: 18, strokeWidth: 1.5 } as const;
const QUALITIES = ['auto', 'low', 'medium', 'high'] as const;

/** How the scene is shown, and on a phone the tools that its head bar has no room for. */
export default function SceneMenu({ screen }: { screen: SceneScreen }) {
  const quality = screen.quality.value;
  return (
    <Menu
      label={t('scene.settings')}
      testId="scene-settings"
      button={<Settings2 {...ICON} />}
      buttonClassName="inline-grid size-11 place-items-center rounded-[10px] text-ink-2 hover:bg-hover hover:text-ink"
      entries={[
        ...(isNarrow.value && !screen.editing.editing.value ? narrowEntries(screen) : []),
        ...QUALITIES.map((choice) => ({
          id: `quality-${choice}`,
          label: t(`scene.quality.${choice}`),
          icon: <Gauge {...ICON} />,
          checked: choice === quality,
          onSelect: () => screen.setQuality(choice),
        })),
        ...settingsEntries().map((entry, index) => (index === 0 ? { ...entry, startsGroup: true } : entry)),
      ]}
    />
  );
}

/** What a phone's head bar has no room for. */
function narrowEntries({ data, weather, plots, state }: SceneScreen) {
  const config = data.config.value;
  if (state.value !== 'ready') return [];
  return [
    ...(config?.simulateWeather
      ? [{ id: 'weather', label: t('weather.mock'), icon: <CloudSun {...ICON} />, onSelect: weather.open }]
      : []),
    ...(config?.realWeather
      ? [
          {
            id: 'real-weather',
            label: t('weather.real'),
            icon: <MapPin {...ICON} />,
            checked: weather.real.value,
            onSelect: weather.toggleReal,
          },
        ]
      : []),
    { id: 'skin', label: t('plots.skin'), icon: <Layers {...ICON} />, onSelect: () => plots.open('skin') },
    { id: 'crop', label: t('plots.crop'), icon: <Sprout {...ICON} />, onSelect: () => plots.open('crop') },
  ];
}
