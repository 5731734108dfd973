import { ChoiceTiles } from '@farm3d/ui';
import { locale, setLocale, t, type Locale } from '../platform/locale.ts';
import { problemText } from '../platform/problem.ts';
import { showToast } from '../platform/toasts.ts';
import { setUnits, units } from '../platform/readings.ts';

const LANGUAGES = [
  { value: 'zh-CN', label: '简体中文', icon: <span aria-hidden>中</span> },
  { value: 'en', label: 'English', icon: <span aria-hidden>A</span> },
] as const;

const choose = (next: Locale): void => {
  setLocale(next).catch((error: unknown) => showToast('error', problemText(error)));
};

/** Language of the screens and units of measured values, in this browser. */
export function DisplayChoices() {
  return (
    <div className="flex flex-col gap-3">
      <ChoiceTiles
        label={t('display.language')}
        options={LANGUAGES}
        value={locale.value}
        onChange={choose}
        testId="display-language"
      />
      <ChoiceTiles
        label={t('display.units')}
        options={[
          { value: 'metric', label: t('display.metric'), icon: <span aria-hidden>℃</span> },
          { value: 'imperial', label: t('display.imperial'), icon: <span aria-hidden>℉</span> },
        ]}
        value={units.value}
        onChange={setUnits}
        testId="display-units"
      />
    </div>
  );
}
