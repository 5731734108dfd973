import { Pencil } from 'lucide-react';
import { Badge, IconButton } from '@farm3d/ui';
import type { NotificationTemplate } from '@farm3d/api';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useServices } from '../../kit/services.tsx';
import type { Notifications } from './model.ts';
import { TemplateFormModel } from './forms.ts';
import { t } from './zh-CN.ts';

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
