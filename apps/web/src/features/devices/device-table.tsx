/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the rows in sight are placed one by one, which the layout of a table cannot do */
import { useEffect, useRef, type ReactNode } from 'react';
import { useComputed } from '@preact/signals-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Link } from 'wouter';
import { SignalText, Skeleton, classes } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { t as bulkText } from '../../components/bulk/zh-CN.ts';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { OnlineState, SimulatedBadge } from '../../components/device-state.tsx';
import { useServices } from '../../kit/services.tsx';
import { term } from '../../platform/locale.ts';
import { devicePath } from '../../platform/paths.ts';
import { agoText } from '../../platform/time-text.ts';
import { isNarrow } from '../../platform/viewport.ts';
import type { Column, ListQuery } from './list-query.ts';
import type { Devices } from './model.ts';
import { t } from './zh-CN.ts';

const ROW_PX = 60;
/** On a phone a row has two lines. */
const PHONE_ROW_PX = 76;
/** Rows drawn above and below those in sight. */
const OVERSCAN = 12;

const SORTS: Partial<Record<Column | 'name', ListQuery['sort']>> = {
  name: 'name',
  code: 'productModelCode',
  state: 'online',
  activity: 'lastActivityTime',
};
const WIDTHS: Record<Column, string> = {
  product: 'minmax(8rem, 1.2fr)',
  code: 'minmax(5rem, 0.7fr)',
  state: 'minmax(5.5rem, 0.6fr)',
  activity: 'minmax(7rem, 0.8fr)',
  thirdId: 'minmax(7rem, 1fr)',
  id: 'minmax(18rem, 1.4fr)',
};

/** Table of any number of devices: only the rows in sight are drawn; on a phone each row has two lines. */
export function DeviceTable({ model }: { model: Devices }) {
  const scroller = useRef<HTMLDivElement>(null);
  const total = model.cache.total.value ?? 0;
  const rows = model.cache.rows.value;
  const columns = model.query.columns.value;
  const sort = model.query.sort.value;
  const isDescending = model.query.isDescending.value;
  const isPhone = isNarrow.value;
  // The compiler that it is incompatible with is off.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? PHONE_ROW_PX : ROW_PX),
    overscan: OVERSCAN,
  });
  // Rows have another height when a tablet is turned.
  useEffect(() => virtual.measure(), [virtual, isPhone]);
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => model.cache.ensure(first, last), [model, first, last, rows]);
  const content = model.content.value;
  // Another list is read from its beginning. A scroll returns a promise, which is no end of an effect.
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [content]);
  const template = `2.75rem minmax(17rem, 2fr) ${columns.map((column) => WIDTHS[column]).join(' ')}`;
  const head = (column: Column | 'name'): ReactNode => (
    <HeadCell
      key={column}
      label={t(`devices.column.${column}`)}
      sort={SORTS[column]}
      sorted={SORTS[column] === sort ? (isDescending ? 'descending' : 'ascending') : undefined}
      onSort={model.sortBy}
    />
  );
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={t('devices.title')}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 2}
      data-testid="device-table"
      data-total={total}
      className="thin-scrollbar h-[calc(100dvh-17rem)] min-h-80 overflow-auto rounded-panel border border-line bg-raised"
    >
      <div role="rowgroup" className="sticky top-0 z-10 min-w-fit bg-raised max-md:hidden">
        <div
          role="row"
          aria-rowindex={1}
          className="grid h-11 items-center gap-3 border-b border-line px-3"
          style={{ gridTemplateColumns: template }}
        >
          <span role="columnheader" className="grid place-items-center">
            <SelectAll model={model} total={total} />
          </span>
          {head('name')}
          {columns.map(head)}
        </div>
      </div>
      <div role="rowgroup" className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const device = rows.get(index);
          return (
            <div
              key={device?.id ?? index}
              role="row"
              aria-rowindex={index + 2}
              data-testid={device ? 'device-row' : 'device-row-loading'}
              data-device-id={device?.id}
              data-index={index}
              className={classes(
                'absolute inset-x-0 top-0 border-b border-line px-3 md:grid md:items-center md:gap-3',
                'max-md:flex max-md:flex-wrap max-md:content-center max-md:items-center max-md:gap-x-3',
                device && model.selection.devices.value.has(device.id) ? 'bg-leaf-soft' : 'hover:bg-hover',
              )}
              style={{ height: size, transform: `translateY(${start}px)`, gridTemplateColumns: template }}
            >
              {device ? (
                <DeviceCells
                  device={device}
                  columns={columns}
                  isSelected={model.selection.devices.value.has(device.id)}
                  onSelect={(range) => model.selection.toggle(index, device, range, rows)}
                />
              ) : (
                <span role="cell" className="col-span-full">
                  <span className="sr-only">{t('devices.loading')}</span>
                  <Skeleton className="h-6" />
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Selects all devices of the list, or none; half of it while some are selected. */
function SelectAll({ model, total }: { model: Devices; total: number }) {
  const size = model.selection.size.value;
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = size > 0 && size < total;
      }}
      type="checkbox"
      checked={size > 0 && size >= total}
      aria-label={bulkText('bulk.select.all', { n: total })}
      data-testid="device-select-all"
      onChange={() => (size > 0 ? model.selection.clear() : void model.selectAll())}
      className="size-5 accent-leaf"
    />
  );
}

interface HeadCellProps {
  label: string;
  sort: ListQuery['sort'] | undefined;
  sorted: 'ascending' | 'descending' | undefined;
  onSort: (sort: ListQuery['sort']) => void;
}

function HeadCell({ label, sort, sorted, onSort }: HeadCellProps) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <span role="columnheader" aria-sort={sorted} className="truncate text-note font-medium text-ink-3">
      {sort === undefined ? (
        label
      ) : (
        <button
          type="button"
          title={t('devices.sort', { name: label })}
          data-testid={`device-sort-${sort}`}
          onClick={() => onSort(sort)}
          className="inline-flex min-h-9 items-center gap-1 hover:text-ink"
        >
          {label}
          {sorted && <Arrow aria-hidden size={14} />}
        </button>
      )}
    </span>
  );
}

interface DeviceCellsProps {
  device: Device;
  columns: readonly Column[];
  isSelected: boolean;
  onSelect: (range: boolean) => void;
}

function DeviceCells({ device, columns, isSelected, onSelect }: DeviceCellsProps) {
  return (
    <>
      <span
        role="cell"
        className="z-[1] grid place-items-center max-md:absolute max-md:top-1 max-md:right-1 max-md:size-11 md:relative"
      >
        <label className="grid place-items-center max-md:size-11">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={t('devices.select', { name: device.name })}
            data-testid="device-select"
            onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
            className="size-5 accent-leaf"
          />
        </label>
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-3 max-md:w-full max-md:pr-9">
        <DeviceIcon
          productTypeCode={device.productTypeCode}
          image={device.picture ?? device.productModelPicture}
        />
        <Link
          href={devicePath(device.id)}
          data-testid="device-open"
          className="min-w-0 truncate text-body font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-water"
        >
          {device.name}
        </Link>
        {device.simulated && <SimulatedBadge />}
      </span>
      {columns.map((column, at) => (
        <span
          key={column}
          role="cell"
          className={classes('min-w-0 truncate text-note text-ink-2', at > 2 && 'max-md:hidden')}
        >
          <CellValue device={device} column={column} />
        </span>
      ))}
    </>
  );
}

function CellValue({ device, column }: { device: Device; column: Column }) {
  switch (column) {
    case 'product':
      return term(device.productModelCode, device.productModelName);
    case 'code':
      return device.productModelCode;
    case 'state':
      return <OnlineState device={device} />;
    case 'activity':
      return <LastActivity device={device} />;
    case 'thirdId':
      return device.thirdId ?? '';
    default:
      return <code className="text-xs">{device.id}</code>;
  }
}

/** Written to the DOM: telemetry renders no component. */
function LastActivity({ device }: { device: Device }) {
  const { live } = useServices();
  const text = useComputed(() => agoText(live.device(device.id).lastActivity.value ?? device.lastActivityAt));
  return <SignalText text={text} className="tabular-nums" />;
}
