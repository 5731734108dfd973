import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { t } from '../../../../platform/locale.ts';
import { LiveValue } from '../../../../parts/live-value.tsx';
import { fallbackText } from '../../objects/fallback-text.ts';
import { mainReading } from '../../../../parts/readings.ts';
import type { SceneScreen } from '../../scene-model.ts';

/** Small signs on things in the scene: a stand-in model, and the name under the pointer. */
export function Marks({ screen }: { screen: SceneScreen }) {
  const open = new Set(screen.cards.openIds.value);
  const placed = new Set(screen.stage.placed.value);
  const fallbacks = [...screen.stage.fallbacks.value].filter(([id]) => placed.has(id));
  const hovered = screen.stage.hovered.value;
  const isBusy = screen.stage.placement.value !== null || screen.stage.transform.value !== null;
  return (
    <>
      {fallbacks.map(([id, fallback]) => (
        <Anchored key={id} screen={screen} id={id}>
          <button
            type="button"
            data-testid="object-badge"
            data-device-id={id}
            aria-label={`${t('objects.fallback')}: ${fallbackText(fallback)}`}
            title={fallbackText(fallback)}
            onClick={() => screen.openThing(id)}
            className="pointer-events-auto relative grid size-6 before:absolute before:-inset-2.5 place-items-center rounded-full border border-line bg-amber-plate text-amber shadow-panel"
          >
            <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
          </button>
        </Anchored>
      ))}
      {hovered !== null && !open.has(hovered) && !isBusy && <HoverLabel screen={screen} id={hovered} />}
    </>
  );
}

function HoverLabel({ screen, id }: { screen: SceneScreen; id: string }) {
  const device = screen.data.deviceById.value.get(id);
  const main = device && mainReading(screen.data.attributes.value.get(device.productModelId) ?? []);
  return (
    <Anchored screen={screen} id={id}>
      <div
        data-testid="hover-label"
        data-device-id={id}
        className="flex h-8 animate-appear items-center gap-2 rounded-full border border-line bg-panel px-3 text-note whitespace-nowrap shadow-panel backdrop-blur-md"
      >
        <span className="font-medium">{device?.name ?? t('objects.unknown')}</span>
        {main && <LiveValue deviceId={id} name={main.key} unit={main.unit} />}
      </div>
    </Anchored>
  );
}

/** Keeps its content over a thing, centred, without rendering. */
function Anchored({ screen, id, children }: { screen: SceneScreen; id: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      screen.stage.trackLabel(id, ({ x, y, visible }) => {
        const { current } = frame;
        if (!current) return;
        current.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
        current.style.visibility = visible ? 'visible' : 'hidden';
      }),
    [screen, id],
  );
  return (
    <div ref={frame} className="pointer-events-none absolute top-0 left-0">
      {children}
    </div>
  );
}
