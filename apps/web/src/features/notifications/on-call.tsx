import { Button, GenericForm } from '@farm3d/ui';
import type { OnCallRota, Person } from '@farm3d/api';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { Section } from '../../components/section.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import type { Notifications } from './model.ts';
import { RotaFormModel } from './forms.ts';
import { t } from './zh-CN.ts';

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
