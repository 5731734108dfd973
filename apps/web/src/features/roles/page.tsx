import { useModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import { Button, GenericForm, Tabs } from '@farm3d/ui';
import type { Role } from '@farm3d/api';
import { roleText } from '../../components/access/role-text.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { Loaded, LoadingDialog } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { RoleFormModel, RuleFormModel } from './forms.ts';
import { RoleList, RuleList, whatText, whoText } from './lists.tsx';
import { RolesModel, type Asked, type Choices, type Roles } from './model.ts';
import { t } from './zh-CN.ts';

const askedText = (asked: Asked): string =>
  'role' in asked
    ? t('roles.remove.message', { name: roleText(asked.role.role) })
    : t('rules.remove.message', { who: whoText(asked.rule), what: whatText(asked.rule) });

/** `/iotManagement/roles`: the roles, and rights by group of devices and by scene. */
export default function RolesPage() {
  const model = useModelOf(RolesModel);
  const { session } = useServices();
  const own = model.shown.value.filter((role) => role.own).length;
  const isRoles = model.tab.value === 'roles';
  const editing = model.editing.subject.value;
  return (
    <Page
      hint={t('roles.subtitle')}
      summary={
        model.rules.hasLoaded.value &&
        t('roles.count', { n: own, rules: model.rules.value.value?.length ?? 0 })
      }
      actions={
        session.isAdministrator.value && (
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid={isRoles ? 'role-new' : 'rule-new'}
            onClick={() => (isRoles ? model.editing.open('new') : model.give())}
          >
            {t(isRoles ? 'roles.new' : 'rules.new')}
          </Button>
        )
      }
    >
      <Loaded
        of={session.isAdministrator.value ? [model.known, model.rules] : model.known}
        onRetry={model.refresh}
        retryTestId="roles-retry"
      >
        {() => <Content model={model} />}
      </Loaded>
      {editing && <RoleDialog editing={editing} model={model} />}
      {model.giving.subject.value && <RuleDialog model={model} />}
      <Confirm question={model.asked} message={askedText} />
    </Page>
  );
}

function Content({ model }: { model: Roles }) {
  const { session } = useServices();
  // Only administrators see what others may do.
  if (!session.isAdministrator.value) return <RoleList model={model} />;
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
  const services = useServices();
  const role = editing === 'new' ? null : editing;
  return (
    <FormDialog
      id="role"
      title={t(role ? 'roles.edit' : 'roles.new')}
      submitLabel={t('roles.save')}
      model={() => new RoleFormModel(services, role, model.rights.peek(), model.saved)}
      onClose={model.editing.close}
    />
  );
}

function RuleDialog({ model }: { model: Roles }) {
  const { close } = model.giving;
  const choices = model.choices.value.value;
  if (!choices) return <LoadingDialog title={t('rules.new')} parts={[model.choices]} onClose={close} />;
  return <GivingDialog choices={choices} model={model} onClose={close} />;
}

const FORM = 'role-form';

function GivingDialog({ choices, model, onClose }: { choices: Choices; model: Roles; onClose: () => void }) {
  const services = useServices();
  const { form, send } = useModel(() => new RuleFormModel(services, choices, model.saved));
  const formServices = useFormServices();
  return (
    <PageDialog
      onClose={onClose}
      title={t('rules.new')}
      testId="rule-dialog"
      actions={
        <DialogButtons
          onCancel={onClose}
          label={t('roles.save')}
          form={FORM}
          busy={form.busy.value}
          testId="role-submit"
        />
      }
    >
      <GenericForm id={FORM} model={form} services={formServices} send={send} />
    </PageDialog>
  );
}
