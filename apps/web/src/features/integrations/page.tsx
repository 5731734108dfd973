import { Plus, Radio, Trash2 } from 'lucide-react';
import type { Integration } from '@farm3d/api';
import { Button, IconButton } from '@farm3d/ui';
import { CopyLine } from '../../kit/blocks.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { List } from '../../kit/list.tsx';
import { OnceDialog } from '../../kit/dialog.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { IntegrationFormModel, IntegrationsModel, type Integrations } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/integrations`: where devices come from that nobody adds by hand. */
export default function IntegrationsPage() {
  const model = useModelOf(IntegrationsModel, location.search);
  const add = model.mayChange() && (
    <Button
      variant="primary"
      icon={<Plus size={18} />}
      data-testid="integration-new"
      onClick={() => model.adding.open(true)}
    >
      {t('integrations.new')}
    </Button>
  );
  const count = model.list.rows.value.value?.length ?? 0;
  return (
    <Page hint={t('integrations.subtitle')} search={model.list.address} actions={count > 0 ? add : undefined}>
      <List
        model={model.list}
        testId="integrations"
        empty={{ title: t('integrations.none'), hint: t('integrations.none.hint'), action: add }}
        noMatch={{ title: t('integrations.noMatch') }}
        {...(count > 0 && { search: t('integrations.search') })}
      >
        {(integration) => <Row key={integration.id} integration={integration} model={model} />}
      </List>
      <NewDialog model={model} />
      <MadeDialog model={model} />
      <Confirm question={model.removing} message={({ name }) => t('integrations.remove.message', { name })} />
    </Page>
  );
}

function Row({ integration, model }: { integration: Integration; model: Integrations }) {
  const { name, kind, productModelCode } = integration;
  return (
    <li
      data-testid="integration"
      data-name={name}
      className="flex min-h-14 items-center gap-3 border-b border-line py-1 pr-2 pl-4 last:border-b-0"
    >
      <Radio aria-hidden size={18} className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-body font-medium">{name}</p>
        <p className="truncate text-note text-ink-3">
          {t(`integrations.kind.${kind}`)} · {model.productName(productModelCode)}
        </p>
      </div>
      {model.mayChange() && (
        <IconButton
          tone="danger"
          label={t('integrations.remove', { name })}
          icon={<Trash2 size={18} />}
          data-testid="integration-remove"
          onClick={() => model.removing.ask(integration)}
        />
      )}
    </li>
  );
}

function NewDialog({ model }: { model: Integrations }) {
  const services = useServices();
  if (!model.adding.subject.value) return null;
  return (
    <FormDialog
      id="integration"
      title={t('integrations.new')}
      submitLabel={t('integrations.submit')}
      parts={[model.products]}
      model={() => new IntegrationFormModel(services, model.products.value.peek() ?? [], model.saved)}
      onClose={model.adding.close}
    />
  );
}

/** What the network server or the devices are given. */
function MadeDialog({ model }: { model: Integrations }) {
  return (
    <OnceDialog
      made={model.made.subject.value}
      onDone={model.made.close}
      title={({ name }) => t('integrations.made', { name })}
      note={({ kind }) => t(kind === 'provision' ? 'integrations.once.keys' : 'integrations.once')}
      doneLabel={t('integrations.done')}
      testId="integration-made"
      doneTestId="integration-done"
    >
      {({ path, provisionDeviceKey, provisionDeviceSecret }) => (
        <>
          <CopyLine
            label={t('integrations.address')}
            text={`${location.origin}${path}`}
            testId="integration-address"
          />
          {provisionDeviceKey !== undefined && (
            <CopyLine label="provisionDeviceKey" text={provisionDeviceKey} testId="integration-key" />
          )}
          {provisionDeviceSecret !== undefined && (
            <CopyLine
              label="provisionDeviceSecret"
              text={provisionDeviceSecret}
              testId="integration-secret"
            />
          )}
        </>
      )}
    </OnceDialog>
  );
}
