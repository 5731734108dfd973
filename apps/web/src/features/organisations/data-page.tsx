import { Archive, Download, Trash2 } from 'lucide-react';
import { Badge, Button, EmptyState, IconButton, Skeleton } from '@farm3d/ui';
import type { OrganisationExport } from '@farm3d/api';
import { sizeText } from '../../kit/images/size-text.ts';
import { Section } from '../../components/section.tsx';
import { logOut } from '../../platform/log-out.ts';
import { dateText } from '../../platform/time-text.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { DeleteDialog } from './dialogs.tsx';
import { OrganisationDataModel, type OrganisationData } from './data-model.ts';
import { t } from './zh-CN.ts';

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
              onDeleted={() => void logOut()}
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
