import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { t } from '../../../../platform/locale.ts';
import { LiveValue } from '../../../../components/device-state.tsx';
import { mainReading } from '../../../../platform/readings.ts';
import type { EditSession } from '../../editor/edit-session.ts';
import type { SceneRecords } from '../../loading/scene-records.ts';
import { fallbackText, type SceneObjects } from '../../objects/scene-objects.ts';
import type { TrackLabel } from '../../viewer/scene-viewer.ts';
import type { Cards } from '../cards-model.ts';

export interface MarksProps {
  objects: Pick<SceneObjects, 'equipmentIds' | 'fallbacks' | 'hoveredId'>;
  records: Pick<SceneRecords, 'deviceById' | 'attributes'>;
  cards: Pick<Cards, 'openIds'>;
  session: Pick<EditSession, 'placement' | 'transform'>;
  trackLabel: TrackLabel;
  onOpen: (id: string) => void;
}

/** Marks on objects in the scene: a fallback model, and the name of the hovered device. */
export function Marks({ objects, records, cards, session, trackLabel, onOpen }: MarksProps) {
  const open = new Set(cards.openIds.value);
  const placed = new Set(objects.equipmentIds.value);
  const fallbacks = [...objects.fallbacks.value].filter(([id]) => placed.has(id));
  const hovered = objects.hoveredId.value;
  const isBusy = session.placement.value !== null || session.transform.value !== null;
  return (
    <>
      {fallbacks.map(([id, fallback]) => (
        <Anchored key={id} trackLabel={trackLabel} id={id}>
          <button
            type="button"
            data-testid="object-badge"
            data-device-id={id}
            aria-label={`${t('objects.fallback')}: ${fallbackText(fallback)}`}
            title={fallbackText(fallback)}
            onClick={() => onOpen(id)}
            className="pointer-events-auto relative grid size-6 before:absolute before:-inset-2.5 place-items-center rounded-full border border-line bg-amber-plate text-amber shadow-panel"
          >
            <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
          </button>
        </Anchored>
      ))}
      {hovered !== null && !open.has(hovered) && !isBusy && (
        <Anchored trackLabel={trackLabel} id={hovered}>
          <HoverLabel records={records} id={hovered} />
        </Anchored>
      )}
    </>
  );
}

function HoverLabel({ records, id }: { records: MarksProps['records']; id: string }) {
  const device = records.deviceById.value.get(id);
  const main = device && mainReading(records.attributes.value.get(device.productModelId) ?? []);
  return (
    <div
      data-testid="hover-label"
      data-device-id={id}
      className="flex h-8 animate-appear items-center gap-2 rounded-full border border-line bg-panel px-3 text-note whitespace-nowrap shadow-panel backdrop-blur-md"
    >
      <span className="font-medium">{device?.name ?? t('objects.unknown')}</span>
      {main && <LiveValue deviceId={id} name={main.key} unit={main.unit} />}
    </div>
  );
}

/** Keeps its content centred on an object's label position, without rendering. */
function Anchored({ trackLabel, id, children }: { trackLabel: TrackLabel; id: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      trackLabel(id, ({ x, y, visible }) => {
        const { current } = frame;
        if (!current) return;
        current.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
        current.style.visibility = visible ? 'visible' : 'hidden';
      }),
    [trackLabel, id],
  );
  return (
    <div ref={frame} className="pointer-events-none absolute top-0 left-0">
      {children}
    </div>
  );
}
