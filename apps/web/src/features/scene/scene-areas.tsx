import { useEffect, useRef } from 'react';
import { lazyComponent } from '../../platform/lazy.tsx';
import { isNarrow } from '../../platform/viewport.ts';
import { HeadBar, SceneAlarms, SceneBadges } from './components/head-bar.tsx';
import { ViewTools } from './components/view-tools.tsx';
import type { SceneModels } from './scene-model.ts';

// The areas of the scene page: each passes the models to the components that use them.

// The code of dialogs is fetched when they are opened, the code of tools after the scene: the first frame
// waits for neither. Code that cannot be fetched leaves the page and unsaved work as they are.
const fetchDetails = () => import('./editor/components/scene-details.tsx');
const DeviceCarousel = lazyComponent(() => import('./editor/components/device-carousel.tsx'));
const EditBars = lazyComponent(() => import('./editor/components/edit-bars.tsx'));
const InfoCards = lazyComponent(() => import('./cards/components/info-cards.tsx'));
const Marks = lazyComponent(async () => ({ default: (await import('./cards/components/marks.tsx')).Marks }));
const ObjectPanel = lazyComponent(async () => ({
  default: (await import('./objects/components/object-list.tsx')).ObjectPanel,
}));
const SceneLabels = lazyComponent(() => import('./labels/components/scene-labels.tsx'));
const PlacementCue = lazyComponent(() => import('./editor/components/placement-cue.tsx'));
const SceneDetails = lazyComponent(async () => ({ default: (await fetchDetails()).SceneDetails }));
const SelectionBar = lazyComponent(() => import('./editor/components/selection-bar.tsx'));

/** Marks and cards over the canvas. */
export function Overlays(scene: SceneModels) {
  const { objects, records, cards, session, viewer, actions } = scene;
  // A phone's sheets cover the scene: no label may be reached under them.
  const isCovered =
    isNarrow.value &&
    (scene.list.isOpen.value || scene.panel.deviceId.value !== null || cards.cards.value.length > 0);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden [&_[data-testid=info-card]]:pointer-events-auto">
      {scene.loading.state.value === 'ready' && !scene.editor.isEditing.value && !isCovered && (
        <SceneLabels
          objects={objects}
          records={records}
          alarms={scene.alarms}
          choice={scene.labels}
          cards={cards}
          openPanels={`${scene.list.isOpen.value ? 'list' : ''} ${scene.panel.deviceId.value ?? ''}`}
          trackLabel={viewer.trackLabel}
          onOpen={actions.open}
        />
      )}
      {scene.loading.state.value === 'ready' && (
        <Marks
          objects={objects}
          records={records}
          cards={cards}
          session={session}
          trackLabel={viewer.trackLabel}
          onOpen={actions.open}
        />
      )}
      {cards.cards.value.length > 0 && (
        <InfoCards
          editor={scene.editor}
          session={session}
          records={records}
          fallbacks={objects.fallbacks}
          cards={cards}
          panel={scene.panel}
          labels={scene.labels}
          isListOpen={scene.list.isOpen.value}
          trackLabel={viewer.trackLabel}
          focusCanvas={viewer.focusCanvas}
          onOpen={actions.open}
          onRemove={actions.remove}
        />
      )}
    </div>
  );
}

/** The object list and, in edit mode, the fields of the scene. */
export function Objects({
  objects,
  records,
  alarms,
  loading,
  editor,
  session,
  list,
  panel,
  cards,
  actions,
}: SceneModels) {
  const isEditing = editor.isEditing.value;
  useEffect(() => {
    // Before the list is opened: its rows must not move under a finger when the fields above them arrive.
    if (isEditing) void fetchDetails().catch(() => {});
  }, [isEditing]);
  return (
    <ObjectPanel
      isOpen={list.isOpen.value}
      isUnderPanel={panel.deviceId.value !== null}
      details={
        isEditing ? (
          <SceneDetails
            details={editor.details}
            isSaving={editor.isSaving.value}
            savedCover={records.scene.value?.icon ?? null}
          />
        ) : undefined
      }
      objects={objects}
      devices={records.devices}
      attributes={records.attributes}
      alarms={alarms.byDevice}
      isReady={loading.state.value === 'ready'}
      onToggleList={list.toggle}
      onToggle={isEditing ? session.toggle : undefined}
      onOpenDevice={(id, byKey) => {
        actions.flyTo(id);
        // The next key is for the card.
        if (byKey) cards.focus(id);
      }}
      onOpenChildScene={actions.openChildScene}
      onEdit={
        records.mayEdit.value
          ? () => {
              list.closeSheet();
              void editor.begin();
            }
          : undefined
      }
    />
  );
}

/** The head bar with the tools of the mode. */
export function Head({
  records,
  objects,
  weather,
  plots,
  editor,
  session,
  list,
  loading,
  display,
  viewer,
  labels,
  isSimulated,
  alarmCount,
  back,
}: SceneModels) {
  const isEditing = editor.isEditing.value;
  const scene = records.scene.value;
  const hasEdited = useRef(false);
  useEffect(() => {
    if (isEditing) hasEdited.current = true;
  }, [isEditing]);
  return (
    <HeadBar
      name={scene?.name}
      isEditing={isEditing}
      onBack={back}
      badges={<SceneBadges isSimulated={isSimulated.value} weather={weather} fallbacks={objects.fallbacks} />}
      alarms={
        !isEditing && scene && alarmCount.value > 0 ? (
          <SceneAlarms sceneId={scene.id} count={alarmCount.value} />
        ) : null
      }
      tools={
        isEditing ? (
          <EditBars
            editor={editor}
            session={session}
            isListOpen={list.isOpen.value}
            onShowShortcuts={display.openShortcuts}
          />
        ) : (
          <ViewTools
            isReady={loading.state.value === 'ready'}
            mayEdit={records.mayEdit.value}
            mayPlant={records.mayPlant.value}
            takesFocus={hasEdited}
            display={display}
            labels={labels}
            weather={weather}
            plots={plots}
            config={records.config}
            onEdit={() => void editor.begin()}
            onHome={viewer.restoreCamera}
          />
        )
      }
    />
  );
}

/** The part of the page at the bottom in edit mode. */
export function EditArea({
  loading,
  editor,
  session,
  carousel,
  objects,
  cards,
  list,
  viewer,
  actions,
}: SceneModels) {
  const isEditing = editor.isEditing.value;
  return (
    <>
      {loading.state.value === 'ready' && (
        <>
          <DeviceCarousel
            isOpen={isEditing}
            carousel={carousel}
            objects={objects}
            session={session}
            isSearchCovered={cards.openIds.value.length > 0 || list.isOpen.value}
            onOpen={({ kind, id }) => (kind === 'device' ? actions.flyTo(id) : actions.openChildScene(id))}
          />
          <PlacementCue placement={session.placement.value} />
        </>
      )}
      {isEditing && (
        <SelectionBar
          objects={objects}
          session={session}
          onRemove={actions.remove}
          isCovered={list.isOpen.value}
          focusCanvas={viewer.focusCanvas}
        />
      )}
    </>
  );
}
