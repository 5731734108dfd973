import { useModel } from '@preact/signals-react';
import { Pencil } from 'lucide-react';
import { Badge, Button, Dialog, GenericForm, IconButton } from '@farm3d/ui';
import type { NotificationTemplate } from '@farm3d/api';
import { formServices } from '../../../kit/forms/form-services.ts';
import { user } from '../../../platform/session.ts';
import type { Notifications } from '../model.ts';
import { TemplateFormModel } from '../template-form.ts';
import { t } from '../zh-CN.ts';

const FORM = 'template-form';
const LANGUAGES = { 'zh-CN': '中文', en: 'English' } as const;

const nameOf = ({ kind, language }: NotificationTemplate): string =>
  `${t(`notifications.kind.${kind}`)} · ${LANGUAGES[language]}`;

/** The texts of the organisation's notifications; administrators change them. */
export function Templates({ model }: { model: Notifications }) {
  const mayChange = user.value?.roles.some((role) => role === 'owner' || role === 'admin') === true;
  const edited = model.edited.value;
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
                  onClick={() => model.edit(template)}
                />
              )}
            </div>
            <p className="text-body font-medium">{template.subject}</p>
            <p className="text-note whitespace-pre-line text-ink-2">{template.content}</p>
          </li>
        ))}
      </ul>
      {edited && <Editor template={edited} model={model} />}
    </>
  );
}

function Editor({ template, model }: { template: NotificationTemplate; model: Notifications }) {
  const { form, send } = useModel(() => new TemplateFormModel(template, model.templateSaved));
  const close = (): void => model.edit(null);
  return (
    <Dialog
      open
      onClose={close}
      title={nameOf(template)}
      closeLabel={t('common.close')}
      testId="template-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="template-submit"
          >
            {t('notifications.save')}
          </Button>
        </>
      }
    >
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
