import { HeartPulse, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import { Badge, Button, EmptyState, type MenuEntry } from '@farm3d/ui';
import { DEFAULT_STORAGE_QUOTA, type OrganisationUsage } from '@farm3d/api';
import { LinkDialog } from '../../components/people/invitation.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { sizeText } from '../../platform/save-file.ts';
import { List } from '../../kit/list.tsx';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';
import { agoText, dateText } from '../../platform/time-text.ts';
import { DeleteDialog, OrganisationDialog } from './dialogs.tsx';
import { OrganisationsModel, type Organisations } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/organisations`: organisations of the installation, for its operators. */
export default function OrganisationsPage() {
  const { session } = useServices();
  if (session.user.value?.isInstallationOperator) return <OperatorsPage />;
  return (
    <Page hint={t('organisations.subtitle')}>
      <EmptyState
        testId="organisations-forbidden"
        title={t('organisations.forbidden.title')}
        hint={t('organisations.forbidden.hint')}
      />
    </Page>
  );
}

function OperatorsPage() {
  const model = useModelOf(OrganisationsModel, location.search);
  const count = model.list.rows.value.value?.length;
  const [, navigate] = useLocation();
  return (
    <Page
      hint={t('organisations.subtitle')}
      search={model.list.address}
      summary={count === undefined ? undefined : t('organisations.count', { n: count })}
      actions={
        <>
          <Button
            icon={<HeartPulse size={18} />}
            data-testid="organisations-health"
            onClick={() => navigate(PATHS.health)}
          >
            {t('organisations.health')}
          </Button>
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="organisation-new"
            onClick={() => model.editing.open('new')}
          >
            {t('organisations.new')}
          </Button>
        </>
      }
    >
      <List
        model={model.list}
        testId="organisations"
        search={t('organisations.search')}
        searchTestId="organisation-search"
        noMatch={{ title: t('organisations.noMatch.title'), hint: t('organisations.noMatch.hint') }}
      >
        {(one) => <OrganisationRow key={one.id} organisation={one} model={model} />}
      </List>
      <OrganisationDialog model={model} />
      {model.deleting.subject.value && (
        <DeleteDialog
          organisation={model.deleting.subject.value}
          onDeleted={model.deleted}
          onClose={model.deleting.close}
        />
      )}
      <LinkDialog invitation={model.invitation.value} onDone={model.handedOver} />
      <Confirm
        question={model.suspending}
        message={({ name }) => t('organisations.suspend.message', { name })}
        confirmLabel={t('organisations.suspend')}
      />
    </Page>
  );
}

/** An organisation in the list, with what it uses and the actions of an operator. */
function OrganisationRow({ organisation, model }: { organisation: OrganisationUsage; model: Organisations }) {
  const {
    id,
    name,
    suspendedAt,
    members,
    devices,
    deviceQuota,
    scenes,
    fileBytes,
    lastActivityAt,
    retentionDays,
  } = organisation;
  const storageQuota = organisation.storageQuota ?? DEFAULT_STORAGE_QUOTA;
  const isFull = (deviceQuota !== null && devices >= deviceQuota) || fileBytes >= storageQuota;
  const { session } = useServices();
  const isOwn = session.user.value?.organisation.id === id;
  const usage = [
    t('organisations.members', { n: members }),
    deviceQuota === null
      ? t('organisations.devices', { n: devices })
      : t('organisations.devicesOf', { n: devices, max: deviceQuota }),
    t('organisations.scenes', { n: scenes }),
    t('organisations.filesOf', { size: sizeText(fileBytes), max: sizeText(storageQuota) }),
    ...(retentionDays === null ? [] : [t('organisations.kept', { n: retentionDays })]),
  ];
  return (
    <li
      data-testid="organisation-row"
      data-name={name}
      data-suspended={suspendedAt !== null}
      data-full={isFull}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[1.4fr_2fr_auto]"
    >
      <p className="flex min-w-0 flex-wrap items-center gap-2 text-body font-medium">
        <span className="truncate">{name}</span>
        {isOwn && <Badge tone="leaf">{t('organisations.own')}</Badge>}
        {isFull && <Badge tone="amber">{t('organisations.full')}</Badge>}
        {suspendedAt !== null && (
          <Badge tone="amber" title={t('organisations.suspendedSince', { date: dateText(suspendedAt) })}>
            {t(organisation.deletingAt === null ? 'organisations.suspended' : 'organisations.deleting')}
          </Badge>
        )}
      </p>
      <div className="min-w-0 text-note text-ink-3 max-md:col-span-2 max-md:row-start-2">
        <p className="text-ink-2">{usage.join(' · ')}</p>
        {devices > 0 && <p>{t('organisations.lastActivity', { ago: agoText(lastActivityAt) })}</p>}
      </div>
      <RowMenu
        label={t('organisations.menu', { name })}
        testId="organisation-row-menu"
        entries={entriesOf(organisation, model, isOwn)}
      />
    </li>
  );
}

function entriesOf(organisation: OrganisationUsage, model: Organisations, isOwn: boolean): MenuEntry[] {
  const rename = menuEntry('organisation-rename', t('organisations.rename'), Pencil, () =>
    model.editing.open(organisation),
  );
  // Nobody suspends where they work; what is being deleted stays suspended.
  if (isOwn || organisation.deletingAt !== null) return [rename];
  return [
    rename,
    organisation.suspendedAt === null
      ? menuEntry(
          'organisation-suspend',
          t('organisations.suspend'),
          Pause,
          () => model.suspending.ask(organisation),
          { startsGroup: true },
        )
      : menuEntry(
          'organisation-resume',
          t('organisations.resume'),
          Play,
          () => void model.resume(organisation),
          { startsGroup: true },
        ),
    menuEntry(
      'organisation-delete',
      t('organisations.delete'),
      Trash2,
      () => model.deleting.open(organisation),
      { startsGroup: true },
    ),
  ];
}
