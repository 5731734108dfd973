import { CircleAlert, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '@farm3d/ui';
import { Choice } from './fields.tsx';
import { Notice, Section } from '../../../kit/blocks.tsx';
import type { Catalogue } from '../catalogue.ts';
import {
  EMPTY_GROUP,
  EMPTY_PART,
  NO_CONDITION,
  type ConditionForm,
  type GroupForm,
  type Match,
} from '../condition-form.ts';
import type { Editor } from '../editor-model.ts';
import { ifText } from '../sentence.ts';
import { t } from '../zh-CN.ts';
import { PartFields } from './part-fields.tsx';

const ADD = { size: 16 } as const;
type Groups = Extract<ConditionForm, { kind: 'groups' }>;

/** 'If': the condition, as groups of parts. */
export function ConditionFields({ model }: { model: Editor }) {
  const { condition, triggers } = model.form.value;
  const catalogue = model.catalogue.value;
  const error = model.errors.value['condition'];
  if (!catalogue) return null;
  const isTrigger = triggers.some(({ type }) => type === 'telemetry');
  return (
    <Section title={t('linkages.if')} hint={t(isTrigger ? 'linkages.if.hint.trigger' : 'linkages.if.hint')}>
      <div className="flex flex-col gap-3">
        {error && (
          <Notice tone="alarm">
            <CircleAlert aria-hidden size={16} className="shrink-0" />
            <span data-testid="error-condition">{error}</span>
          </Notice>
        )}
        {condition.kind === 'kept' ? (
          <div data-testid="condition-kept" className="flex flex-col items-start gap-2">
            <p className="text-body">{ifText(condition.condition, catalogue)}</p>
            <p className="text-note text-ink-3">{t('linkages.kept')}</p>
            <Button size="sm" onClick={() => model.change({ condition: NO_CONDITION })}>
              {t('linkages.kept.replace')}
            </Button>
          </div>
        ) : (
          <GroupList
            condition={condition}
            catalogue={catalogue}
            errors={model.errors.value}
            onChange={(next) => model.change({ condition: next })}
          />
        )}
      </div>
    </Section>
  );
}

interface GroupListProps {
  condition: Groups;
  catalogue: Catalogue;
  errors: Readonly<Record<string, string>>;
  onChange: (condition: Groups) => void;
}

function GroupList({ condition, catalogue, errors, onChange }: GroupListProps) {
  const { groups, match } = condition;
  const change = (next: readonly GroupForm[]): void =>
    onChange({ ...condition, groups: next.filter(({ parts }) => parts.length > 0) });
  return (
    <>
      {groups.length > 1 && (
        <Choice<Match>
          path="condition.match"
          label={t('linkages.groups')}
          value={match}
          options={(['all', 'any'] as const).map((value) => ({
            value,
            label: t(`linkages.groups.${value}`),
          }))}
          onChange={(next) => onChange({ ...condition, match: next })}
        />
      )}
      {groups.map((group, at) => (
        <Group
          key={at}
          group={group}
          at={at}
          catalogue={catalogue}
          errors={errors}
          onChange={(next) => change(groups.with(at, next))}
        />
      ))}
      <Button
        size="sm"
        className="self-start"
        icon={<Plus {...ADD} />}
        data-testid="add-group"
        onClick={() => change([...groups, EMPTY_GROUP])}
      >
        {t(groups.length === 0 ? 'linkages.condition.add' : 'linkages.group.add')}
      </Button>
    </>
  );
}

/** How the parts of a group are combined, as one choice. */
const KINDS = ['all', 'any', 'notAll', 'notAny'] as const;
const kindOf = ({ match, negated }: GroupForm): (typeof KINDS)[number] =>
  match === 'all' ? (negated ? 'notAll' : 'all') : negated ? 'notAny' : 'any';

interface GroupProps {
  group: GroupForm;
  at: number;
  catalogue: Catalogue;
  errors: Readonly<Record<string, string>>;
  onChange: (group: GroupForm) => void;
}

function Group({ group, at, catalogue, errors, onChange }: GroupProps) {
  const { parts } = group;
  return (
    <fieldset
      aria-label={t('linkages.group', { n: at + 1 })}
      data-testid="condition-group"
      className="flex min-w-0 flex-col gap-3 rounded-control border border-line p-3"
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Choice
            path={`condition.${at}.kind`}
            label={t('linkages.group', { n: at + 1 })}
            placeholder={t('linkages.groups')}
            value={kindOf(group)}
            options={KINDS.map((value) => ({ value, label: t(`linkages.group.${value}`) }))}
            onChange={(next) =>
              onChange({
                ...group,
                match: next === 'all' || next === 'notAll' ? 'all' : 'any',
                negated: next.startsWith('not'),
              })
            }
          />
        </div>
        <IconButton
          tone="danger"
          label={t('linkages.group.remove', { n: at + 1 })}
          data-testid={`remove-group-${at}`}
          icon={<Trash2 size={18} />}
          onClick={() => onChange({ ...group, parts: [] })}
        />
      </div>
      {parts.map((part, index) => (
        <PartFields
          key={index}
          part={part}
          path={`condition.${at}.${index}`}
          catalogue={catalogue}
          errors={errors}
          onChange={(next) => onChange({ ...group, parts: parts.with(index, next) })}
          onRemove={() => onChange({ ...group, parts: parts.toSpliced(index, 1) })}
        />
      ))}
      <Button
        size="sm"
        variant="quiet"
        className="self-start"
        icon={<Plus {...ADD} />}
        data-testid={`add-part-${at}`}
        // The next part is most often about the same device.
        onClick={() =>
          onChange({ ...group, parts: [...parts, { ...EMPTY_PART, deviceId: parts.at(-1)?.deviceId ?? '' }] })
        }
      >
        {t('linkages.part.add')}
      </Button>
    </fieldset>
  );
}
