import { useLayoutEffect, useRef } from 'react';
import { t } from '../../../../platform/locale.ts';
import type { SceneScreen } from '../../scene-model.ts';

/** The element that the engine draws in. React never touches what is inside. */
export function SceneCanvas({ screen }: { screen: SceneScreen }) {
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => (frame.current ? screen.mount(frame.current) : undefined), [screen]);
  return (
    <section
      ref={frame}
      aria-label={t('scene.canvas')}
      data-testid="scene-canvas"
      className="absolute inset-0 [&>canvas]:block [&>canvas]:size-full [&>canvas]:touch-none"
    />
  );
}
