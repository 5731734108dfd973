import { createModel, useModel } from '@preact/signals-react';
import { Button, Dialog, ErrorState, Skeleton } from '@farm3d/ui';
import { loadable } from '../../../platform/loadable.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { t } from '../zh-CN.ts';

/** Names of the settings; one that is not here is shown by its own. */
const NAMES: Readonly<Record<string, () => string>> = {
  simulateWeather: () => t('sceneList.simulateWeather'),
  realWeather: () => t('sceneList.realWeather'),
  baseModelPath: () => t('sceneList.baseModelPath'),
  mapTiles: () => t('sceneList.mapTiles'),
};
const SWITCHES: readonly string[] = ['simulateWeather', 'realWeather'];

const SettingsModel = createModel(() => {
  const settings = loadable(async (abort) => (await api.scenes.config({ signal: abort })).items);
  void settings.load();
  return { settings };
});

/** Settings of all scenes, as the server has them. */
export function SceneSettingsDialog({ onClose }: { onClose: () => void }) {
  const { settings } = useModel(SettingsModel);
  const error = settings.error.value;
  const items = settings.value.value;
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
      {error !== null && items === null && (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={() => void settings.load()}>{t('common.retry')}</Button>}
        />
      )}
      {error === null && items === null && <Skeleton className="h-32" />}
      {items && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-body" data-testid="scene-settings">
          {items.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{NAMES[name]?.() ?? name}</dt>
              <dd className="min-w-0 break-all">{valueOf(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
