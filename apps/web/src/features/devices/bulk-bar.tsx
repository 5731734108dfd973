import { useState } from 'react';
import { useModel } from '@preact/signals-react';
import { Button, ConfirmDialog, Menu } from '@farm3d/ui';
import { deviceGroups, relay, type Device } from '@farm3d/api';
import { Ellipsis } from 'lucide-react';
import { useLocation } from 'wouter';
import { devicePath } from '../../platform/paths.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Services } from '../../platform/services.ts';
import { BulkProgressDialog } from '../../components/bulk/bulk-progress-dialog.tsx';
import { BulkModel, type Bulk } from '../../components/bulk/bulk-work.ts';
import { SelectionBar } from '../../components/bulk/selection-bar.tsx';
import { useServices } from '../../kit/services.tsx';
import { deviceSheet } from './device-values.ts';
import type { Devices } from './model.ts';
import { t } from './zh-CN.ts';

/** The address of the values of two devices in one chart. */
const comparePath = ([one = '', other = '']: readonly string[]): string =>
  `${devicePath(one, 'chart')}?with=${encodeURIComponent(other)}`;

/** Actions on the selected devices. */
function createBulkActions(services: Services, model: Devices, bulk: Bulk) {
  const { api } = services;
  const calls = services.clientOf({ deviceGroups, relay });
  const selected = (): readonly Device[] => [...model.selection.devices.peek().values()];
  return {
    addToGroup: (groupId: string): Promise<void> => {
      const memberships = new Map<string, string>();
      return bulk.run({
        title: t('devices.bulk.group'),
        items: selected(),
        work: async ({ id }, signal) =>
          void memberships.set(id, (await calls.deviceGroups.add(groupId, id, { signal })).id),
        undo: async ({ id }, signal) => {
          const membership = memberships.get(id);
          if (membership !== undefined) await calls.deviceGroups.remove(membership, { signal });
        },
        onEnd: model.refresh,
      });
    },
    setDisplayed: (displayed: boolean): Promise<void> => {
      const set = (next: boolean) => async (device: Device, signal: AbortSignal) =>
        void (await api.devices.update(device.id, { displayed: next }, { signal }));
      return bulk.run({
        title: t(displayed ? 'devices.bulk.show' : 'devices.bulk.hide'),
        items: selected(),
        work: set(displayed),
        undo: set(!displayed),
        onEnd: model.refresh,
      });
    },
    /** Switches relays, valves and pumps; each that cannot be switched is named with the reason. */
    switchTo: (open: boolean): Promise<void> => {
      const set = (next: boolean) => async (device: Device, signal: AbortSignal) =>
        void (await calls.relay.control(device.id, { open: next }, { signal }));
      return bulk.run({
        title: t(open ? 'devices.bulk.on' : 'devices.bulk.off'),
        items: selected(),
        work: set(open),
        undo: set(!open),
        nameOf: ({ name }) => name,
        onEnd: model.refresh,
      });
    },
    remove: (): Promise<void> =>
      bulk.run({
        title: t('common.delete'),
        items: selected(),
        work: ({ id }, signal) => api.devices.remove(id, { signal }) as Promise<void>,
        onEnd: () => {
          model.selection.clear();
          model.refresh();
        },
      }),
    exportSheet: (): void =>
      saveFile(new Blob([deviceSheet(selected())], { type: 'text/csv' }), 'devices.csv'),
  };
}

type Asked = 'delete' | 'on' | 'off';

/** What can be done with the selected devices. */
export function BulkBar({ model }: { model: Devices }) {
  const services = useServices();
  const bulk = useModel(BulkModel);
  const [actions] = useState(() => createBulkActions(services, model, bulk));
  /** The action that is confirmed first. */
  const [asked, setAsked] = useState<Asked | null>(null);
  const size = model.selection.size.value;
  const groups = model.groups.value.value ?? [];
  const [, navigate] = useLocation();
  return (
    <>
      <SelectionBar
        testId="bulk"
        selection={model.selection}
        total={model.cache.total.value ?? 0}
        onAll={() => void model.selectAll()}
      >
        {groups.length > 0 && (
          <Menu
            label={t('devices.bulk.group')}
            testId="bulk-group"
            anchor="bottom end"
            buttonClassName="inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-note font-medium text-ink pointer-coarse:h-11"
            button={t('devices.bulk.group')}
            entries={groups.map(({ id, name }) => ({
              id,
              label: name,
              onSelect: () => void actions.addToGroup(id),
            }))}
          />
        )}
        <Button size="sm" data-testid="bulk-export" onClick={actions.exportSheet}>
          {t('devices.bulk.export')}
        </Button>
        <Menu
          label={t('devices.bulk.more')}
          testId="bulk-more"
          anchor="bottom end"
          buttonClassName="inline-grid size-9 place-items-center rounded-control hover:bg-hover pointer-coarse:size-11"
          button={<Ellipsis aria-hidden size={18} />}
          entries={[
            ...(size === 2
              ? [
                  {
                    id: 'compare',
                    label: t('devices.bulk.compare'),
                    onSelect: () => navigate(comparePath([...model.selection.devices.peek().keys()])),
                  },
                ]
              : []),
            { id: 'show', label: t('devices.bulk.show'), onSelect: () => void actions.setDisplayed(true) },
            { id: 'hide', label: t('devices.bulk.hide'), onSelect: () => void actions.setDisplayed(false) },
            {
              id: 'switch-on',
              label: t('devices.bulk.on'),
              startsGroup: true,
              onSelect: () => setAsked('on'),
            },
            { id: 'switch-off', label: t('devices.bulk.off'), onSelect: () => setAsked('off') },
            {
              id: 'delete',
              label: t('common.delete'),
              startsGroup: true,
              onSelect: () => setAsked('delete'),
            },
          ]}
        />
      </SelectionBar>
      <ConfirmDialog
        open={asked !== null}
        dangerous={asked === 'delete'}
        title={t('common.prompt')}
        message={asked && t(`devices.bulk.${asked}.message`, { n: size })}
        confirmLabel={
          asked === 'delete' ? t('common.delete') : asked === null ? '' : t(`devices.bulk.${asked}`)
        }
        cancelLabel={t('common.cancel')}
        onConfirm={() => {
          setAsked(null);
          void (asked === 'delete' ? actions.remove() : actions.switchTo(asked === 'on'));
        }}
        onCancel={() => setAsked(null)}
      />
      <BulkProgressDialog bulk={bulk} />
    </>
  );
}
