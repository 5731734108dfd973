import { createModel } from '@preact/signals-react';
import { Dialog, Skeleton } from '@farm3d/ui';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

/** Names of the settings; one that is not here is shown by its own. */
const NAMES: Readonly<Record<string, () => string>> = {
  simulateWeather: () => t('sceneList.simulateWeather'),
  realWeather: () => t('sceneList.realWeather'),
  baseModelPath: () => t('sceneList.baseModelPath'),
  mapTiles: () => t('sceneList.mapTiles'),
};
const SWITCHES: readonly string[] = ['simulateWeather', 'realWeather'];

const SettingsModel = createModel(({ api }: Services) => {
  const settings = loadable(async (abort) => (await api.scenes.config({ signal: abort })).items);
  void settings.load();
  return { settings };
});

/** Settings of all scenes, as the server has them. */
export function SceneSettingsDialog({ onClose }: { onClose: () => void }) {
  const { settings } = useModelOf(SettingsModel);
  const valueOf = (name: string, value: string): string =>
    SWITCHES.includes(name) ? t(value === '1' ? 'sceneList.on' : 'sceneList.off') : value;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sceneList.settings')}
      closeLabel={t('common.close')}
      testId="scene-settings-dialog"
    >
      <p className="mb-4 text-note text-ink-2">{t('sceneList.settings.hint')}</p>
      <Loaded of={settings} skeleton={<Skeleton className="h-32" />}>
        {() => (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-body" data-testid="scene-settings">
            {settings.value.value?.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-ink-3">{NAMES[name]?.() ?? name}</dt>
                <dd className="min-w-0 break-all">{valueOf(name, value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Dialog>
  );
}
