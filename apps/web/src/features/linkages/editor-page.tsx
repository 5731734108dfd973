import { useEffect, useRef } from 'react';
import { useModel } from '@preact/signals-react';
import { ChevronLeft, CircleAlert, Copy, EllipsisVertical, History, Play, Trash2 } from 'lucide-react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { ApiError } from '@farm3d/api';
import { Button, ConfirmDialog, EmptyState, ErrorState, Menu, Skeleton, Switch, TextField } from '@farm3d/ui';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { linkagePath, PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Page } from '../../kit/page.tsx';
import { ActionList } from './components/action-list.tsx';
import { ConditionFields } from './components/condition-fields.tsx';
import { RunLogList } from './components/run-log-list.tsx';
import { Summary } from './components/summary.tsx';
import { SwitchedOff } from './components/switched-off.tsx';
import { TrialPanel } from './components/trial-panel.tsx';
import { TriggerFields } from './components/trigger-fields.tsx';
import { EditorModel, type Editor } from './editor-model.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;
const NAME_MAX = 64;

/** `/iotManagement/linkages/:id`: the editor of a linkage. */
export default function LinkagePage() {
  const { id } = useParams<{ id: string }>();
  const [start] = useSearchParams();
  return <LinkageEditor key={`${id}?${start}`} id={id} start={start} />;
}

function LinkageEditor({ id, start }: { id: string; start: URLSearchParams }) {
  const [, navigate] = useLocation();
  const model = useModel(
    () =>
      new EditorModel({
        id,
        start,
        onOpen: (opened, replace) => navigate(linkagePath(opened), { replace }),
        onRemoved: () => navigate(PATHS.linkages, { replace: true }),
      }),
  );
  const stored = model.linkage.value;
  const error = model.loaded.error.value;
  return (
    <Page
      title={stored?.name ?? t(model.isNew.value ? 'linkages.new' : 'linkages.title')}
      actions={<PageActions model={model} />}
    >
      <SwitchedOff of={model.automations} />
      {model.catalogue.value ? (
        <EditorForm model={model} />
      ) : error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <EmptyState testId="linkage-not-found" title={t('linkages.notFound')} />
      ) : error === null ? (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-[1fr_22rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-72" />
        </div>
      ) : (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={() => void model.load()}>{t('common.retry')}</Button>}
        />
      )}
    </Page>
  );
}

function PageActions({ model }: { model: Editor }) {
  const stored = model.linkage.value;
  const isDirty = model.isDirty.value;
  return (
    <>
      <Link
        href={PATHS.linkages}
        data-testid="linkages-back"
        className="inline-flex min-h-11 items-center gap-1 rounded-control px-3 text-water hover:bg-hover"
      >
        <ChevronLeft aria-hidden {...ICON} />
        {t('linkages.back')}
      </Link>
      {stored && (
        <>
          <Button
            icon={<Play {...ICON} />}
            busy={model.busy.value === 'run'}
            disabled={isDirty}
            title={isDirty ? t('linkages.run.saveFirst') : undefined}
            data-testid="linkage-run-now"
            onClick={() => void model.run()}
          >
            {t('linkages.run')}
          </Button>
          <Menu
            label={t('linkages.menu', { name: stored.name })}
            testId="linkage-menu"
            button={<EllipsisVertical {...ICON} />}
            entries={[
              {
                id: 'linkage-copy',
                label: t('linkages.copy'),
                icon: <Copy {...ICON} />,
                onSelect: () => void model.copy(),
              },
              {
                id: 'linkage-delete',
                label: t('common.delete'),
                icon: <Trash2 {...ICON} />,
                startsGroup: true,
                onSelect: () => model.askRemoval(true),
              },
            ]}
          />
          <ConfirmDialog
            open={model.isRemoving.value}
            dangerous
            testId="linkage-delete-dialog"
            title={t('common.prompt')}
            message={t('linkages.delete.message', { name: stored.name })}
            confirmLabel={t('common.delete')}
            cancelLabel={t('common.cancel')}
            busy={model.busy.value === 'other'}
            onConfirm={() => void model.remove()}
            onCancel={() => model.askRemoval(false)}
          />
        </>
      )}
    </>
  );
}

function EditorForm({ model }: { model: Editor }) {
  const form = useRef<HTMLFormElement>(null);
  const request = model.focusRequest.value;
  useEffect(() => {
    if (request === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [request]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_27rem]">
      {/* What gets the focus is scrolled out from under the bar with the button. */}
      <form
        ref={form}
        noValidate
        data-testid="linkage-form"
        data-dirty={model.isDirty.value}
        className="flex min-w-0 flex-col gap-4 [&_*]:scroll-mb-24"
        onSubmit={(event) => {
          event.preventDefault();
          void model.save();
        }}
      >
        <Notices model={model} />
        <Basics model={model} />
        <TriggerFields model={model} />
        <ConditionFields model={model} />
        <ActionList model={model} />
        <SaveBar model={model} />
      </form>
      <aside className="flex min-w-0 flex-col gap-4">
        <Summary model={model} />
        <TrialPanel model={model} />
        {!model.isNew.value && <RunLogList model={model} />}
      </aside>
    </div>
  );
}

function Basics({ model }: { model: Editor }) {
  const { name, enabled } = model.form.value;
  return (
    <Section title={t('linkages.basics')}>
      <div className="flex flex-col gap-3">
        <TextField
          label={t('linkages.name')}
          required
          limit={NAME_MAX}
          data-testid="linkage-name"
          value={name}
          error={model.errors.value['name']}
          onValueChange={(next) => model.change({ name: next })}
        />
        <div className="flex items-center justify-between gap-4">
          <div>
            <p className="text-body">{t('linkages.enabled')}</p>
            <p className="text-note text-ink-3">{t('linkages.enabled.hint')}</p>
          </div>
          <Switch
            label={t('linkages.enabled')}
            checked={enabled}
            testId="linkage-enabled"
            onChange={(on) => model.change({ enabled: on })}
          />
        </div>
      </div>
    </Section>
  );
}

function Notices({ model }: { model: Editor }) {
  const count = Object.keys(model.errors.value).length;
  const problem = model.problem.value;
  const icon = { 'aria-hidden': true, size: 16, className: 'shrink-0' } as const;
  return (
    <>
      {model.isRestored.value && model.isDirty.value && (
        <Notice tone="water">
          <History {...icon} />
          <span className="flex-1" data-testid="linkage-restored">
            {t('linkages.restored')}
          </span>
          <Button size="sm" variant="quiet" data-testid="linkage-discard" onClick={model.discard}>
            {t('linkages.discard')}
          </Button>
        </Notice>
      )}
      {(problem !== null || count > 0) && (
        <Notice tone="alarm">
          <CircleAlert {...icon} />
          <span className="flex-1" data-testid="linkage-problem">
            {problem ?? t('linkages.invalid', { n: count })}
          </span>
          {problem !== null && !model.isNew.value && (
            <Button size="sm" variant="quiet" onClick={() => void model.load()}>
              {t('linkages.reload')}
            </Button>
          )}
        </Notice>
      )}
    </>
  );
}

function SaveBar({ model }: { model: Editor }) {
  return (
    <div className="frosted sticky bottom-2 z-20 flex items-center justify-end gap-2 p-2">
      {model.isDirty.value && (
        <Button variant="quiet" onClick={model.discard}>
          {t('linkages.discard')}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={model.busy.value === 'save'} data-testid="linkage-save">
        {t(model.isNew.value ? 'linkages.create' : 'linkages.save')}
      </Button>
    </div>
  );
}
