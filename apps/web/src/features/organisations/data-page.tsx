import { computed, createModel, effect } from '@preact/signals-react';
import { Archive, Download, Trash2 } from 'lucide-react';
import { Badge, Button, EmptyState, IconButton, Skeleton } from '@farm3d/ui';
import { organisationExports, type OrganisationExport } from '@farm3d/api';
import { Section } from '../../kit/blocks.tsx';
import { createAttempts, createOpening } from '../../kit/actions.ts';
import { sizeText, saveFile } from '../../platform/save-file.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { dateText, dayText } from '../../platform/time-text.ts';
import { DeleteDialog } from './dialogs.tsx';
import { t } from './zh-CN.ts';

/** The progress of an export is asked for after this time, milliseconds. */
const POLL_MS = 1_000;

/** Archives of the organisation, and its deletion. */
const OrganisationDataModel = createModel(({ clientOf, session }: Services) => {
  const calls = clientOf({ organisationExports }).organisationExports;
  const exports = loadable<readonly OrganisationExport[]>(
    async (abort) => (await calls.list({ signal: abort })).items,
  );
  /** Whether the dialog of the deletion is open. */
  const deleting = createOpening<true>();
  const isRunning = computed(() => (exports.value.value ?? []).some(({ state }) => state === 'running'));
  const refresh = (): void => void exports.load();
  effect(() => {
    if (session.isAdministrator.value) refresh();
  });
  effect(() => {
    if (!isRunning.value) return undefined;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  });
  const { busy, attempt } = createAttempts(refresh);
  const unlessBusy = async (work: () => Promise<string | null>): Promise<void> => {
    if (!busy.peek()) await attempt(work);
  };
  return {
    exports,
    deleting,
    busy,
    isRunning,
    mayDelete: computed(() => session.user.value?.roles.includes('owner') ?? false),
    make: () =>
      unlessBusy(async () => {
        await calls.create();
        return null;
      }),
    download: ({ id, createdAt }: OrganisationExport) =>
      unlessBusy(async () => {
        const name = `${session.user.peek()?.organisation.name ?? 'organisation'} ${dayText(createdAt)}.zip`;
        saveFile(await calls.download(id), name);
        return null;
      }),
    remove: ({ id }: OrganisationExport) =>
      unlessBusy(async () => {
        await calls.remove(id);
        return t('organisationData.export.removed');
      }),
  };
});

type OrganisationData = InstanceType<typeof OrganisationDataModel>;

/** `/iotManagement/organisation`: archives of all that the organisation owns, and its deletion. */
export default function OrganisationDataPage() {
  const model = useModelOf(OrganisationDataModel);
  const { session } = useServices();
  const organisation = session.user.value?.organisation;
  return (
    <Page title={t('organisationData.title')} hint={t('organisationData.subtitle')}>
      {session.isAdministrator.value && organisation ? (
        <div className="flex max-w-3xl flex-col gap-4">
          <Exports model={model} />
          <Section title={t('organisationData.delete')} hint={t('organisationData.delete.hint')}>
            {model.mayDelete.value ? (
              <Button
                variant="danger"
                icon={<Trash2 size={18} />}
                data-testid="organisation-delete"
                onClick={() => model.deleting.open(true)}
              >
                {t('organisationData.delete.open', { name: organisation.name })}
              </Button>
            ) : (
              <p className="text-note text-ink-2">{t('organisationData.delete.owners')}</p>
            )}
          </Section>
          {model.deleting.subject.value && (
            <DeleteDialog
              organisation={organisation}
              // The next login opens another organisation, if there is one.
              onDeleted={() => void session.logOut()}
              onClose={model.deleting.close}
            />
          )}
        </div>
      ) : (
        <EmptyState
          testId="organisation-data-forbidden"
          title={t('organisationData.forbidden.title')}
          hint={t('organisationData.forbidden.hint')}
        />
      )}
    </Page>
  );
}

function Exports({ model }: { model: OrganisationData }) {
  return (
    <Section
      title={t('organisationData.exports')}
      hint={t('organisationData.exports.hint')}
      action={
        <Button
          variant="primary"
          icon={<Archive size={18} />}
          disabled={model.isRunning.value}
          busy={model.busy.value}
          data-testid="export-new"
          onClick={() => void model.make()}
        >
          {t('organisationData.exports.new')}
        </Button>
      }
    >
      <ExportList model={model} />
    </Section>
  );
}

function ExportList({ model }: { model: OrganisationData }) {
  const { exports } = model;
  const shown = exports.value.value ?? [];
  return (
    <Loaded of={exports} skeleton={<Skeleton className="h-16" />} retryTestId="exports-retry">
      {() =>
        shown.length === 0 ? (
          <EmptyState testId="exports-none" title={t('organisationData.exports.none')} />
        ) : (
          <ul data-testid="exports" data-count={shown.length} className="flex flex-col gap-2">
            {shown.map((one) => (
              <ExportRow key={one.id} value={one} model={model} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

const TONES = { running: 'water', done: 'leaf', failed: 'alarm' } as const;

function stateText({ state, progress, size }: OrganisationExport): string {
  if (state === 'running')
    return t('organisationData.export.running', { percent: Math.floor(progress * 100) });
  if (state === 'failed') return t('organisationData.export.failed');
  return t('organisationData.export.done', { size: sizeText(size ?? 0) });
}

function ExportRow({ value, model }: { value: OrganisationExport; model: OrganisationData }) {
  const { state, createdAt } = value;
  const date = dateText(createdAt);
  return (
    <li
      data-testid="export"
      data-state={state}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line px-3 py-2"
    >
      <div className="flex min-w-0 flex-1 basis-48 flex-col items-start gap-1">
        <p className="text-body font-medium">{date}</p>
        <Badge tone={TONES[state]}>{stateText(value)}</Badge>
      </div>
      {state === 'done' && (
        <Button
          size="sm"
          icon={<Download size={16} />}
          data-testid="export-download"
          onClick={() => void model.download(value)}
        >
          {t('organisationData.export.download')}
        </Button>
      )}
      <IconButton
        label={t('organisationData.export.remove', { date })}
        icon={<Trash2 size={18} />}
        data-testid="export-remove"
        onClick={() => void model.remove(value)}
      />
    </li>
  );
}
