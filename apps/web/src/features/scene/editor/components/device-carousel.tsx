import { useEffect, useRef, useState } from 'react';
import { Check, GripVertical, Search, Warehouse } from 'lucide-react';
import { Carousel, IconButton, SearchField, SlideUp, classes } from '@farm3d/ui';
import { t, term } from '../../../../platform/locale.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { DeviceIcon } from '../../../../parts/device-icon.tsx';
import { OnlineLamp } from '../../../../parts/online-state.tsx';
import { matching, offered, type CarouselEntry, type CarouselFilter } from '../../objects/catalogue.ts';
import { editText } from '../edit-text.ts';
import type { SceneScreen } from '../../scene-model.ts';
import { CarouselFilterMenu } from './carousel-filter.tsx';

/** Spec §9: "height 100px"; in rem, so that it grows on a wall screen with what it holds. */
export const CAROUSEL_REM = 100 / 16;
/** Spec §9: "carousel slide 0.8 s". */
const SLIDE_MS = 800;
/** Spec §9: "interval 10000 ms". */
const INTERVAL_MS = 10_000;

/** At the foot in edit mode: every device, those in the scene first; the others are dragged into it. */
export default function DeviceCarousel({ screen }: { screen: SceneScreen }) {
  return (
    <SlideUp
      open={screen.editing.editing.value}
      durationMs={SLIDE_MS}
      testId="carousel"
      style={{ height: `${CAROUSEL_REM}rem` }}
      className={classes(
        'frosted absolute inset-x-3 bottom-3 z-20 mx-auto max-w-[110rem] md:inset-x-4 md:bottom-4',
        // A window that is very low has no room for both: the numbers and the thing come first.
        isNarrow.value && screen.stage.transform.value !== null && '[@media(max-height:30rem)]:hidden',
      )}
    >
      <Devices screen={screen} />
    </SlideUp>
  );
}

function Devices({ screen }: { screen: SceneScreen }) {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<CarouselFilter>('all');
  const [isSearching, setSearching] = useState(false);
  const search = useRef<HTMLDivElement>(null);
  const { carousel, carouselPage, perPage, stage } = screen;
  const placed = new Set([...stage.placed.value, ...stage.childScenes.value.map(({ id }) => id)]);
  const items = matching(
    offered(carousel.value, filter, (id) => placed.has(id)),
    query,
    (entry) => (entry.kind === 'device' ? entry.device : null),
    ({ name }) => name,
  );

  useEffect(() => {
    if (isSearching) search.current?.querySelector('input')?.focus();
  }, [isSearching]);

  return (
    <>
      <div
        className={classes(
          'absolute right-0 bottom-full mb-2 flex items-center justify-end gap-2',
          // A phone's card, list or tools stand where the search would be.
          (screen.cards.openIds.value.length > 0 ||
            screen.objectsOpen.value ||
            stage.selection.value.length > 1) &&
            'max-md:hidden',
        )}
      >
        {isSearching ? (
          <div ref={search} className="frosted flex w-60 p-1">
            <SearchField
              size="sm"
              label={t('carousel.search')}
              clearLabel={t('common.clear')}
              value={query}
              onValueChange={(text) => {
                setQuery(text);
                screen.turnCarousel(0);
              }}
              testId="carousel-search"
            />
          </div>
        ) : null}
        <div className="frosted flex p-0.5">
          <CarouselFilterMenu
            entries={carousel.value}
            filter={filter}
            onChange={(next) => {
              setFilter(next);
              screen.turnCarousel(0);
            }}
          />
          <IconButton
            label={t('carousel.search')}
            pressed={isSearching}
            data-testid="carousel-search-toggle"
            icon={<Search size={18} strokeWidth={1.5} />}
            onClick={() => {
              setSearching(!isSearching);
              setQuery('');
            }}
          />
        </div>
      </div>
      {items.length > 0 ? (
        <Carousel
          label={t('carousel.title')}
          items={items}
          keyOf={({ id }) => id}
          perPage={perPage.value}
          page={carouselPage.value}
          onPageChange={screen.turnCarousel}
          autoplayMs={INTERVAL_MS}
          paused={stage.placement.value !== null}
          previousLabel={t('common.previous')}
          nextLabel={t('common.next')}
          pageLabel={(page, pages) => t('common.page', { page, pages })}
          render={(entry) => <CarouselItem screen={screen} entry={entry} isPlaced={placed.has(entry.id)} />}
        />
      ) : (
        <p className="grid h-full place-items-center px-4 text-note text-ink-3">
          {t(query || filter !== 'all' ? 'objects.noMatch' : 'carousel.empty')}
        </p>
      )}
    </>
  );
}

function CarouselItem({
  screen,
  entry,
  isPlaced,
}: {
  screen: SceneScreen;
  entry: CarouselEntry;
  isPlaced: boolean;
}) {
  const { id, kind, name } = entry;
  const device = kind === 'device' ? entry.device : null;
  const isHeld = screen.stage.placement.value?.id === id;
  return (
    <button
      type="button"
      data-testid="carousel-item"
      data-device-id={id}
      data-kind={kind}
      data-placed={isPlaced}
      title={isPlaced ? undefined : device ? t('carousel.hint') : editText('carousel.hint.scene')}
      onPointerDown={(event) => {
        if (isPlaced || event.button !== 0) return;
        screen.placeByPointer(entry, event.nativeEvent);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isPlaced) return;
        event.preventDefault();
        screen.placeByKeyboard(entry);
      }}
      onClick={() => {
        if (!isPlaced) return;
        if (device) screen.flyTo(id);
        else screen.openChildScene(id);
      }}
      className={classes(
        'flex h-full w-full items-center gap-3 rounded-control border px-3 text-left transition-colors duration-150 select-none',
        isPlaced
          ? 'border-transparent hover:bg-hover'
          : 'cursor-grab touch-none border-dashed border-leaf bg-raised hover:bg-leaf-soft active:cursor-grabbing',
        // Its words are read while it is carried.
        isHeld && 'bg-leaf-soft',
      )}
    >
      {!isNarrow.value && !device && (
        <span className="grid size-14 shrink-0 place-items-center rounded-control bg-leaf-soft text-leaf-ink">
          <Warehouse aria-hidden size={28} strokeWidth={1.5} />
        </span>
      )}
      {!isNarrow.value && device && (
        <DeviceIcon
          productTypeCode={device.productTypeCode}
          picture={device.picture ?? device.productModelPicture}
          size={56}
          eager
        />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span dir="auto" className="truncate text-left text-note leading-5 font-medium">
            {name}
          </span>
          {device && <OnlineLamp device={device} />}
        </span>
        <span className="block truncate text-xs text-ink-3">
          {device ? term(device.productModelCode, device.productModelName) : editText('carousel.greenhouse')}
        </span>
        <span
          className={classes(
            'mt-0.5 flex items-center gap-1 truncate text-xs font-medium',
            isPlaced ? 'text-ink-3' : 'text-leaf-ink',
          )}
        >
          {isPlaced ? (
            <Check aria-hidden size={12} strokeWidth={2} />
          ) : (
            <GripVertical aria-hidden size={12} strokeWidth={2} />
          )}
          {isPlaced || device
            ? t(isPlaced ? 'carousel.placed' : 'carousel.unplaced')
            : editText('carousel.unplaced.scene')}
        </span>
      </span>
    </button>
  );
}
