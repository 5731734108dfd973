import { useEffect, useRef, useState, type RefObject } from 'react';
import { BellRing, List, PanelLeftClose, TriangleAlert } from 'lucide-react';
import { Badge, Button, IconButton, SearchField, classes } from '@farm3d/ui';
import { t, term } from '../../../platform/locale.ts';
import { part } from '../../../platform/part.tsx';
import { DeviceIcon } from '../../../parts/device-icon.tsx';
import { OnlineLamp } from '../../../parts/online-state.tsx';
import { matching, sceneThings, type SceneThing } from '../objects/catalogue.ts';
import { fallbackText } from '../objects/fallback-text.ts';
import type { SceneScreen } from '../scene-model.ts';
import { useFocusKept } from '../use-focus.ts';
import { ThingRow } from './object-row.tsx';

const fetchDetails = () => import('../editor/components/scene-details.tsx');
const SceneDetails = part(async () => ({ default: (await fetchDetails()).SceneDetails }));

// Only plots have them.
const ChildSceneRows = part(() => import('./child-scene-rows.tsx'));

/** At the left: what stands in the scene, and in edit mode the scene's own name and description. */
export function ObjectPanel({ screen }: { screen: SceneScreen }) {
  const isEditing = screen.editing.editing.value;
  const isOpen = screen.objectsOpen.value;
  const toggle = useRef<HTMLButtonElement>(null);
  // The button is another one when the list is open: what had the focus there has it here.
  useFocusKept(isOpen, () => toggle.current);
  useEffect(() => {
    // Before the list is opened: rows must not jump away under a finger when the fields above them arrive.
    if (isEditing) void fetchDetails().catch(() => {});
  }, [isEditing]);
  if (!isOpen) {
    return (
      <div
        className={classes(
          'frosted absolute top-17 left-3 z-10 p-0.5 md:top-20 md:left-4',
          // A phone's panel reaches over it.
          screen.panel.deviceId.value !== null && 'max-md:invisible',
        )}
      >
        <IconButton
          ref={toggle}
          label={t('objects.show')}
          icon={<List size={20} strokeWidth={1.5} />}
          data-testid="objects-toggle"
          aria-expanded={false}
          onClick={screen.toggleObjects}
        />
      </div>
    );
  }
  return (
    <aside
      aria-label={t('objects.title')}
      className={classes(
        'absolute top-17 left-3 z-10 flex w-[calc(100vw-1.5rem)] flex-col gap-2 sm:w-72 md:top-20 md:left-4',
        isEditing ? 'bottom-36' : 'bottom-4',
        'pointer-events-none *:pointer-events-auto',
        // In a window that is very low the fields and the list scroll together: neither squeezes the other out.
        isEditing &&
          '[@media(max-height:37rem)]:pointer-events-auto [@media(max-height:37rem)]:overflow-y-auto [@media(max-height:37rem)]:*:shrink-0',
      )}
    >
      {isEditing && <SceneDetails screen={screen} />}
      <ObjectList screen={screen} toggle={toggle} />
    </aside>
  );
}

interface ObjectListProps {
  screen: SceneScreen;
  /** Its button to close it. */
  toggle: RefObject<HTMLButtonElement | null>;
}

function ObjectList({ screen, toggle }: ObjectListProps) {
  const [query, setQuery] = useState('');
  const alarms = screen.alarms.byDevice.value;
  const things = sceneThings(screen.data.devices.value, screen.stage.placed.value, (id) => alarms.has(id));
  const found = matching(things, query, (thing) => thing.device);
  const scenes = screen.stage.childScenes.value;
  const foundScenes = matching(
    scenes,
    query,
    () => null,
    ({ name }) => name,
  );
  const count = things.length + scenes.length;
  return (
    <section className="frosted flex min-h-0 flex-col">
      <div className="flex items-center justify-between pr-0.5 pl-4">
        <h2 className="text-note font-semibold">
          {t('objects.title')} <span className="figures font-normal text-ink-3">{count}</span>
        </h2>
        <IconButton
          ref={toggle}
          label={t('objects.hide')}
          icon={<PanelLeftClose size={18} strokeWidth={1.5} />}
          data-testid="objects-toggle"
          aria-expanded
          onClick={screen.toggleObjects}
        />
      </div>
      {count > 0 && (
        <div className="px-3 pb-2">
          <SearchField
            size="sm"
            label={t('objects.search')}
            clearLabel={t('common.clear')}
            value={query}
            onValueChange={setQuery}
            testId="object-search"
          />
        </div>
      )}
      <ul className="thin-scroll min-h-0 overflow-y-auto px-1.5 pb-1.5">
        {foundScenes.length > 0 && <ChildSceneRows screen={screen} scenes={foundScenes} />}
        {found.map((thing) => (
          <ObjectRow key={thing.id} screen={screen} thing={thing} />
        ))}
        {found.length + foundScenes.length === 0 && (
          <li className="px-3 py-4 text-note text-ink-3">
            {count > 0
              ? t('objects.noMatch')
              : t(screen.editing.editing.value ? 'objects.empty.edit' : 'objects.empty')}
            {count === 0 && !screen.editing.editing.value && screen.state.value === 'ready' && (
              <Button
                className="mt-3 w-full"
                data-testid="objects-begin"
                onClick={() => {
                  screen.closeList();
                  void screen.editing.begin();
                }}
              >
                {t('scene.edit')}
              </Button>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

function ObjectRow({ screen, thing: { id, device } }: { screen: SceneScreen; thing: SceneThing }) {
  const fallback = screen.stage.fallbacks.value.get(id);
  const alarms = screen.alarms.byDevice.value.get(id)?.length ?? 0;
  return (
    <ThingRow
      screen={screen}
      id={id}
      testId="object-list-item"
      data={{ 'data-device-id': id }}
      icon={<DeviceIcon productTypeCode={device?.productTypeCode} size={32} />}
      name={device?.name ?? t('objects.unknown')}
      kind={
        <>
          <span className="truncate">
            {device ? term(device.productModelCode, device.productModelName) : id.slice(0, 8)}
          </span>
          {fallback && (
            <Badge
              tone="amber"
              testId="model-badge"
              title={fallbackText(fallback)}
              icon={<TriangleAlert aria-hidden size={12} strokeWidth={1.5} />}
            >
              {t('objects.fallback')}
            </Badge>
          )}
        </>
      }
      onOpen={(byKey) => {
        screen.flyTo(id);
        // The next key is for the card.
        if (byKey) screen.cards.enter(id);
      }}
    >
      {alarms > 0 && (
        <Badge
          tone="alarm"
          testId="alarm-badge"
          title={t('alarms.active', { n: alarms })}
          icon={<BellRing aria-hidden size={12} strokeWidth={1.5} />}
        >
          {alarms}
        </Badge>
      )}
      {device && <OnlineLamp device={device} />}
    </ThingRow>
  );
}
