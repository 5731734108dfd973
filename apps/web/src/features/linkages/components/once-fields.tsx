import { serviceNumberFilter } from '@farm3d/api/validation';
import { SelectField, TextField } from '@farm3d/ui';
import type { Editor } from '../editor-model.ts';
import { LIMITS, type OnceForm } from '../linkage-form.ts';
import { t } from '../zh-CN.ts';

const LABELS = {
  '': 'linkages.once.always',
  hour: 'linkages.once.hour',
  day: 'linkages.once.day',
  minutes: 'linkages.once.custom',
} as const;

/** How often the linkage runs at most. */
export function OnceFields({ model }: { model: Editor }) {
  const { once, triggers } = model.form.value;
  const errors = model.errors.value;
  // Its hours and days are those of its clock.
  const timeZone = triggers.find(({ type }) => type === 'cron')?.timeZone ?? once.timeZone;
  const change = (part: Partial<OnceForm>): void => model.change({ once: { ...once, timeZone, ...part } });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('linkages.once')}
        placeholder={t('linkages.once')}
        hint={once.per === '' ? undefined : t('linkages.once.hint')}
        testId="field-once.per"
        value={once.per}
        options={LIMITS.map((value) => ({ value, label: t(LABELS[value]) }))}
        onChange={(per) => change({ per: per as OnceForm['per'] })}
      />
      {once.per === 'minutes' && (
        <TextField
          label={t('linkages.once.minutes')}
          required
          inputMode="numeric"
          keep={serviceNumberFilter}
          trailing={<span className="pr-3 text-note text-ink-3">{t('linkages.minutes')}</span>}
          data-testid="field-once.minutes"
          value={once.minutes}
          error={errors['once.minutes']}
          onValueChange={(minutes) => change({ minutes })}
        />
      )}
    </div>
  );
}
