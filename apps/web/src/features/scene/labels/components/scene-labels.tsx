import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReadonlySignal } from '@preact/signals-react';
import { ClipboardList } from 'lucide-react';
import { classes } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { LiveValue } from '../../../../components/device-state.tsx';
import { useModelOf, useServices } from '../../../../kit/services.tsx';
import { t } from '../../../../platform/locale.ts';
import { mainReading } from '../../../../platform/readings.ts';
import type { SceneAlarms } from '../../live/alarms.ts';
import type { SceneRecords } from '../../loading/scene-records.ts';
import type { SceneObjects } from '../../objects/scene-objects.ts';
import type { TrackLabel } from '../../viewer/scene-viewer.ts';
import { LabelBoard } from '../label-board.ts';
import { type LabelChoice, neededLabels, type LabelNeed } from '../label-choice.ts';
import { DOT_PX } from '../label-layout.ts';
import { OpenOrdersModel } from '../open-orders.ts';

export interface SceneLabelsProps {
  objects: Pick<SceneObjects, 'equipmentIds' | 'hoveredId'>;
  records: Pick<SceneRecords, 'deviceById' | 'attributes'>;
  alarms: Pick<SceneAlarms, 'byDevice'>;
  choice: Pick<LabelChoice, 'mode' | 'chosen'>;
  /** A device with an open card has no label: the card says more. */
  cards: { readonly openIds: ReadonlySignal<readonly string[]> };
  /** Which panels are open: another text when one opens or closes. They and cards cover labels (`data-covers-labels`). */
  openPanels: string;
  trackLabel: TrackLabel;
  onOpen: (id: string) => void;
}

/** The labels of the scene at rest. They lie over the canvas: none of them makes it draw a frame. */
export default function SceneLabels({
  objects,
  records,
  alarms,
  choice,
  cards,
  openPanels,
  trackLabel,
  onOpen,
}: SceneLabelsProps) {
  const [board] = useState(() => new LabelBoard(() => document.querySelectorAll('[data-covers-labels]')));
  useEffect(() => () => board.dispose(), [board]);
  const { live } = useServices();
  const orders = useModelOf(OpenOrdersModel).byDevice.value;
  const devices = records.deviceById.value;
  const open = new Set(cards.openIds.value);
  const byDevice = alarms.byDevice.value;
  const { value: chosen } = choice.chosen;
  const hovered = objects.hoveredId.value;
  const ids = objects.equipmentIds.value.filter((id) => devices.has(id) && !open.has(id) && id !== hovered);
  const needed = neededLabels(ids, choice.mode.value, {
    hasAlarm: (id) => byDevice.has(id),
    hasOrder: (id) => orders.has(id),
    isOnline: (id) => live.device(id).online.value ?? devices.get(id)?.online,
    isChosen: (id) => chosen.has(id),
  });
  const order = needed.map(({ id }) => id).join();
  const covering = `${cards.openIds.value.join()} ${openPanels}`;
  useLayoutEffect(
    () => board.arrange(order === '' ? [] : order.split(','), covering),
    [board, order, covering],
  );
  return (
    <div data-testid="scene-labels" className="absolute inset-0 overflow-hidden">
      {needed.map(({ id, need }) => {
        const device = devices.get(id);
        return (
          device && (
            <Label
              key={id}
              board={board}
              device={device}
              need={need}
              orders={orders.get(id) ?? 0}
              main={mainReading(records.attributes.value.get(device.productModelId) ?? [])}
              trackLabel={trackLabel}
              onOpen={onOpen}
            />
          )
        );
      })}
    </div>
  );
}

interface LabelProps {
  board: LabelBoard;
  device: Device;
  need: LabelNeed;
  /** Unfinished work orders about it. */
  orders: number;
  main: ReturnType<typeof mainReading>;
  trackLabel: TrackLabel;
  onOpen: (id: string) => void;
}

const LOOKS: Readonly<Record<LabelNeed, { label: string; dot: string }>> = {
  alarm: { label: 'border-alarm bg-alarm text-on-alarm [&_*]:text-on-alarm', dot: 'bg-alarm' },
  order: { label: 'border-water bg-raised text-ink', dot: 'bg-water' },
  offline: { label: 'border-line bg-raised text-ink-3', dot: 'bg-ink-3' },
  chosen: { label: 'border-line bg-raised text-ink', dot: 'bg-leaf' },
  any: { label: 'border-line bg-raised text-ink', dot: 'bg-leaf' },
};

function Label({ board, device, need, orders, main, trackLabel, onOpen }: LabelProps) {
  const { id, name } = device;
  const label = useRef<HTMLButtonElement>(null);
  const dot = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = label.current;
    if (!element) return undefined;
    const remove = board.add({
      id,
      element,
      show: ({ shape, x, y }) => {
        // Both keep their size while they are hidden: what is measured does not depend on what is shown.
        element.style.visibility = shape === 'full' ? 'visible' : 'hidden';
        element.style.transform = `translate(${x}px, ${y}px)`;
        element.dataset['shape'] = shape;
        if (!dot.current) return;
        dot.current.style.visibility = shape === 'dot' ? 'visible' : 'hidden';
        dot.current.style.transform = `translate(${x + 2}px, ${y + 2}px)`;
      },
    });
    const stop = trackLabel(id, (anchor) => board.setAnchor(id, anchor));
    return () => {
      stop();
      remove();
    };
  }, [board, id, trackLabel]);
  return (
    <>
      <button
        ref={label}
        type="button"
        data-testid="scene-label"
        data-device-id={id}
        data-need={need}
        style={{ visibility: 'hidden' }}
        className={classes(
          'pointer-events-auto absolute top-0 left-0 inline-flex h-7 max-w-56 pointer-coarse:h-11 pointer-coarse:min-w-11 items-center gap-1.5 rounded-full border px-2.5 text-xs whitespace-nowrap shadow-panel',
          LOOKS[need].label,
        )}
        onClick={() => onOpen(id)}
      >
        {orders > 0 && (
          <span className="inline-flex shrink-0 items-center gap-0.5 text-water" data-testid="label-orders">
            <ClipboardList aria-hidden size={14} />
            <span className="sr-only">{t('scene.label.orders', { n: orders })}</span>
            {orders > 1 && <span aria-hidden>{orders}</span>}
          </span>
        )}
        <span className="min-w-0 truncate font-medium">{name}</span>
        {need === 'offline' ? (
          <span className="shrink-0">{t('common.offline')}</span>
        ) : (
          main && <LiveValue deviceId={id} name={main.key} unit={main.unit} />
        )}
      </button>
      <span
        ref={dot}
        aria-hidden
        style={{ visibility: 'hidden', width: DOT_PX - 4, height: DOT_PX - 4 }}
        className={classes('absolute top-0 left-0 rounded-full border border-raised', LOOKS[need].dot)}
      />
    </>
  );
}
