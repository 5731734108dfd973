import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { Tag } from 'lucide-react';
import { Button, IconButton, InfoCard, useEntrance } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { DeviceIcon } from '../../../../components/device-icon.tsx';
import { OnlineState, SimulatedBadge } from '../../../../components/device-state.tsx';
import { useFocusReturn } from '../../../../platform/use-focus.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { TransformTools, type TransformSessionProps } from '../../editor/components/transform-tools.tsx';
import { isTransforming } from '../../editor/edit-session.ts';
import type { EditorModel } from '../../editor/editor-model.ts';
import type { LabelChoice } from '../../labels/label-choice.ts';
import type { SceneRecords } from '../../loading/scene-records.ts';
import type { SceneObjects } from '../../objects/scene-objects.ts';
import type { Panel } from '../../panel/panel-model.ts';
import type { Card, Cards } from '../cards-model.ts';
import { CardBody } from './card-body.tsx';
import { t } from '../../texts/zh-CN.ts';

/** What the content of a card uses. */
export interface CardContextProps extends TransformSessionProps {
  editor: Pick<EditorModel, 'isEditing'>;
  records: Pick<SceneRecords, 'deviceById' | 'attributes' | 'mayOperate'>;
  fallbacks: SceneObjects['fallbacks'];
  cards: Cards;
  panel: Panel;
  labels: Pick<LabelChoice, 'chosen' | 'toggle'>;
  /** Opens the card of a device. */
  onOpen: (id: string) => void;
  /** Focuses the canvas, where the element that had the focus is gone. */
  focusCanvas: () => void;
}

/** Focuses a card that a key opened, and closes it by Escape while it has the focus. */
function useCardFocus(
  section: RefObject<HTMLElement | null>,
  id: string,
  { cards, session, focusCanvas }: Pick<CardContextProps, 'cards' | 'session' | 'focusCanvas'>,
): void {
  const takesFocus = cards.focusedId.value === id;
  const rememberFocus = useFocusReturn(section, focusCanvas);

  // Before the card is painted: later it would take the focus from a button that was reached meanwhile.
  useLayoutEffect(() => {
    if (!takesFocus) return;
    cards.focus(null);
    rememberFocus();
    section.current?.focus({ preventScroll: true });
  }, [cards, takesFocus, rememberFocus, section]);

  useEffect(() => {
    // On the window: a half-typed number and the handles take Escape first.
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!(event.target instanceof Node) || !section.current?.contains(event.target)) return;
      if (isTransforming(session.transform.peek(), [id])) session.cancelTransform();
      else cards.close(id);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [cards, session, section, id]);
}

/** A card: its head, its values or, in edit mode, its tools. */
export function CardContent({ card: { id, pinned }, ...context }: CardContextProps & { card: Card }) {
  const { cards, session, onRemove } = context;
  const device = context.records.deviceById.value.get(id);
  const section = useRef<HTMLElement>(null);
  const hasHandles = isTransforming(session.transform.value, [id]);
  useCardFocus(section, id, context);
  useEntrance(section);
  const tools = <TransformTools session={session} onRemove={onRemove} ids={[id]} />;

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={device?.name ?? t('objects.unknown')}
      data-testid="info-card"
      data-device-id={id}
      data-pinned={pinned}
      data-covers-labels
      className="flex min-h-0 w-full rounded-panel"
    >
      {hasHandles && isNarrow.value ? (
        <div className="frosted thin-scrollbar max-h-full w-full overflow-y-auto p-2">{tools}</div>
      ) : (
        <InfoCard
          icon={
            <DeviceIcon
              productTypeCode={device?.productTypeCode}
              image={device?.picture ?? device?.productModelPicture}
            />
          }
          title={device?.name ?? t('objects.unknown')}
          subtitle={<CardSubtitle id={id} device={device} />}
          pinned={pinned}
          pinLabel={t('card.pin')}
          unpinLabel={t('card.unpin')}
          closeLabel={t('card.close')}
          bodyLabel={t('devices.detail.live')}
          onPinChange={(next) => cards.setPinned(id, next)}
          onClose={() => cards.close(id)}
          footer={
            context.editor.isEditing.value
              ? tools
              : device && (
                  <div className="flex gap-1">
                    <PanelButton onOpen={() => context.panel.open(id)} />
                    <IconButton
                      size="sm"
                      label={t('card.label')}
                      icon={<Tag size={16} />}
                      pressed={context.labels.chosen.value.has(id)}
                      data-testid="card-label"
                      onClick={() => context.labels.toggle(id)}
                    />
                  </div>
                )
          }
        >
          {/* While handles are shown the card has only its tools: it does not cover the object. */}
          {!hasHandles && (
            <CardBody
              id={id}
              device={device}
              attributes={device && context.records.attributes.value.get(device.productModelId)}
              fallback={context.fallbacks.value.get(id)}
              mayOperate={context.records.mayOperate.value}
              isWatched={context.panel.deviceId.value === id && context.panel.tab.value === 'video'}
            />
          )}
        </InfoCard>
      )}
    </section>
  );
}

function CardSubtitle({ id, device }: { id: string; device: Device | undefined }) {
  if (!device) return <span className="tabular-nums truncate">{id}</span>;
  return (
    <>
      <OnlineState device={device} />
      {device.simulated && <SimulatedBadge />}
    </>
  );
}

function PanelButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button size="sm" variant="quiet" className="flex-1" data-testid="panel-open" onClick={onOpen}>
      {t('panel.open')}
    </Button>
  );
}
