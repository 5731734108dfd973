import { useCallback, useEffect } from 'react';
import { useSignalEffect } from '@preact/signals-react';
import { RefreshCw } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { Button, OfflineBanner } from '@farm3d/ui';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { guardLeaving } from '../../platform/leave-guard.ts';
import { t } from '../../platform/locale.ts';
import { PATHS, scenePath, storeTarget } from '../../platform/paths.ts';
import { toasts } from '../../platform/toasts.ts';
import type { EditorModel } from './editor/editor-model.ts';
import { useEditKeys } from './editor/use-edit-keys.ts';
import { LoadingOverlay, ProblemView, SceneCanvas } from './loading/components/loading-views.tsx';
import { EditArea, Head, Objects, Overlays } from './scene-areas.tsx';
import { Dialogs } from './scene-dialogs.tsx';
import { SceneModel } from './scene-model.ts';

/** `/scene?sceneId=…`: one scene, to view, to operate and to edit; with `&device=…` it opens with the flight to one. */
export default function ScenePage() {
  const [parameters] = useSearchParams();
  const sceneId = parameters.get('sceneId') ?? '';
  // Another scene is another screen: no state is carried over.
  return <SceneView key={sceneId} sceneId={sceneId} deviceId={parameters.get('device')} />;
}

function SceneView({ sceneId, deviceId }: { sceneId: string; deviceId: string | null }) {
  const { live } = useServices();
  const [, navigate] = useLocation();
  const leave = useCallback(() => {
    // The way back of the specification (§2): the target is stored, /iframeModel opens it.
    storeTarget(PATHS.scenes);
    navigate(PATHS.iframeModel);
  }, [navigate]);
  const open = useCallback((id: string) => navigate(scenePath(id), { replace: true }), [navigate]);
  const scene = useModelOf(SceneModel, sceneId, { leave, open, deviceId });
  const { loading, records, editor } = scene;
  useLeaveGuard(editor);
  useEditKeys({
    editor,
    session: scene.session,
    selection: scene.objects.selection,
    onRemove: scene.actions.remove,
    onShowShortcuts: scene.display.openShortcuts,
  });

  return (
    <main
      data-screen="scene"
      className="relative h-[calc(100%-env(safe-area-inset-bottom))] overflow-hidden bg-page"
    >
      <SceneCanvas mount={scene.mount} />
      <Overlays {...scene} />
      {(loading.isBaseLoaded.value || loading.isLoaded.value) && <Objects {...scene} />}
      {/* Covered content is inert for keys too. */}
      <div className="contents" inert={loading.isCovered.value}>
        <Head {...scene} />
      </div>
      <Notices
        isOffline={live.status.value === 'offline' && loading.state.value === 'ready'}
        isContextLost={scene.viewer.isContextLost.value}
        isNewerVersion={scene.isNewerVersion.value}
        onReload={() => (editor.isDirty.peek() ? editor.openDialog('conflict') : scene.reload())}
      />
      <EditArea {...scene} />
      <LoadingOverlay loading={loading} scene={records.scene} />
      <ProblemView
        state={loading.state.value}
        error={loading.failure.value ?? records.error.value}
        onBack={scene.back}
        onRetry={() => void scene.retry()}
      />
      <Dialogs {...scene} leave={leave} />
    </main>
  );
}

/** Confirms before unsaved work is lost: on the browser's back button, on the page's, and before the page is closed. */
function useLeaveGuard(editor: Pick<EditorModel, 'isDirty' | 'blocksUnload' | 'openDialog'>): void {
  useEffect(
    () =>
      guardLeaving({
        hasUnsavedWork: () => editor.isDirty.peek(),
        confirmLeave: () => editor.openDialog('leave'),
      }),
    [editor],
  );
  useSignalEffect(() => {
    if (!editor.blocksUnload.value) return undefined;
    const confirmUnload = (event: BeforeUnloadEvent): void => {
      // Read again: a reload by the page itself may come before this effect has run.
      if (editor.blocksUnload.peek()) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  });
}

interface NoticesProps {
  isOffline: boolean;
  /** The graphics context was lost. */
  isContextLost: boolean;
  /** Somebody else saved a newer version. */
  isNewerVersion: boolean;
  /** Reloads the newer version. */
  onReload: () => void;
}

/** Notices about the whole scene, under the head bar; on a phone under the toasts, too. */
function Notices({ isOffline, isContextLost, isNewerVersion, onReload }: NoticesProps) {
  return (
    <div
      // Toasts are shown at the same place.
      style={{ paddingTop: `${toasts.value.length * 3.5}rem` }}
      className="pointer-events-none absolute inset-x-0 top-31 z-20 flex flex-col items-center gap-2 px-4 *:pointer-events-auto md:top-20"
    >
      {isOffline && <OfflineBanner text={t('live.offline')} />}
      {isContextLost && <OfflineBanner text={t('scene.contextLost')} />}
      {isNewerVersion && (
        <output
          data-testid="newer-version"
          className="frosted flex items-center gap-2 py-1 pr-1 pl-4 text-note"
        >
          {t('scene.changed')}
          <Button size="sm" variant="quiet" icon={<RefreshCw size={16} />} onClick={onReload}>
            {t('scene.changed.reload')}
          </Button>
        </output>
      )}
    </div>
  );
}
