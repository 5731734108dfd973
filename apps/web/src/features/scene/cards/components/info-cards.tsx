import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Pin } from 'lucide-react';
import { Button, InfoCard, classes } from '@farm3d/ui';
import { t } from '../../../../platform/locale.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { DeviceIcon } from '../../../../parts/device-icon.tsx';
import { OnlineState } from '../../../../parts/online-state.tsx';
import { SimulatedBadge } from '../../../../parts/simulated-badge.tsx';
import { CardLayout } from '../card-layout.ts';
import { CARD_GAP, HANDLES_GAP } from '../card-place.ts';
import type { Card } from '../cards-model.ts';
import type { SceneScreen } from '../../scene-model.ts';
import { useFocusReturn } from '../../use-focus.ts';
import { CardBody } from './card-body.tsx';
import { CAROUSEL_REM } from '../../editor/components/device-carousel.tsx';
import { TransformTools } from '../../editor/components/transform-tools.tsx';

/** What the bars take at the top, the list at the left, the device panel at the right, and what is kept free at every edge, CSS px. */
const HEAD_ROOM = 80;
const LIST_ROOM = 304;
const PANEL_ROOM = 400;
const EDGE = 16;

/** The open cards: on wide screens each beside its thing, on a phone one sheet at the foot. */
export default function InfoCards({ screen }: { screen: SceneScreen }) {
  const cards = screen.cards.cards.value;
  return isNarrow.value ? (
    cards
      .slice(-1)
      .map((card) => <SheetCard key={card.id} screen={screen} card={card} others={cards.slice(0, -1)} />)
  ) : (
    <FloatingCards screen={screen} cards={cards} />
  );
}

function FloatingCards({ screen, cards }: { screen: SceneScreen; cards: readonly Card[] }) {
  const [layout] = useState(() => new CardLayout());
  const frame = useRef<HTMLDivElement>(null);
  const isEditing = screen.editing.editing.value;
  const hasList = screen.objectsOpen.value;
  const hasPanel = screen.panel.deviceId.value !== null;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = (): void => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      layout.setRoom({
        left: EDGE + (hasList ? LIST_ROOM * scale : 0),
        top: HEAD_ROOM * scale,
        right: element.clientWidth - EDGE - (hasPanel ? PANEL_ROOM * scale : 0),
        bottom: element.clientHeight - EDGE - (isEditing ? (CAROUSEL_REM + 1) * 16 * scale : 0),
      });
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [layout, isEditing, hasList, hasPanel]);

  return (
    <div ref={frame} className="absolute inset-0">
      {cards.map((card) => (
        <FloatingCard key={card.id} screen={screen} layout={layout} card={card} />
      ))}
    </div>
  );
}

interface FloatingCardProps {
  screen: SceneScreen;
  layout: CardLayout;
  card: Card;
}

function FloatingCard({ screen, layout, card }: FloatingCardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const dot = useRef<HTMLDivElement>(null);
  const gap = screen.stage.transform.value?.ids.join() === card.id ? HANDLES_GAP : CARD_GAP;

  // Before the picture is shown, so that no card flashes in a corner.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const leave = layout.add(card.id, {
      element,
      show: ({ x, y, joint }, anchor) => {
        element.style.transform = `translate(${x}px, ${y}px)`;
        if (!line.current || !dot.current) return;
        const length = Math.hypot(joint.x - anchor.x, joint.y - anchor.y);
        const turn = Math.atan2(joint.y - anchor.y, joint.x - anchor.x);
        line.current.style.width = `${length}px`;
        line.current.style.transform = `translate(${anchor.x}px, ${anchor.y}px) rotate(${turn}rad)`;
        dot.current.style.transform = `translate(${anchor.x - 4}px, ${anchor.y - 4}px)`;
        line.current.style.opacity = dot.current.style.opacity = anchor.visible ? '1' : '0';
      },
    });
    const stop = screen.stage.trackLabel(card.id, (point) => layout.setAnchor(card.id, point));
    const sizes = new ResizeObserver(() => layout.place());
    sizes.observe(element);
    layout.place();
    return () => {
      stop();
      sizes.disconnect();
      leave();
    };
  }, [screen, layout, card.id]);

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
        <CardContent screen={screen} card={card} />
      </div>
    </>
  );
}

const LOW_AT_THE_FOOT = '[@media(max-height:30rem)]:bottom-3!';

interface SheetCardProps {
  screen: SceneScreen;
  card: Card;
  /** Pinned ones that have no room beside it. */
  others: readonly Card[];
}

function SheetCard({ screen, card, others }: SheetCardProps) {
  const isEditing = screen.editing.editing.value;
  const hasHandles = screen.stage.transform.value?.ids.join() === card.id;
  // The list and the panel reach over its place.
  const isUnder = screen.objectsOpen.value || screen.panel.deviceId.value !== null;
  return (
    <div
      className={classes(
        'absolute inset-x-3 z-10 flex animate-rise flex-col gap-2',
        isUnder && 'invisible',
        // In a window that is very low the carousel has left while handles are shown.
        hasHandles && LOW_AT_THE_FOOT,
      )}
      style={{ bottom: isEditing ? `${CAROUSEL_REM + 1.5}rem` : 12 }}
    >
      {others.length > 0 && (
        <ul className="thin-scroll flex gap-2 overflow-x-auto *:pointer-events-auto">
          {others.map(({ id }) => (
            <li key={id} className="frosted">
              <Button
                size="sm"
                variant="quiet"
                icon={<Pin aria-hidden size={16} strokeWidth={1.5} />}
                data-testid="pinned-card"
                data-device-id={id}
                onClick={() => screen.openThing(id)}
              >
                {screen.data.deviceById.value.get(id)?.name ?? t('objects.unknown')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {/* The thing itself stands in the middle of the picture: above the card. */}
      <div
        className={classes(
          'flex min-h-0',
          hasHandles ? 'max-h-[60dvh]' : isEditing ? 'max-h-[max(30dvh,9.5rem)]' : 'max-h-[44dvh]',
        )}
      >
        <CardContent screen={screen} card={card} />
      </div>
    </div>
  );
}

function CardContent({ screen, card: { id, pinned } }: { screen: SceneScreen; card: Card }) {
  const device = screen.data.deviceById.value.get(id);
  const section = useRef<HTMLElement>(null);
  const hasHandles = screen.stage.transform.value?.ids.join() === id;
  const isEntered = screen.cards.entered.value === id;
  const comeFrom = useFocusReturn(section, screen);

  useEffect(() => {
    if (!isEntered) return;
    screen.cards.enter(null);
    comeFrom();
    section.current?.focus({ preventScroll: true });
  }, [screen, isEntered, comeFrom]);

  useEffect(() => {
    // Escape closes the card that the focus is in: heard last, as a number that is half typed or handles go first.
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!(event.target instanceof Node) || !section.current?.contains(event.target)) return;
      const { stage, cards } = screen;
      if (stage.transform.peek()?.ids.join() === id) stage.cancelTransform();
      else cards.close(id);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [screen, id]);

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={device?.name ?? t('objects.unknown')}
      data-testid="info-card"
      data-device-id={id}
      data-pinned={pinned}
      className="flex min-h-0 w-full animate-appear rounded-panel"
    >
      {hasHandles && isNarrow.value ? (
        <div className="frosted thin-scroll max-h-full w-full overflow-y-auto p-2">
          <TransformTools screen={screen} ids={[id]} />
        </div>
      ) : (
        <InfoCard
          picture={
            <DeviceIcon
              productTypeCode={device?.productTypeCode}
              picture={device?.picture ?? device?.productModelPicture}
            />
          }
          title={device?.name ?? t('objects.unknown')}
          subtitle={
            device ? (
              <>
                <OnlineState device={device} />
                {device.simulated && <SimulatedBadge />}
              </>
            ) : (
              <span className="figures truncate">{id}</span>
            )
          }
          pinned={pinned}
          pinLabel={t('card.pin')}
          unpinLabel={t('card.unpin')}
          closeLabel={t('card.close')}
          bodyLabel={t('devices.detail.live')}
          onPinChange={(next) => screen.cards.setPinned(id, next)}
          onClose={() => screen.cards.close(id)}
          footer={
            screen.editing.editing.value ? (
              <TransformTools screen={screen} ids={[id]} />
            ) : device ? (
              <Button
                size="sm"
                variant="quiet"
                className="w-full"
                data-testid="panel-open"
                onClick={() => screen.panel.open(id)}
              >
                {t('panel.open')}
              </Button>
            ) : undefined
          }
        >
          {/* With handles around the thing the card is only its tools: nothing covers what is being moved. */}
          {!hasHandles && <CardBody screen={screen} id={id} device={device} />}
        </InfoCard>
      )}
    </section>
  );
}
