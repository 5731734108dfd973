import { SelectField, Switch, TextField } from '@farm3d/ui';
import { serviceNumberFilter } from '@farm3d/api/validation';
import type { ProductModel } from '@farm3d/api';
import type { Editor } from '../editor-model.ts';
import { t } from '../zh-CN.ts';
import { Section } from '../../../components/section.tsx';

const STATES: readonly ProductModel['state'][] = ['active', 'draft', 'retired'];

/** Code, names, type, state, interval and methods of a product model. */
export function BasicFields({ model }: { model: Editor }) {
  const form = model.form.value;
  const errors = model.errors.value;
  return (
    <Section title={t('models.basics')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('models.code')}
          hint={t('models.code.hint')}
          required
          data-testid="model-code"
          value={form.code}
          error={errors['productModelCode']}
          onValueChange={(code) => model.change({ code })}
        />
        <TextField
          label={t('models.productType')}
          hint={t('models.productType.hint')}
          required
          data-testid="model-type"
          list="model-types"
          autoComplete="off"
          value={form.productTypeCode}
          error={errors['productTypeCode']}
          onValueChange={(productTypeCode) => model.change({ productTypeCode })}
        />
        <datalist id="model-types">
          {model.types.value.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </datalist>
        <TextField
          label={t('models.name')}
          required
          data-testid="model-name"
          value={form.name}
          error={errors['name']}
          onValueChange={(name) => model.change({ name })}
        />
        <TextField
          label={t('models.nameEn')}
          data-testid="model-name-en"
          value={form.nameEn}
          error={errors['nameEn']}
          onValueChange={(nameEn) => model.change({ nameEn })}
        />
        <SelectField
          label={t('models.state')}
          hint={t('models.state.hint')}
          placeholder={t('models.state')}
          testId="model-state-field"
          value={form.state}
          error={errors['state']}
          options={STATES.map((value) => ({ value, label: t(`models.state.${value}`) }))}
          onChange={(state) => model.change({ state: state as ProductModel['state'] })}
        />
        <TextField
          label={t('models.interval')}
          hint={t('models.interval.hint')}
          inputMode="numeric"
          keep={serviceNumberFilter}
          data-testid="model-interval"
          trailing={<span className="pr-3 text-note text-ink-3">{t('models.seconds')}</span>}
          value={form.reportingInterval}
          error={errors['reportingInterval']}
          onValueChange={(reportingInterval) => model.change({ reportingInterval })}
        />
        <div className="flex items-start justify-between gap-4 sm:col-span-2">
          <div>
            <p className="text-body">{t('models.undeclared')}</p>
            <p className="text-note text-ink-3">{t('models.undeclared.hint')}</p>
          </div>
          <Switch
            label={t('models.undeclared')}
            checked={form.undeclaredCommands}
            disabled={model.isReadOnly.value}
            testId="model-undeclared"
            onChange={(undeclaredCommands) => model.change({ undeclaredCommands })}
          />
        </div>
      </div>
    </Section>
  );
}
