import { useRef } from 'react';
import { useComputed } from '@preact/signals-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Link } from 'wouter';
import { Button, Menu, SignalText, classes } from '@farm3d/ui';
import type { Device, DeviceGroup } from '@farm3d/api';
import { SelectionBar } from '../../components/bulk/selection-bar.tsx';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { OnlineState, SimulatedBadge } from '../../components/device-state.tsx';
import { useServices } from '../../kit/services.tsx';
import { term } from '../../platform/locale.ts';
import { devicePath } from '../../platform/paths.ts';
import { agoText } from '../../platform/time-text.ts';
import { pathTo, rowsOf } from './grouping.ts';
import type { Members } from './members-model.ts';
import { t } from './zh-CN.ts';

/** Of a usual screen; rows are measured, as they are taller on a wall screen. */
const ROW_PX = 64;
/** Rows drawn above and below those in sight. */
const OVERSCAN = 10;

/** The devices of a group; only the rows in sight are drawn. @param isFixed they cannot be taken out */
export function MemberList({ members, isFixed }: { members: Members; isFixed: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = members.list.value;
  const selected = members.selection.devices.value;
  // The compiler that it is incompatible with is off.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const toggle = (index: number, device: Device, range: boolean): void =>
    members.selection.toggle(
      index,
      device,
      range,
      new Map(list.map((member, at) => [at, member.device] as const)),
    );
  return (
    <div
      ref={scroller}
      className="thin-scrollbar max-h-[calc(100dvh-24rem)] min-h-80 overflow-y-auto rounded-panel border border-line bg-raised"
    >
      <ul
        aria-label={t('groups.members')}
        data-testid="members"
        data-count={list.length}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const device = list[index]?.device;
          return (
            device && (
              <li
                key={device.id}
                ref={virtual.measureElement}
                data-index={index}
                data-testid="member"
                data-device-id={device.id}
                className={classes(
                  'absolute inset-x-0 top-0 flex h-16 items-center gap-3 border-b border-line px-3',
                  selected.has(device.id) ? 'bg-leaf-soft' : 'hover:bg-hover',
                )}
                style={{ transform: `translateY(${start}px)` }}
              >
                {!isFixed && (
                  <input
                    type="checkbox"
                    checked={selected.has(device.id)}
                    aria-label={t('groups.select', { name: device.name })}
                    data-testid="member-select"
                    onChange={(event) => toggle(index, device, (event.nativeEvent as MouseEvent).shiftKey)}
                    className="relative z-[1] size-5 shrink-0 accent-leaf"
                  />
                )}
                <MemberCells device={device} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function MemberCells({ device }: { device: Device }) {
  return (
    <>
      <DeviceIcon
        productTypeCode={device.productTypeCode}
        image={device.picture ?? device.productModelPicture}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Link
            href={devicePath(device.id)}
            data-testid="member-open"
            className="min-w-0 truncate text-body font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-water"
          >
            {device.name}
          </Link>
          {device.simulated && <SimulatedBadge />}
        </p>
        <p className="truncate text-note text-ink-2">
          {term(device.productModelCode, device.productModelName)}
        </p>
      </div>
      <div className="shrink-0 text-right text-note text-ink-2">
        <OnlineState device={device} />
        <p>
          <LastActivity device={device} />
        </p>
      </div>
    </>
  );
}

/** Written to the DOM: telemetry renders no component. */
function LastActivity({ device }: { device: Device }) {
  const { live } = useServices();
  const text = useComputed(() => agoText(live.device(device.id).lastActivity.value ?? device.lastActivityAt));
  return <SignalText text={text} className="text-ink-2 tabular-nums" />;
}

interface MemberBulkBarProps {
  group: DeviceGroup;
  groups: readonly DeviceGroup[];
  members: Members;
}

/** What can be done with the selected devices of a group. */
export function MemberBulkBar({ group, groups, members }: MemberBulkBarProps) {
  const others = rowsOf(groups, new Set())
    .map((row) => row.group)
    .filter(({ id }) => id !== group.id);
  return (
    <SelectionBar
      testId="member-bulk"
      selection={members.selection}
      total={members.list.value.length}
      onAll={members.selectAll}
    >
      {others.length > 0 && (
        <Menu
          label={t('groups.moveTo')}
          testId="member-bulk-move"
          buttonClassName="inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-note font-medium text-ink pointer-coarse:h-11"
          button={t('groups.moveTo')}
          entries={others.map((other) => ({
            id: other.id,
            label: [...pathTo(groups, other.id), other].map(({ name }) => name).join(' / '),
            onSelect: () => void members.moveTo(other),
          }))}
        />
      )}
      <Button
        size="sm"
        busy={members.busy.value}
        data-testid="member-bulk-out"
        onClick={() => void members.takeOut()}
      >
        {t('groups.takeOut')}
      </Button>
    </SelectionBar>
  );
}
