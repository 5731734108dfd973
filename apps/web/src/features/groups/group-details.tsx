import { useEffect, type ReactNode } from 'react';
import { ArrowLeft, FolderInput, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { Badge, Button, EmptyState, IconButton } from '@farm3d/ui';
import type { DeviceGroup } from '@farm3d/api';
import { Loaded, SkeletonRows } from '../../kit/loaded.tsx';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { productTypeName } from '../../platform/names.ts';
import { AddingDialog } from './adding-dialog.tsx';
import { pathTo } from './grouping.ts';
import { MemberBulkBar, MemberList } from './member-list.tsx';
import { MembersModel, RECEIVED, type Members } from './members-model.ts';
import type { Groups } from './model.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;

interface DetailsProps {
  model: Groups;
  /** To the tree, on a phone. */
  onBack: () => void;
}

/** A group: how many devices it has, by type and state, and which. */
export function GroupDetails({ model, group, onBack }: DetailsProps & { group: DeviceGroup }) {
  const members = useModelOf(MembersModel, group.id, model.refresh);
  useEffect(() => members.expect(group.deviceCount), [members, group.deviceCount]);
  const above = pathTo(model.all.value, group.id);
  const add = (
    <Button
      icon={<Plus {...ICON} />}
      data-testid="group-add"
      disabled={!members.members.hasLoaded.value}
      onClick={() => members.adding.open(true)}
    >
      {t('groups.add')}
    </Button>
  );
  return (
    <section data-testid="group-details" data-group-id={group.id} className="flex min-w-0 flex-col gap-4">
      <Head
        title={group.name}
        above={above.map(({ name }) => name).join(' / ')}
        onBack={onBack}
        actions={
          <>
            {add}
            <GroupMenu model={model} group={group} />
          </>
        }
      />
      <Counts model={model} members={members} />
      <MemberBulkBar group={group} groups={model.all.value} members={members} />
      <MemberState
        members={members}
        empty={
          <EmptyState
            testId="members-empty"
            title={t('groups.empty.title')}
            hint={t('groups.empty.hint')}
            action={add}
          />
        }
      >
        <MemberList members={members} isFixed={false} />
      </MemberState>
      <AddingDialog group={group} members={members} />
    </section>
  );
}

/** The devices that others share with the user. */
export function ReceivedDetails({ model, onBack }: DetailsProps) {
  const members = useModelOf(MembersModel, RECEIVED, model.refresh);
  return (
    <section data-testid="received-details" className="flex min-w-0 flex-col gap-4">
      <Head title={t('groups.received')} above="" onBack={onBack} />
      <Counts model={model} members={members} />
      <MemberState
        members={members}
        empty={
          <EmptyState
            testId="received-empty"
            title={t('groups.received.none')}
            hint={t('groups.received.hint')}
          />
        }
      >
        <MemberList members={members} isFixed />
      </MemberState>
    </section>
  );
}

interface HeadProps {
  title: string;
  /** The groups that it is in. */
  above: string;
  onBack: () => void;
  actions?: ReactNode;
}

function Head({ title, above, onBack, actions }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IconButton
        label={t('groups.back')}
        icon={<ArrowLeft {...ICON} />}
        className="md:hidden"
        data-testid="group-back"
        onClick={onBack}
      />
      <div className="min-w-0 flex-1">
        {above !== '' && <p className="truncate text-note text-ink-3">{above}</p>}
        <h2 className="truncate text-title font-semibold" data-testid="group-title">
          {title}
        </h2>
      </div>
      {actions}
    </div>
  );
}

function GroupMenu({ model, group }: { model: Groups; group: DeviceGroup }) {
  return (
    <RowMenu
      label={t('groups.menu', { name: group.name })}
      testId="group-menu"
      entries={[
        menuEntry('group-edit', t('groups.edit'), Pencil, () =>
          model.editing.open({ group, parentId: group.parentId }),
        ),
        menuEntry('group-new-inside', t('groups.newInside'), FolderPlus, () =>
          model.editing.open({ group: null, parentId: group.id }),
        ),
        menuEntry('group-move', t('groups.move'), FolderInput, () => model.startMove(group.id)),
        menuEntry('group-remove', t('common.delete'), Trash2, () => model.removing.ask(group), {
          startsGroup: true,
        }),
      ]}
    />
  );
}

/** How many devices there are, by state and by type; live. */
function Counts({ model, members }: { model: Groups; members: Members }) {
  const total = members.list.value.length;
  if (total === 0) return null;
  const online = members.online.value;
  const products = model.products.value.value ?? [];
  return (
    <div className="flex flex-col gap-2">
      <p
        className="text-body tabular-nums"
        data-testid="group-counts"
        data-total={total}
        data-online={online}
      >
        {t('groups.online', { total, online, offline: total - online })}
      </p>
      <ul aria-label={t('groups.types')} className="flex flex-wrap gap-2">
        {members.types.value.map(({ type, total: ofType }) => (
          <li key={type} data-testid="group-type" data-type={type} data-count={ofType}>
            <Badge>
              {productTypeName(products, type)} <span className="tabular-nums">{ofType}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MemberStateProps {
  members: Members;
  empty: ReactNode;
  children: ReactNode;
}

function MemberState({ members, empty, children }: MemberStateProps) {
  return (
    <Loaded of={members.members} skeleton={<SkeletonRows n={5} />}>
      {() => (members.list.value.length === 0 ? empty : children)}
    </Loaded>
  );
}
