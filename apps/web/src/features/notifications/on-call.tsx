import { Pencil } from 'lucide-react';
import { Button, GenericForm, Badge, IconButton } from '@farm3d/ui';
import type { OnCallRota, Person, NotificationTemplate } from '@farm3d/api';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { Section } from '../../kit/blocks.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import type { Notifications } from './model.ts';
import { RotaFormModel, TemplateFormModel } from './forms.ts';
import { t } from './zh-CN.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';

/** Who is on call now, and the rota; administrators change it. */
export function OnCallPart({ model }: { model: Notifications }) {
  const { session } = useServices();
  const { rota = null, now = null } = model.onCall.value.value ?? {};
  const people = model.people.value.value ?? [];
  const nameOf = (id: string | null): string => {
    const person = people.find(({ userId }) => userId === id);
    return person ? person.displayName || person.username : '';
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title={t('notifications.onCall.now')} hint={t('notifications.onCall.now.hint')}>
        <p data-testid="on-call-now" data-user-id={now} className="text-body font-medium">
          {now === null ? t('notifications.onCall.nobody') : nameOf(now)}
        </p>
        {rota && (
          <ol
            className="mt-3 flex list-decimal flex-col gap-1 pl-5 text-body text-ink-2"
            data-testid="on-call-rota"
          >
            {rota.people.map((id) => (
              <li key={id} aria-current={id === now ? 'true' : undefined}>
                {nameOf(id)}
              </li>
            ))}
          </ol>
        )}
      </Section>
      {session.isAdministrator.value && (
        <Section title={t('notifications.onCall.rota')}>
          <RotaForm key={JSON.stringify(rota)} rota={rota} people={people} model={model} />
        </Section>
      )}
    </div>
  );
}

interface RotaFormProps {
  rota: OnCallRota | null;
  people: readonly Person[];
  model: Notifications;
}

function RotaForm({ rota, people, model }: RotaFormProps) {
  const { form, send } = useModelOf(RotaFormModel, rota, people, model.rotaSaved);
  return (
    <GenericForm id="rota" model={form} services={useFormServices()} send={send}>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy.value} data-testid="rota-submit">
          {t('notifications.save')}
        </Button>
        {rota && (
          <Button
            variant="quiet"
            busy={model.busy.value === 'rota'}
            data-testid="rota-remove"
            onClick={() => void model.removeRota()}
          >
            {t('notifications.onCall.remove')}
          </Button>
        )}
      </div>
    </GenericForm>
  );
}

const LANGUAGES = { 'zh-CN': '中文', en: 'English' } as const;

const nameOf = ({ kind, language }: NotificationTemplate): string =>
  `${t(`notifications.kind.${kind}`)} · ${LANGUAGES[language]}`;

/** The texts of the organisation's notifications; administrators change them. */
export function Templates({ model }: { model: Notifications }) {
  const mayChange =
    useServices().session.user.value?.roles.some((role) => role === 'owner' || role === 'admin') === true;
  return (
    <>
      <ul data-testid="templates" className="grid grid-cols-1 gap-2 lg:grid-cols-2">
        {(model.templates.value.value ?? []).map((template) => (
          <li
            key={nameOf(template)}
            data-testid="template"
            data-kind={template.kind}
            data-language={template.language}
            className="rounded-control border border-line px-3 py-2"
          >
            <div className="flex min-h-11 items-center gap-2">
              <h3 className="min-w-0 flex-1 text-note text-ink-3">{nameOf(template)}</h3>
              {template.own && <Badge tone="water">{t('notifications.template.own')}</Badge>}
              {mayChange && (
                <IconButton
                  label={t('notifications.template.edit', { name: nameOf(template) })}
                  icon={<Pencil size={18} />}
                  data-testid="template-edit"
                  onClick={() => model.editing.open(template)}
                />
              )}
            </div>
            <p className="text-body font-medium">{template.subject}</p>
            <p className="text-note whitespace-pre-line text-ink-2">{template.content}</p>
          </li>
        ))}
      </ul>
      <TemplateDialog model={model} />
    </>
  );
}

function TemplateDialog({ model }: { model: Notifications }) {
  const services = useServices();
  const template = model.editing.subject.value;
  if (!template) return null;
  return (
    <FormDialog
      id="template"
      title={nameOf(template)}
      submitLabel={t('notifications.save')}
      model={() => new TemplateFormModel(services, template, model.templateSaved)}
      onClose={model.editing.close}
    />
  );
}
