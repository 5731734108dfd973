import { Link, useLocation } from 'wouter';
import { Button, GenericForm } from '@farm3d/ui';
import { DisplayChoices } from '../../components/display-choices.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { useModelOf } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';
import { LoginFrame } from '../../components/login-frame/login-frame.tsx';
import { StartModel, STEPS, type Start } from './model.ts';
import { t } from './zh-CN.ts';

const FORM = 'start-form';
/** `/app/start`: the first start after the first password. */
export default function StartPage() {
  const model = useModelOf(StartModel);
  const at = model.at.value;
  const step = STEPS[at] ?? 'device';
  return (
    <LoginFrame>
      <section
        data-testid="start"
        data-step={step}
        aria-labelledby="start-title"
        className="frosted flex max-h-full w-full max-w-md flex-col gap-5 overflow-y-auto p-6 sm:p-8 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none lg:backdrop-filter-none"
      >
        <div>
          <p className="text-note text-ink-3">
            {t('start.title')} · {t('start.step', { n: at + 1, total: STEPS.length })}
          </p>
          <h1 id="start-title" className="text-display font-semibold">
            {t(`start.${step}`)}
          </h1>
        </div>
        {step === 'language' && (
          <>
            <DisplayChoices />
            <FormStep key="language" step={model.organisation} model={model} />
          </>
        )}
        {step === 'place' && <FormStep key="place" step={model.place} model={model} />}
        {step === 'device' && <Begin model={model} />}
      </section>
    </LoginFrame>
  );
}

function FormStep({ step, model }: { step: Start['organisation']; model: Start }) {
  return (
    <>
      <GenericForm id={FORM} model={step.form} services={useFormServices()} send={step.send} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          form={FORM}
          variant="primary"
          busy={step.form.busy.value}
          data-testid="start-next"
        >
          {t('start.next')}
        </Button>
        <Button data-testid="start-skip" onClick={model.next}>
          {t('start.skip')}
        </Button>
        <Link href={PATHS.app} data-testid="start-skip-all" className="ml-auto text-note text-water">
          {t('start.skipAll')}
        </Link>
      </div>
    </>
  );
}

function Begin({ model }: { model: Start }) {
  const [, navigate] = useLocation();
  const hasScenes = (model.scenes.value.value ?? 0) > 0;
  return (
    <>
      <p className="text-body text-ink-2">{t('start.device.hint')}</p>
      <div className="flex flex-col gap-3">
        <Button variant="primary" data-testid="start-device" onClick={() => navigate(`${PATHS.devices}?new`)}>
          {t('start.device.add')}
        </Button>
        <Button data-testid="start-look" onClick={() => navigate(PATHS.app)}>
          {t(hasScenes ? 'start.demo' : 'start.empty')}
        </Button>
      </div>
      {hasScenes && <p className="text-note text-ink-3">{t('start.demo.hint')}</p>}
    </>
  );
}
