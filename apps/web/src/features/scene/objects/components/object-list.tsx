import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { ReadonlySignal } from '@preact/signals-react';
import { BellRing, List, PanelLeftClose, TriangleAlert } from 'lucide-react';
import { Badge, Button, IconButton, SearchField, classes } from '@farm3d/ui';
import type { Alarm, Device, ProductAttribute } from '@farm3d/api';
import { term } from '../../../../platform/locale.ts';
import { mainReading } from '../../../../platform/readings.ts';
import { lazyComponent } from '../../../../platform/lazy.tsx';
import { LiveValue, OnlineDot } from '../../../../components/device-state.tsx';
import { DeviceIcon } from '../../../../components/device-icon.tsx';
import { matching, listedDevices, type ListedDevice } from '../catalogue.ts';
import { fallbackText, type Fallback, type SceneObjects } from '../scene-objects.ts';
import { useFocusKept } from '../../../../platform/use-focus.ts';
import { ObjectRow } from './object-row.tsx';
import { t } from '../../texts/zh-CN.ts';

// Only plots have child scenes.
const ChildSceneRows = lazyComponent(() => import('./child-scene-rows.tsx'));

interface ObjectPanelProps extends ObjectListProps {
  isOpen: boolean;
  /** Whether a phone's device panel covers it. */
  isUnderPanel: boolean;
  /** Above the list in edit mode; undefined otherwise. */
  details: ReactNode;
}

/** At the left: the objects of the scene and, in edit mode, the scene's name and description. */
export function ObjectPanel({ isOpen, isUnderPanel, details, ...list }: ObjectPanelProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const isEditing = list.onToggle !== undefined;
  // The open list has another button: it takes over the focus.
  useFocusKept(isOpen, () => toggle.current);
  if (!isOpen) {
    return (
      <div
        data-covers-labels
        className={classes(
          'frosted absolute top-17 left-3 z-10 p-0.5 md:top-20 md:left-4',
          isUnderPanel && 'max-md:invisible',
        )}
      >
        <IconButton
          ref={toggle}
          label={t('objects.show')}
          icon={<List size={20} />}
          data-testid="objects-toggle"
          aria-expanded={false}
          onClick={list.onToggleList}
        />
      </div>
    );
  }
  return (
    <aside
      aria-label={t('objects.title')}
      data-covers-labels
      className={classes(
        'absolute top-17 left-3 z-10 flex w-[calc(100vw-1.5rem)] flex-col gap-2 sm:w-72 md:top-20 md:left-4',
        isEditing ? 'bottom-36' : 'bottom-4',
        'pointer-events-none *:pointer-events-auto',
        // In a very low window the fields and the list scroll together: neither squeezes the other out.
        isEditing &&
          '[@media(max-height:37rem)]:pointer-events-auto [@media(max-height:37rem)]:overflow-y-auto [@media(max-height:37rem)]:*:shrink-0',
      )}
    >
      {details}
      <ObjectList {...list} toggle={toggle} />
    </aside>
  );
}

interface ObjectListProps {
  objects: Pick<SceneObjects, 'equipmentIds' | 'childScenes' | 'fallbacks' | 'selection'>;
  devices: ReadonlySignal<readonly Device[]>;
  /** By product model. */
  attributes: ReadonlySignal<ReadonlyMap<string, readonly ProductAttribute[]>>;
  /** Active alarms by device. */
  alarms: ReadonlySignal<ReadonlyMap<string, readonly Alarm[]>>;
  /** Whether the scene is loaded. */
  isReady: boolean;
  /** Opens or closes the list. */
  onToggleList: () => void;
  /** Adds an object to the selection or removes it; undefined outside edit mode. */
  onToggle: ((id: string) => void) | undefined;
  /** @param byKey whether a key was pressed */
  onOpenDevice: (id: string, byKey: boolean) => void;
  onOpenChildScene: (id: string) => void;
  /** Begins to edit a scene without objects. */
  /** Undefined: the user may not change the scene. */
  onEdit: (() => void) | undefined;
}

function ObjectList({ toggle, ...props }: ObjectListProps & { toggle: RefObject<HTMLButtonElement | null> }) {
  const [query, setQuery] = useState('');
  const { objects, onToggle } = props;
  const alarms = props.alarms.value;
  const devices = listedDevices(props.devices.value, objects.equipmentIds.value, (id) => alarms.has(id));
  const found = matching(devices, query, ({ device }) => device);
  const scenes = objects.childScenes.value;
  const foundScenes = matching(
    scenes,
    query,
    () => null,
    ({ name }) => name,
  );
  const count = devices.length + scenes.length;
  const selection = objects.selection.value;
  return (
    <section className="frosted flex min-h-0 flex-col">
      <div className="flex items-center justify-between pr-0.5 pl-4">
        <h2 className="text-note font-semibold">
          {t('objects.title')} <span className="tabular-nums font-normal text-ink-3">{count}</span>
        </h2>
        <IconButton
          ref={toggle}
          label={t('objects.hide')}
          icon={<PanelLeftClose size={18} />}
          data-testid="objects-toggle"
          aria-expanded
          onClick={props.onToggleList}
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
      <ul className="thin-scrollbar min-h-0 overflow-y-auto px-1.5 pb-1.5">
        {foundScenes.length > 0 && (
          <ChildSceneRows
            scenes={foundScenes}
            selection={selection}
            onToggle={onToggle}
            onOpen={props.onOpenChildScene}
          />
        )}
        {found.map(({ id, device }) => (
          <DeviceRow
            key={id}
            id={id}
            device={device}
            attributes={device ? props.attributes.value.get(device.productModelId) : undefined}
            fallback={objects.fallbacks.value.get(id)}
            alarms={alarms.get(id)?.length ?? 0}
            isSelected={selection.includes(id)}
            onToggle={onToggle}
            onOpen={props.onOpenDevice}
          />
        ))}
        {found.length + foundScenes.length === 0 && (
          <li className="px-3 py-4 text-note text-ink-3">
            {count > 0 ? t('objects.noMatch') : t(onToggle ? 'objects.empty.edit' : 'objects.empty')}
            {count === 0 && !onToggle && props.isReady && props.onEdit && (
              <Button className="mt-3 w-full" data-testid="objects-begin" onClick={props.onEdit}>
                {t('scene.edit')}
              </Button>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

interface DeviceRowProps extends ListedDevice {
  /** Undefined until they are fetched. */
  attributes: readonly ProductAttribute[] | undefined;
  fallback: Fallback | undefined;
  /** Number of active alarms. */
  alarms: number;
  isSelected: boolean;
  onToggle: ((id: string) => void) | undefined;
  onOpen: (id: string, byKey: boolean) => void;
}

function DeviceRow({
  id,
  device,
  attributes,
  fallback,
  alarms,
  isSelected,
  onToggle,
  onOpen,
}: DeviceRowProps) {
  const main = attributes && mainReading(attributes);
  return (
    <ObjectRow
      isSelected={isSelected}
      onToggle={onToggle && (() => onToggle(id))}
      testId="object-list-item"
      data={{ 'data-device-id': id }}
      icon={<DeviceIcon productTypeCode={device?.productTypeCode} size={32} />}
      name={device?.name ?? t('objects.unknown')}
      kind={
        <>
          <span className="truncate">
            {device ? term(device.productModelCode, device.productModelName) : id.slice(0, 8)}
          </span>
          {main && (
            <span className="ml-auto shrink-0" title={term(main.key, main.name)}>
              <LiveValue deviceId={id} name={main.key} unit={main.unit} isLazy />
            </span>
          )}
          {fallback && (
            <Badge
              tone="amber"
              testId="model-badge"
              title={fallbackText(fallback)}
              icon={<TriangleAlert aria-hidden size={12} />}
            >
              {t('objects.fallback')}
            </Badge>
          )}
        </>
      }
      onOpen={(byKey) => onOpen(id, byKey)}
    >
      {alarms > 0 && (
        <Badge
          tone="alarm"
          testId="alarm-badge"
          title={t('alarms.active', { n: alarms })}
          icon={<BellRing aria-hidden size={12} />}
        >
          {alarms}
        </Badge>
      )}
      {device && <OnlineDot device={device} />}
    </ObjectRow>
  );
}
