import { useState } from 'react';
import { ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { serviceNumberFilter } from '@farm3d/api/validation';
import { Button, classes, IconButton, SelectField, TextAreaField, TextField } from '@farm3d/ui';
import { Notice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import type { Catalogue } from '../catalogue.ts';
import type { Editor } from '../editor-model.ts';
import { ACTIONS, WEATHERS, type ActionForm } from '../linkage-form.ts';
import { t } from '../zh-CN.ts';
import { ActionHandle } from './action-handle.tsx';
import { CommandFields, type ActionFieldsProps } from './command-fields.tsx';
import { DeviceField } from './device-field.tsx';
import { WebhookFields } from './webhook-fields.tsx';

const ICON = { size: 16 } as const;
const TITLE_MAX = 128;
const CONTENT_MAX = 2000;

/** 'Then': the actions, one after the other. */
export function ActionList({ model }: { model: Editor }) {
  const { actions } = model.form.value;
  const catalogue = model.catalogue.value;
  const error = model.errors.value['actions'];
  const [dragged, setDragged] = useState<number | null>(null);
  if (!catalogue) return null;
  return (
    <Section title={t('linkages.actions')} hint={t('linkages.actions.hint')}>
      {error && (
        <div className="mb-3">
          <Notice tone="alarm">
            <CircleAlert aria-hidden size={16} className="shrink-0" />
            <span data-testid="error-actions">{error}</span>
          </Notice>
        </div>
      )}
      <ol className="mb-3 flex flex-col gap-3 empty:mb-0">
        {actions.map((action, at) => (
          <Action
            key={at}
            model={model}
            catalogue={catalogue}
            action={action}
            at={at}
            isDragged={at === dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {ACTIONS.map((type) => (
          <Button
            key={type}
            size="sm"
            icon={<Plus {...ICON} />}
            data-testid={`add-action-${type}`}
            onClick={() => model.addAction(type)}
          >
            {t(`linkages.action.${type}`)}
          </Button>
        ))}
      </div>
    </Section>
  );
}

interface ActionProps {
  model: Editor;
  catalogue: Catalogue;
  action: ActionForm;
  at: number;
  isDragged: boolean;
  onDrag: (at: number | null) => void;
}

function Action({ model, catalogue, action, at, isDragged, onDrag }: ActionProps) {
  const { type } = action;
  const label = t('linkages.action.numbered', { n: at + 1, action: t(`linkages.action.${type}`) });
  const fields = {
    action,
    path: `actions.${at}`,
    catalogue,
    errors: model.errors.value,
    onChange: (next: Partial<ActionForm>): void => model.changeAction(at, { ...action, ...next }),
  };
  return (
    <li
      data-testid="linkage-action"
      data-type={type}
      className={classes(
        'flex flex-col gap-3 rounded-control border bg-raised p-3',
        isDragged ? 'border-leaf shadow-panel' : 'border-line',
      )}
    >
      <div className="flex items-center gap-1">
        {model.form.value.actions.length > 1 && (
          <ActionHandle at={at} label={label} onMove={model.moveAction} onDrag={onDrag} />
        )}
        <h3 className="min-w-0 flex-1 truncate text-body font-medium">{label}</h3>
        {at > 0 && (
          <IconButton
            size="sm"
            label={t('linkages.action.up', { action: label })}
            data-testid={`action-up-${at}`}
            icon={<ArrowUp {...ICON} />}
            onClick={() => model.moveAction(at, at - 1)}
          />
        )}
        <IconButton
          size="sm"
          tone="danger"
          label={t('linkages.action.remove', { action: label })}
          data-testid={`remove-action-${at}`}
          icon={<Trash2 {...ICON} />}
          onClick={() => model.removeAction(at)}
        />
      </div>
      {type === 'command' ? (
        <CommandFields {...fields} />
      ) : type === 'linkage' ? (
        <LinkageFields {...fields} />
      ) : type === 'webhook' ? (
        <WebhookFields {...fields} />
      ) : type === 'wait' ? (
        <WaitFields {...fields} />
      ) : type === 'weather' ? (
        <WeatherFields {...fields} />
      ) : (
        <TextFields {...fields} />
      )}
    </li>
  );
}

/** A notice or a work order. */
function TextFields({ action, path, catalogue, errors, onChange }: ActionFieldsProps) {
  return (
    <>
      <TextField
        label={t('linkages.heading')}
        required
        limit={TITLE_MAX}
        data-testid={`field-${path}.title`}
        value={action.title}
        error={errors[`${path}.title`]}
        onValueChange={(title) => onChange({ title })}
      />
      <TextAreaField
        label={t('linkages.content')}
        limit={CONTENT_MAX}
        rows={2}
        data-testid={`field-${path}.content`}
        value={action.content}
        error={errors[`${path}.content`]}
        onValueChange={(content) => onChange({ content })}
      />
      {action.type === 'workOrder' && (
        <DeviceField
          catalogue={catalogue}
          path={`${path}.deviceId`}
          isOptional
          value={action.deviceId}
          error={errors[`${path}.deviceId`]}
          onChange={(deviceId) => onChange({ deviceId })}
        />
      )}
    </>
  );
}

/** Another linkage. */
function LinkageFields({ action: { linkageId }, path, catalogue, errors, onChange }: ActionFieldsProps) {
  const isGone = linkageId !== '' && !catalogue.linkages.some(({ id }) => id === linkageId);
  return (
    <SelectField
      label={t('linkages.other')}
      placeholder={t('linkages.other.choose')}
      hint={t('linkages.other.hint')}
      required
      testId={`field-${path}.linkageId`}
      value={linkageId}
      error={errors[`${path}.linkageId`]}
      options={[
        ...(isGone ? [{ value: linkageId, label: catalogue.linkageName(linkageId) }] : []),
        ...catalogue.linkages.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next) => onChange({ linkageId: next })}
    />
  );
}

/** How long the next action waits. */
function WaitFields({ action, path, errors, onChange }: ActionFieldsProps) {
  return (
    <div className="w-40">
      <TextField
        label={t('linkages.pause')}
        required
        inputMode="decimal"
        keep={serviceNumberFilter}
        trailing={<span className="pr-3 text-note text-ink-3">{t('linkages.minutes')}</span>}
        data-testid={`field-${path}.minutes`}
        value={action.minutes}
        error={errors[`${path}.minutes`]}
        onValueChange={(minutes) => onChange({ minutes })}
      />
    </div>
  );
}

function WeatherFields({ action, path, catalogue, errors, onChange }: ActionFieldsProps) {
  const { sceneId } = action;
  const isGone = sceneId !== '' && !catalogue.scenes.some(({ id }) => id === sceneId);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('linkages.scene')}
        placeholder={t('linkages.scene.choose')}
        required
        testId={`field-${path}.sceneId`}
        value={sceneId}
        error={errors[`${path}.sceneId`]}
        options={[
          ...(isGone ? [{ value: sceneId, label: catalogue.sceneName(sceneId) }] : []),
          ...catalogue.scenes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(next) => onChange({ sceneId: next })}
      />
      <SelectField
        label={t('linkages.weather')}
        placeholder={t('linkages.weather')}
        testId={`field-${path}.weather`}
        value={action.weather}
        options={[
          ...WEATHERS.map((value) => ({ value, label: t(`linkages.weather.${value}`) })),
          { value: '', label: t('linkages.weather.end') },
        ]}
        onChange={(weather) => onChange({ weather: weather as ActionForm['weather'] })}
      />
    </div>
  );
}
