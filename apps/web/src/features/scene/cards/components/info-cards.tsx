import { useLayoutEffect, useRef, useState } from 'react';
import { Pin } from 'lucide-react';
import { Button, classes, useEntrance } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { CAROUSEL_REM } from '../../editor/components/device-carousel.tsx';
import { isTransforming } from '../../editor/edit-session.ts';
import type { TrackLabel } from '../../viewer/scene-viewer.ts';
import { CardLayout, CARD_GAP, HANDLES_GAP } from '../card-place.ts';
import type { Card } from '../cards-model.ts';
import { CardContent, type CardContextProps } from './card-content.tsx';

/** Sizes of the head bar, the object list and the device panel, and the margin at each edge, CSS px. */
const HEAD_ROOM = 80;
const LIST_ROOM = 304;
const PANEL_ROOM = 400;
const EDGE = 16;

interface InfoCardsProps extends CardContextProps {
  /** Whether the object list is open. */
  isListOpen: boolean;
  trackLabel: TrackLabel;
}

/** The open cards: on wide screens each beside its object, on a phone one sheet at the foot. */
export default function InfoCards({ isListOpen, trackLabel, ...context }: InfoCardsProps) {
  const cards = context.cards.cards.value;
  const hasPanel = context.panel.deviceId.value !== null;
  return isNarrow.value ? (
    cards
      .slice(-1)
      .map((card) => (
        <SheetCard
          key={card.id}
          context={context}
          card={card}
          others={cards.slice(0, -1)}
          isUnder={isListOpen || hasPanel}
        />
      ))
  ) : (
    <FloatingCards context={context} cards={cards} isListOpen={isListOpen} trackLabel={trackLabel} />
  );
}

interface FloatingCardsProps {
  context: CardContextProps;
  cards: readonly Card[];
  isListOpen: boolean;
  trackLabel: TrackLabel;
}

function FloatingCards({ context, cards, isListOpen, trackLabel }: FloatingCardsProps) {
  const [layout] = useState(() => new CardLayout());
  const frame = useRef<HTMLDivElement>(null);
  const isEditing = context.editor.isEditing.value;
  const hasPanel = context.panel.deviceId.value !== null;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = (): void => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      layout.setRoom({
        left: EDGE + (isListOpen ? LIST_ROOM * scale : 0),
        top: HEAD_ROOM * scale,
        right: element.clientWidth - EDGE - (hasPanel ? PANEL_ROOM * scale : 0),
        bottom: element.clientHeight - EDGE - (isEditing ? (CAROUSEL_REM + 1) * 16 * scale : 0),
      });
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [layout, isEditing, isListOpen, hasPanel]);

  return (
    <div ref={frame} className="absolute inset-0">
      {cards.map((card) => (
        <FloatingCard key={card.id} context={context} layout={layout} card={card} trackLabel={trackLabel} />
      ))}
    </div>
  );
}

interface FloatingCardProps {
  context: CardContextProps;
  trackLabel: TrackLabel;
  layout: CardLayout;
  card: Card;
}

function FloatingCard({ context, trackLabel, layout, card }: FloatingCardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const dot = useRef<HTMLDivElement>(null);
  const gap = isTransforming(context.session.transform.value, [card.id]) ? HANDLES_GAP : CARD_GAP;

  // Before the first paint, so that no card flashes in a corner.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const leave = layout.add(card.id, {
      element,
      show: ({ x, y, joint }, anchor) => {
        element.style.transform = `translate(${x}px, ${y}px)`;
        if (!line.current || !dot.current) return;
        const length = Math.hypot(joint.x - anchor.x, joint.y - anchor.y);
        const angle = Math.atan2(joint.y - anchor.y, joint.x - anchor.x);
        line.current.style.width = `${length}px`;
        line.current.style.transform = `translate(${anchor.x}px, ${anchor.y}px) rotate(${angle}rad)`;
        dot.current.style.transform = `translate(${anchor.x - 4}px, ${anchor.y - 4}px)`;
        line.current.style.opacity = dot.current.style.opacity = anchor.visible ? '1' : '0';
      },
    });
    const stop = trackLabel(card.id, (point) => layout.setAnchor(card.id, point));
    const sizes = new ResizeObserver(() => layout.placeAll());
    sizes.observe(element);
    layout.placeAll();
    return () => {
      stop();
      sizes.disconnect();
      leave();
    };
  }, [trackLabel, layout, card.id]);

  useLayoutEffect(() => layout.setGap(card.id, gap), [layout, card.id, gap]);

  return (
    <>
      <div
        ref={line}
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 h-px origin-left bg-ink-3/70"
      />
      <div
        ref={dot}
        aria-hidden
        data-testid="card-anchor"
        data-device-id={card.id}
        className="pointer-events-none absolute top-0 left-0 size-2 rounded-full border border-raised bg-leaf"
      />
      <div ref={frame} className="absolute top-0 left-0 z-10 flex w-80">
        <CardContent {...context} card={card} />
      </div>
    </>
  );
}

const LOW_AT_THE_FOOT = '[@media(max-height:30rem)]:bottom-3!';

interface SheetCardProps {
  context: CardContextProps;
  card: Card;
  /** Pinned cards, for which there is no room. */
  others: readonly Card[];
  /** Whether the list or the panel covers it. */
  isUnder: boolean;
}

function SheetCard({ context, card, others, isUnder }: SheetCardProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useEntrance(sheet, { rises: true });
  const isEditing = context.editor.isEditing.value;
  const hasHandles = isTransforming(context.session.transform.value, [card.id]);
  return (
    <div
      ref={sheet}
      className={classes(
        'absolute inset-x-3 z-10 flex flex-col gap-2',
        isUnder && 'invisible',
        // In a very low window the carousel is hidden while handles are shown.
        hasHandles && LOW_AT_THE_FOOT,
      )}
      style={{ bottom: isEditing ? `${CAROUSEL_REM + 1.5}rem` : 12 }}
    >
      {others.length > 0 && (
        <ul className="thin-scrollbar flex gap-2 overflow-x-auto *:pointer-events-auto">
          {others.map(({ id }) => (
            <li key={id} className="frosted">
              <Button
                size="sm"
                variant="quiet"
                icon={<Pin aria-hidden size={16} />}
                data-testid="pinned-card"
                data-device-id={id}
                onClick={() => context.onOpen(id)}
              >
                {context.records.deviceById.value.get(id)?.name ?? t('objects.unknown')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {/* The object is in the middle of the canvas, above the card. */}
      <div
        className={classes(
          'flex min-h-0',
          hasHandles ? 'max-h-[60dvh]' : isEditing ? 'max-h-[max(30dvh,9.5rem)]' : 'max-h-[44dvh]',
        )}
      >
        <CardContent {...context} card={card} />
      </div>
    </div>
  );
}
