import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { PATHS, scenePath, storeTarget } from '../../platform/paths.ts';
import { Notices } from './components/notices.tsx';
import { useEditKeys } from './editor/use-edit-keys.ts';
import { useLeaveGuard } from './editor/use-leave-guard.ts';
import { LoadingOverlay } from './loading/components/loading-overlay.tsx';
import { ProblemView } from './loading/components/problem-view.tsx';
import { SceneCanvas } from './loading/components/scene-canvas.tsx';
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
