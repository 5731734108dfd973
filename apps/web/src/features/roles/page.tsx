import { useModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import {
  Button,
  ConfirmDialog,
  Dialog,
  ErrorState,
  GenericForm,
  Skeleton,
  Tabs,
  type FormModel,
  type FormValues,
} from '@farm3d/ui';
import type { Role } from '@farm3d/api';
import { LoadingDialog } from '../../kit/loading-dialog.tsx';
import { formServices } from '../../kit/forms/form-services.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { isAdministrator } from '../../platform/session.ts';
import { Page } from '../../kit/page.tsx';
import { roleText } from '../../components/access/role-text.ts';
import { RoleList } from './components/role-list.tsx';
import { RuleList, whatText, whoText } from './components/rule-list.tsx';
import { RolesModel, type Asked, type Roles } from './model.ts';
import { RoleFormModel } from './role-form.ts';
import type { Choices } from './role-api.ts';
import { RuleFormModel } from './rule-form.ts';
import { t } from './zh-CN.ts';

const FORM = 'role-form';

const askedText = (asked: Asked): string =>
  'role' in asked
    ? t('roles.remove.message', { name: roleText(asked.role.role) })
    : t('rules.remove.message', { who: whoText(asked.rule), what: whatText(asked.rule) });

/** `/iotManagement/roles`: the roles, and rights by group of devices and by scene. */
export default function RolesPage() {
  const model = useModel(RolesModel);
  const asked = model.asked.value;
  const own = model.shown.value.filter((role) => role.own).length;
  const isRoles = model.tab.value === 'roles';
  return (
    <Page
      hint={t('roles.subtitle')}
      summary={
        model.rules.hasLoaded.value &&
        t('roles.count', { n: own, rules: model.rules.value.value?.length ?? 0 })
      }
      actions={
        isAdministrator.value && (
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid={isRoles ? 'role-new' : 'rule-new'}
            onClick={() => (isRoles ? model.edit('new') : model.give(true))}
          >
            {t(isRoles ? 'roles.new' : 'rules.new')}
          </Button>
        )
      }
    >
      <Content model={model} />
      {model.editing.value !== null && <RoleDialog editing={model.editing.value} model={model} />}
      {model.isGiving.value && <RuleDialog model={model} />}
      <ConfirmDialog
        open={asked !== null}
        dangerous
        title={t('common.prompt')}
        message={asked && askedText(asked)}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.confirm()}
        onCancel={() => model.ask(null)}
      />
    </Page>
  );
}

function Content({ model }: { model: Roles }) {
  const parts = isAdministrator.value ? [model.known, model.rules] : [model.known];
  const error = parts.find((part) => part.error.value !== null && !part.hasLoaded.value)?.error.value;
  if (error !== undefined)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={
          <Button data-testid="roles-retry" onClick={model.refresh}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (!parts.every((part) => part.hasLoaded.value))
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-14" />
        ))}
      </div>
    );
  // Only administrators see what others may do.
  if (!isAdministrator.value) return <RoleList model={model} />;
  return (
    <Tabs
      label={t('roles.title')}
      selected={model.tab.value}
      onSelect={model.select}
      tabs={[
        { id: 'roles', label: t('roles.tab.roles'), content: <RoleList model={model} /> },
        { id: 'rules', label: t('roles.tab.rules'), content: <RuleList model={model} /> },
      ]}
    />
  );
}

function RoleDialog({ editing, model }: { editing: Role | 'new'; model: Roles }) {
  const role = editing === 'new' ? null : editing;
  const { form, send } = useModel(() => new RoleFormModel(role, model.rights.peek(), model.saved));
  return (
    <FormDialog
      title={t(role ? 'roles.edit' : 'roles.new')}
      testId="role-dialog"
      form={form}
      send={send}
      onClose={() => model.edit(null)}
    />
  );
}

function RuleDialog({ model }: { model: Roles }) {
  const close = (): void => model.give(false);
  const choices = model.choices.value.value;
  if (!choices) return <LoadingDialog title={t('rules.new')} parts={[model.choices]} onClose={close} />;
  return <GivingDialog choices={choices} model={model} onClose={close} />;
}

function GivingDialog({ choices, model, onClose }: { choices: Choices; model: Roles; onClose: () => void }) {
  const { form, send } = useModel(() => new RuleFormModel(choices, model.saved));
  return <FormDialog title={t('rules.new')} testId="rule-dialog" form={form} send={send} onClose={onClose} />;
}

interface FormDialogProps {
  title: string;
  testId: string;
  form: FormModel;
  send: (values: FormValues) => Promise<void>;
  onClose: () => void;
}

function FormDialog({ title, testId, form, send, onClose }: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('common.close')}
      testId={testId}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="role-submit"
          >
            {t('roles.save')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
