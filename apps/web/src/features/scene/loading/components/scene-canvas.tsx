import { useLayoutEffect, useRef } from 'react';
import { t } from '../../../../platform/locale.ts';

/** The element that the viewer draws in; React never changes its content. @param mount creates the viewer, returns the function that disposes it */
export function SceneCanvas({ mount }: { mount: (container: HTMLElement) => () => void }) {
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => (frame.current ? mount(frame.current) : undefined), [mount]);
  return (
    <section
      ref={frame}
      aria-label={t('scene.canvas')}
      data-testid="scene-canvas"
      className="absolute inset-0 [&>canvas]:block [&>canvas]:size-full [&>canvas]:touch-none"
    />
  );
}
