import { useEffect, useRef, useState, type RefObject } from 'react';
import { effect } from '@preact/signals-react';
import { Box } from 'lucide-react';
import { FarmError, FarmViewer } from 'farm3d-engine';
import { classes } from '@farm3d/ui';
import { locale } from '../../platform/locale.ts';
import { loadTweens, tween } from '../../platform/tween.ts';
import { t } from './zh-CN.ts';
import { Section } from '../../kit/blocks.tsx';

const ID = 'preview';
/** Metres: sensors are as small as a hand. */
const MIN_DISTANCE = 0.2;
const ORIGIN = { x: 0, y: 0, z: 0 };
const SCENE = {
  baseModelPath: null,
  layout: {
    camera: null,
    equipment: [
      { id: ID, parentId: null, position: ORIGIN, rotation: ORIGIN, scale: { x: 1, y: 1, z: 1 }, extra: {} },
    ],
    childScenes: [],
    extra: {},
  },
};

type State =
  | { readonly kind: 'loading' | 'unavailable' | 'none' }
  | { readonly kind: 'drawn'; readonly triangles: number; readonly note: string | null }
  | { readonly kind: 'failed'; readonly reason: string };

/** Null where the browser has no WebGL. */
function createViewer(element: HTMLElement): FarmViewer | null {
  try {
    return new FarmViewer(element, {
      fallbackModelPath: '/models/device-default.glb',
      locale: locale.peek(),
      objectTree: false,
      tween,
      minDistance: MIN_DISTANCE,
    });
  } catch (error) {
    if (error instanceof FarmError && error.code === 'webgl-unavailable') return null;
    throw error;
  }
}

/** Draws a model in an element. @returns the function that removes it */
function drawModel(element: HTMLElement, path: string, say: (state: State) => void): () => void {
  const viewer = createViewer(element);
  if (!viewer) {
    void Promise.resolve().then(() => say({ kind: 'unavailable' }));
    return () => {};
  }
  let hasMessage = false;
  let stopCounting = (): void => {};
  const load = async (): Promise<void> => {
    const { fallbacks, warnings } = await viewer.load({
      ...SCENE,
      catalogue: [{ equipmentId: ID, name: ID, modelPath: path }],
    });
    await viewer.fit([ID]);
    void loadTweens();
    const [failure] = fallbacks;
    const note = warnings[0]?.message ?? null;
    hasMessage = failure !== undefined || note !== null;
    stopCounting();
    if (failure) return say({ kind: 'failed', reason: failure.message });
    // The next frame shows the model: its triangles and draw calls are counted there.
    let counted = -1;
    stopCounting = viewer.on('render', ({ triangles }) => {
      if (triangles === counted) return;
      counted = triangles;
      say({ kind: 'drawn', triangles, note });
    });
    viewer.requestRender();
  };
  const show = (): void => {
    load().catch((error: unknown) => {
      // The preview was removed, or another load began.
      const isOver = viewer.isDisposed || (error instanceof FarmError && error.code === 'aborted');
      if (!isOver) say({ kind: 'failed', reason: String(error) });
    });
  };
  show();
  const stopFollowing = effect(() => {
    viewer.setLocale(locale.value);
    // Messages are written in the language of their load.
    if (hasMessage) show();
  });
  return () => {
    stopFollowing();
    viewer.dispose();
  };
}

/** Message about the preview; null: none. */
function textOf(state: State): string | null {
  if (state.kind === 'failed') return t('models.preview.fallback', { reason: state.reason });
  return state.kind === 'drawn' ? state.note : t(`models.preview.${state.kind}`);
}

/** A small preview of the 3D model as the scene draws it; drag and arrow keys rotate it. */
export default function ModelPreview({ path, name }: { path: string | null; name: string }) {
  return (
    <Section title={t('models.preview')}>
      {path === null ? (
        <Frame state={{ kind: 'none' }} name={name} />
      ) : (
        <Drawing key={path} path={path} name={name} />
      )}
    </Section>
  );
}

function Drawing({ path, name }: { path: string; name: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => (host.current ? drawModel(host.current, path, setState) : undefined), [path]);
  return <Frame state={state} name={name} host={host} />;
}

interface FrameProps {
  state: State;
  name: string;
  /** The element of the viewer. Default: none. */
  host?: RefObject<HTMLDivElement | null>;
}

function Frame({ state, name, host }: FrameProps) {
  const text = textOf(state);
  const isFailed = state.kind === 'failed';
  return (
    <>
      <figure
        aria-label={t('models.preview.drawn', { name: name || t('models.unnamed') })}
        data-testid="model-preview"
        data-state={state.kind}
        data-triangles={state.kind === 'drawn' ? state.triangles : undefined}
        className="relative h-64 overflow-hidden rounded-control bg-sunken xl:h-80"
      >
        {host && <div ref={host} className="size-full" />}
        {(state.kind === 'none' || state.kind === 'unavailable') && (
          <Box aria-hidden size={56} strokeWidth={1} className="absolute inset-0 m-auto text-ink-3" />
        )}
      </figure>
      {text !== null && (
        <p
          role={isFailed ? 'alert' : undefined}
          data-testid="model-preview-text"
          className={classes('mt-2 text-note', isFailed ? 'text-alarm' : 'text-ink-3')}
        >
          {text}
        </p>
      )}
    </>
  );
}
