import { useEffect, useRef, useState } from 'react';
import { Check, GripVertical, ListFilter, Search, Warehouse } from 'lucide-react';
import { Carousel, IconButton, Menu, SearchField, SlideUp, classes } from '@farm3d/ui';
import { term } from '../../../../platform/locale.ts';
import { isNarrow } from '../../../../platform/viewport.ts';
import { DeviceIcon } from '../../../../components/device-icon.tsx';
import { OnlineDot } from '../../../../components/device-state.tsx';
import {
  filterEntries,
  matching,
  productsOf,
  type CarouselEntry,
  type CarouselFilter,
} from '../../objects/catalogue.ts';
import { t } from '../../texts/zh-CN.ts';
import type { SceneObjects } from '../../objects/scene-objects.ts';
import type { CarouselModel } from '../carousel-model.ts';
import type { EditSession } from '../edit-session.ts';

/** Spec §9: "height 100px"; in rem, so that it scales on a wall screen. */
export const CAROUSEL_REM = 100 / 16;
/** Spec §9: "carousel slide 0.8 s". */
const SLIDE_MS = 800;
/** Spec §9: "interval 10000 ms". */
const INTERVAL_MS = 10_000;

interface CarouselProps {
  carousel: Pick<CarouselModel, 'entries' | 'page' | 'perPage' | 'setPage' | 'itemOf'>;
  objects: Pick<SceneObjects, 'placedIds' | 'selection'>;
  session: Pick<EditSession, 'placement' | 'transform' | 'placeByPointer' | 'placeByKeyboard'>;
  /** Whether a phone's card or object list covers the search. */
  isSearchCovered: boolean;
  /** A placed entry was pressed. */
  onOpen: (entry: CarouselEntry) => void;
}

/** At the foot in edit mode: every device, placed ones first; the others are dragged into the scene. */
export default function DeviceCarousel({ isOpen, ...props }: CarouselProps & { isOpen: boolean }) {
  return (
    <SlideUp
      open={isOpen}
      durationMs={SLIDE_MS}
      testId="carousel"
      style={{ height: `${CAROUSEL_REM}rem` }}
      className={classes(
        'frosted absolute inset-x-3 bottom-3 z-20 mx-auto max-w-[110rem] md:inset-x-4 md:bottom-4',
        // A very low window has no room for both: the transform's fields come first.
        isNarrow.value && props.session.transform.value !== null && '[@media(max-height:30rem)]:hidden',
      )}
    >
      <Devices {...props} />
    </SlideUp>
  );
}

function Devices({ carousel, objects, session, isSearchCovered, onOpen }: CarouselProps) {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<CarouselFilter>('all');
  const [isSearching, setSearching] = useState(false);
  const search = useRef<HTMLDivElement>(null);
  const placed = objects.placedIds.value;
  // The pages do not turn while something is placed, transformed or selected, or an entry is looked for.
  const isAtWork =
    session.placement.value !== null ||
    session.transform.value !== null ||
    objects.selection.value.length > 0 ||
    isSearching;
  const items = matching(
    filterEntries(carousel.entries.value, filter, (id) => placed.has(id)),
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
          // On a phone, card, list or tools take the place of the search.
          (isSearchCovered || objects.selection.value.length > 1) && 'max-md:hidden',
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
                carousel.setPage(0);
              }}
              testId="carousel-search"
            />
          </div>
        ) : null}
        <div className="frosted flex p-0.5">
          <CarouselFilterMenu
            entries={carousel.entries.value}
            filter={filter}
            onChange={(next) => {
              setFilter(next);
              carousel.setPage(0);
            }}
          />
          <IconButton
            label={t('carousel.search')}
            pressed={isSearching}
            data-testid="carousel-search-toggle"
            icon={<Search size={18} />}
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
          perPage={carousel.perPage.value}
          page={carousel.page.value}
          onPageChange={carousel.setPage}
          autoplayMs={INTERVAL_MS}
          paused={isAtWork}
          previousLabel={t('common.previous')}
          nextLabel={t('common.next')}
          pageLabel={(page, pages) => t('common.page', { page, pages })}
          render={(entry) => (
            <CarouselItem
              entry={entry}
              isPlaced={placed.has(entry.id)}
              isBeingPlaced={session.placement.value?.id === entry.id}
              onPointer={(pointer) => session.placeByPointer(carousel.itemOf(entry), pointer)}
              onEnter={() => session.placeByKeyboard(carousel.itemOf(entry))}
              onOpen={() => onOpen(entry)}
            />
          )}
        />
      ) : (
        <p className="grid h-full place-items-center px-4 text-note text-ink-3">
          {t(query || filter !== 'all' ? 'objects.noMatch' : 'carousel.empty')}
        </p>
      )}
    </>
  );
}

interface CarouselItemProps {
  entry: CarouselEntry;
  isPlaced: boolean;
  isBeingPlaced: boolean;
  /** The pointer was pressed on an unplaced entry. */
  onPointer: (pointer: PointerEvent) => void;
  /** Enter was pressed on an unplaced entry. */
  onEnter: () => void;
  /** A placed entry was pressed. */
  onOpen: () => void;
}

function CarouselItem({ entry, isPlaced, isBeingPlaced, onPointer, onEnter, onOpen }: CarouselItemProps) {
  const { id, kind, name } = entry;
  const device = kind === 'device' ? entry.device : null;
  return (
    <button
      type="button"
      data-testid="carousel-item"
      data-device-id={id}
      data-kind={kind}
      data-placed={isPlaced}
      title={isPlaced ? undefined : device ? t('carousel.hint') : t('carousel.hint.scene')}
      onPointerDown={(event) => {
        if (isPlaced || event.button !== 0) return;
        onPointer(event.nativeEvent);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isPlaced) return;
        event.preventDefault();
        onEnter();
      }}
      onClick={() => {
        if (isPlaced) onOpen();
      }}
      className={classes(
        'flex h-full w-full items-center gap-3 rounded-control border px-3 text-left transition-colors duration-150 select-none',
        isPlaced
          ? 'border-transparent hover:bg-hover'
          : 'cursor-grab touch-none border-dashed border-leaf bg-raised hover:bg-leaf-soft active:cursor-grabbing',
        // Opaque: its text is readable while it is dragged over the scene.
        isBeingPlaced && 'bg-leaf-soft',
      )}
    >
      {!isNarrow.value && !device && (
        <span className="grid size-14 shrink-0 place-items-center rounded-control bg-leaf-soft text-leaf-ink">
          <Warehouse aria-hidden size={28} />
        </span>
      )}
      {!isNarrow.value && device && (
        <DeviceIcon
          productTypeCode={device.productTypeCode}
          image={device.picture ?? device.productModelPicture}
          size={56}
          eager
        />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span dir="auto" className="truncate text-left text-note leading-5 font-medium">
            {name}
          </span>
          {device && <OnlineDot device={device} />}
        </span>
        <span className="block truncate text-xs text-ink-3">
          {device ? term(device.productModelCode, device.productModelName) : t('carousel.greenhouse')}
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
            : t('carousel.unplaced.scene')}
        </span>
      </span>
    </button>
  );
}

interface CarouselFilterMenuProps {
  entries: readonly CarouselEntry[];
  filter: CarouselFilter;
  onChange: (filter: CarouselFilter) => void;
}

/** Which devices the carousel offers. */
function CarouselFilterMenu({ entries, filter, onChange }: CarouselFilterMenuProps) {
  const code = typeof filter === 'object' ? filter.productModelCode : null;
  return (
    <Menu
      label={t('carousel.filter')}
      testId="carousel-filter"
      anchor="top start"
      button={<ListFilter size={18} className={filter === 'all' ? '' : 'text-leaf-ink'} />}
      entries={[
        {
          id: 'all',
          label: t('carousel.filter.all'),
          checked: filter === 'all',
          onSelect: () => onChange('all'),
        },
        {
          id: 'unplaced',
          label: t('carousel.filter.unplaced'),
          checked: filter === 'unplaced',
          onSelect: () => onChange('unplaced'),
        },
        ...productsOf(entries).map((product, at) => ({
          id: `product-${product.code}`,
          label: term(product.code, product.name),
          checked: product.code === code,
          startsGroup: at === 0,
          onSelect: () => onChange({ productModelCode: product.code }),
        })),
      ]}
    />
  );
}
