import { Copy, Play, Trash2 } from 'lucide-react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { Button, Switch, TextField } from '@farm3d/ui';
import { Notice, Section } from '../../kit/blocks.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { EditorForm, EditorPage, type EditorKind } from '../../kit/editor-page.tsx';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { PATHS, linkagePath } from '../../platform/paths.ts';
import { ActionList } from './components/action-list.tsx';
import { RunLogList, Summary } from './components/aside.tsx';
import { ConditionFields } from './components/condition-fields.tsx';
import { SwitchedOff } from './components/states.tsx';
import { TrialPanel } from './components/trial-panel.tsx';
import { TriggerFields } from './components/trigger-fields.tsx';
import { EditorModel, type Editor } from './editor-model.ts';
import { t } from './zh-CN.ts';

const ICON = { size: 18 } as const;
const NAME_MAX = 64;

const KIND: EditorKind = { id: 'linkage', say: (word, values) => t(`linkages.${word}`, values), Notice };

/** `/iotManagement/linkages/:id`: the editor of a linkage. */
export default function LinkagePage() {
  const { id } = useParams<{ id: string }>();
  const [start] = useSearchParams();
  return <LinkageEditor key={`${id}?${start}`} id={id} start={start} />;
}

function LinkageEditor({ id, start }: { id: string; start: URLSearchParams }) {
  const [, navigate] = useLocation();
  const model = useModelOf(EditorModel, {
    id,
    start,
    onOpen: (opened: string, replace: boolean) => navigate(linkagePath(opened), { replace }),
    onRemoved: () => navigate(PATHS.linkages, { replace: true }),
  });
  return (
    <EditorPage
      {...KIND}
      model={model}
      name={model.record.value?.name}
      back={PATHS.linkages}
      backTestId="linkages-back"
      actions={<PageActions model={model} />}
      above={<SwitchedOff of={model.automations} />}
    >
      <EditorForm
        {...KIND}
        model={model}
        aside={
          <>
            <Summary model={model} />
            <TrialPanel model={model} />
            {!model.isNew.value && <RunLogList model={model} />}
          </>
        }
      >
        <Basics model={model} />
        <TriggerFields model={model} />
        <ConditionFields model={model} />
        <ActionList model={model} />
      </EditorForm>
    </EditorPage>
  );
}

function PageActions({ model }: { model: Editor }) {
  const stored = model.record.value;
  const isDirty = model.isDirty.value;
  if (!stored) return null;
  return (
    <>
      <Button
        icon={<Play {...ICON} />}
        busy={model.running.value}
        disabled={isDirty}
        title={isDirty ? t('linkages.run.saveFirst') : undefined}
        data-testid="linkage-run-now"
        onClick={() => void model.run()}
      >
        {t('linkages.run')}
      </Button>
      <RowMenu
        label={t('linkages.menu', { name: stored.name })}
        testId="linkage-menu"
        entries={[
          menuEntry('linkage-copy', t('linkages.copy'), Copy, () => void model.copy()),
          menuEntry('linkage-delete', t('common.delete'), Trash2, () => model.removal.ask(stored), {
            startsGroup: true,
          }),
        ]}
      />
      <Confirm
        question={model.removal}
        testId="linkage-delete-dialog"
        message={({ name }) => t('linkages.delete.message', { name })}
      />
    </>
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
