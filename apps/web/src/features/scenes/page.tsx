import { useState } from 'react';
import { Plus, SlidersHorizontal } from 'lucide-react';
import { useLocation } from 'wouter';
import { createModel } from '@preact/signals-react';
import type { Scene } from '@farm3d/api';
import { Button, EmptyState, SearchField, Skeleton } from '@farm3d/ui';
import { ScenePlan } from '../../components/scene-plan.tsx';
import { PageDialog } from '../../kit/dialog.tsx';
import { Failure, Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { lazyComponent } from '../../platform/lazy.tsx';
import { withTexts } from '../../platform/locale.ts';
import { scenePath } from '../../platform/paths.ts';
import { isRefused } from '../../platform/problem.ts';
import { SceneOrderModel, ScenesModel } from './model.ts';
import { SceneTile } from './scene-tile.tsx';
import { t } from './zh-CN.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';

// The form with its map is fetched when it is opened.
const SceneDialog = lazyComponent(() => withTexts(import('./scene-dialog.tsx')));

const EmbedDialog = lazyComponent(() => withTexts(import('../../components/embedding/embed-dialog.tsx')));

const AccessDialog = lazyComponent(() => withTexts(import('../../components/access/access-dialog.tsx')));

const GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3 min-[2200px]:grid-cols-4';

export default function ScenesPage() {
  const [isShowingSettings, setShowingSettings] = useState(false);
  const [embedded, setEmbedded] = useState<Scene | null>(null);
  const [accessOf, setAccessOf] = useState<Scene | null>(null);
  const [, navigate] = useLocation();
  const model = useModelOf(ScenesModel, (id) => navigate(scenePath(id)));
  const order = useModelOf(SceneOrderModel, model.scenes);
  const editing = model.editing.value;
  const { value, error } = model.scenes;
  const scenes = isRefused(error.value) ? [] : value.value?.items;
  const shown = model.shown.value ?? [];

  const mayAdd = useServices().session.hasRight('scenes');
  const newScene = mayAdd && (
    <Button
      variant="primary"
      icon={<Plus size={18} />}
      data-testid="scene-new"
      onClick={() => model.edit('new')}
    >
      {t('scenes.new')}
    </Button>
  );

  return (
    <Page
      hint={t('scenes.subtitle')}
      actions={
        <>
          <Button
            icon={<SlidersHorizontal size={18} />}
            data-testid="scene-settings-open"
            onClick={() => setShowingSettings(true)}
          >
            {t('sceneList.settings')}
          </Button>
          {scenes && scenes.length > 0 && newScene}
        </>
      }
    >
      {scenes ? (
        scenes.length > 0 ? (
          <>
            <div className="mb-4 flex max-w-xl">
              <SearchField
                label={t('sceneList.search')}
                clearLabel={t('common.clear')}
                value={model.search.value}
                onValueChange={model.type}
                testId="scene-search"
              />
            </div>
            {shown.length === 0 && (
              <EmptyState
                testId="scenes-no-match"
                title={t('sceneList.noMatch.title')}
                hint={t('sceneList.noMatch.hint')}
                action={<Button onClick={() => model.type('')}>{t('common.clear')}</Button>}
              />
            )}
            <ul className={GRID}>
              {shown.map((scene) => (
                <SceneTile
                  key={scene.id}
                  scene={scene}
                  order={order}
                  onEdit={() => model.edit(scene)}
                  onEmbed={() => setEmbedded(scene)}
                  onAccess={() => setAccessOf(scene)}
                />
              ))}
            </ul>
          </>
        ) : (
          <EmptyState
            testId="scenes-empty"
            illustration={<ScenePlan points={[]} className="w-56" />}
            title={t(mayAdd ? 'scenes.empty.title' : 'scenes.closed.title')}
            hint={t(mayAdd ? 'scenes.empty.hint' : 'scenes.closed.hint')}
            action={newScene}
          />
        )
      ) : error.value ? (
        <Failure error={error.value} onRetry={() => void model.scenes.load()} />
      ) : (
        <div className={GRID} aria-busy="true">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      )}
      <output className="sr-only" data-testid="scene-order-status">
        {order.announcement.value}
      </output>
      {isShowingSettings && <SceneSettingsDialog onClose={() => setShowingSettings(false)} />}
      {embedded && <EmbedDialog key={embedded.id} scene={embedded} onClose={() => setEmbedded(null)} />}
      {accessOf && (
        <AccessDialog of="scene" id={accessOf.id} name={accessOf.name} onClose={() => setAccessOf(null)} />
      )}
      {editing !== null && (
        <SceneDialog
          key={editing === 'new' ? 'new' : editing.id}
          scene={editing === 'new' ? null : editing}
          onSaved={model.saved}
          onClose={() => model.edit(null)}
        />
      )}
    </Page>
  );
}

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
    <PageDialog onClose={onClose} title={t('sceneList.settings')} testId="scene-settings-dialog">
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
    </PageDialog>
  );
}
