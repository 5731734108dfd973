import { useRef } from 'react';
import { createModel, signal } from '@preact/signals-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, EmptyState, SearchField, Skeleton } from '@farm3d/ui';
import type { DeviceGroup, SimpleDevice } from '@farm3d/api';
import { OnlineDot } from '../../components/device-state.tsx';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { createList } from '../../kit/list-model.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import type { Services } from '../../platform/services.ts';
import type { Members } from './members-model.ts';
import { t } from './zh-CN.ts';

/** Of a usual screen; rows are measured, as they are taller on a wall screen. */
const ROW_PX = 48;
/** Rows drawn above and below those in sight. */
const OVERSCAN = 8;

/** Devices that can be added to a group, and the chosen ones. */
const AddingModel = createModel((services: Services, members: Members) => {
  const present = new Set(members.list.peek().map(({ device }) => device.id));
  const list = createList<SimpleDevice>(services, {
    fetch: async (abort) =>
      (await services.api.devices.simple({ signal: abort })).items.filter(({ id }) => !present.has(id)),
    textsOf: ({ name, productModelCode }) => [name, productModelCode],
  });
  const chosen = signal<ReadonlySet<string>>(new Set());
  return {
    list,
    chosen,
    toggle: (id: string): void => {
      const next = new Set(chosen.peek());
      if (!next.delete(id)) next.add(id);
      chosen.value = next;
    },
    chooseShown: (): void => {
      chosen.value = new Set([...chosen.peek(), ...list.shown.peek().map(({ id }) => id)]);
    },
  };
});
type Adding = InstanceType<typeof AddingModel>;

/** Dialog that adds any number of devices to a group. */
export function AddingDialog({ group, members }: { group: DeviceGroup; members: Members }) {
  return members.adding.subject.value && <Opened group={group} members={members} />;
}

function Opened({ group, members }: { group: DeviceGroup; members: Members }) {
  const adding = useModelOf(AddingModel, members);
  const { close } = members.adding;
  const { size } = adding.chosen.value;
  return (
    <PageDialog
      onClose={close}
      title={t('groups.add.title', { name: group.name })}
      testId="group-adding"
      actions={
        <DialogButtons
          onCancel={close}
          label={t('groups.add.submit', { n: size })}
          busy={members.busy.value}
          disabled={size === 0}
          testId="group-adding-submit"
          onSubmit={() => void members.add([...adding.chosen.peek()])}
        />
      }
    >
      <div className="flex flex-col gap-3 pt-1">
        <div className="flex">
          <SearchField
            label={t('groups.add.search')}
            clearLabel={t('common.clear')}
            value={adding.list.search.value}
            onValueChange={adding.list.type}
            testId="group-adding-search"
          />
        </div>
        <Content adding={adding} />
      </div>
    </PageDialog>
  );
}

/** As high before the devices are there as with them: the search field stays where it is. */
function Content({ adding }: { adding: Adding }) {
  const count = adding.list.shown.value.length;
  return (
    <>
      <Button
        size="sm"
        className="self-start"
        data-testid="group-adding-all"
        disabled={count === 0}
        onClick={adding.chooseShown}
      >
        {t('groups.add.all', { n: count })}
      </Button>
      <div className="min-h-72">
        <Listed adding={adding} />
      </div>
    </>
  );
}

function Listed({ adding }: { adding: Adding }) {
  return (
    <Loaded of={adding.list.rows} skeleton={<Skeleton className="h-72" />}>
      {() =>
        adding.list.shown.value.length === 0 ? (
          <EmptyState testId="group-adding-none" title={t('groups.add.none')} />
        ) : (
          <Devices adding={adding} />
        )
      }
    </Loaded>
  );
}

/** Devices with a checkbox each; only the rows in sight are drawn. */
function Devices({ adding }: { adding: Adding }) {
  const scroller = useRef<HTMLDivElement>(null);
  const devices = adding.list.shown.value;
  const chosen = adding.chosen.value;
  // The compiler that it is incompatible with is off.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: devices.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  return (
    <div
      ref={scroller}
      data-testid="group-adding-list"
      data-count={devices.length}
      className="thin-scrollbar h-72 overflow-y-auto rounded-control border border-line"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const device = devices[index];
          return (
            device && (
              <li
                key={device.id}
                ref={virtual.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 h-12"
                style={{ transform: `translateY(${start}px)` }}
              >
                <label className="flex h-full cursor-pointer items-center gap-3 px-3 hover:bg-hover">
                  <input
                    type="checkbox"
                    checked={chosen.has(device.id)}
                    data-testid="group-adding-device"
                    data-device-id={device.id}
                    onChange={() => adding.toggle(device.id)}
                    className="size-5 shrink-0 accent-leaf"
                  />
                  <span className="min-w-0 flex-1 truncate text-body">{device.name}</span>
                  <span className="text-note text-ink-3">{device.productModelCode}</span>
                  <OnlineDot device={device} />
                </label>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
