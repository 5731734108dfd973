import { useState } from 'react';
import { createModel } from '@preact/signals-react';
import { Trash2 } from 'lucide-react';
import { deviceLink } from '@farm3d/api';
import { Button, IconButton, Skeleton, TextField } from '@farm3d/ui';
import { createAttempts } from '../../../kit/actions.ts';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';
import { mayOn } from '../device-detail-model.ts';
import { parseAttribute } from '../device-values.ts';
import { t } from '../zh-CN.ts';
import { Fact, Section, type TabProps } from './tab-parts.tsx';

/** Scopes: reported by the device, given to it by the server, and of the server alone. */
const SCOPES = ['client', 'shared', 'server'] as const;
/** The scopes that can be changed, with the test id of their fields. */
const FIELDS = { shared: 'attribute', server: 'server-attribute' } as const;
type Changeable = keyof typeof FIELDS;
const isChangeable = (scope: (typeof SCOPES)[number]): scope is Changeable => scope in FIELDS;

const AttributesModel = createModel(({ clientOf }: Services, deviceId: string) => {
  const link = clientOf({ deviceLink }).deviceLink;
  const all = loadable((abort) => link.attributes(deviceId, { signal: abort }));
  const { busy, attempt } = createAttempts();
  void all.load();
  return {
    all,
    busy,
    /** @param value null removes the attribute */
    save: (scope: Changeable, key: string, value: unknown): Promise<boolean> =>
      attempt(async () => {
        const saved = await (scope === 'shared' ? link.share : link.keep)(deviceId, { [key]: value });
        const known = all.value.peek();
        if (known) all.set({ ...known, [scope]: saved });
        return null;
      }),
  };
});
type AttributesScreen = InstanceType<typeof AttributesModel>;

/** The attributes of the device by scope; the shared ones can be changed. */
export default function AttributesTab({ device }: TabProps) {
  const model = useModelOf(AttributesModel, device.id);
  return (
    <Loaded of={model.all} skeleton={<Skeleton className="h-40" />}>
      {() => <Scopes model={model} mayChange={mayOn(device, 'devices')} />}
    </Loaded>
  );
}

function Scopes({ model, mayChange }: { model: AttributesScreen; mayChange: boolean }) {
  const all = model.all.value.value;
  if (!all) return null;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
      {SCOPES.map((scope) => (
        <Section key={scope} title={t(`device.attributes.${scope}`)}>
          {scope === 'server' && (
            <p className="mb-2 text-note text-ink-3">{t('device.attributes.server.hint')}</p>
          )}
          {Object.keys(all[scope]).length === 0 && (
            <p className="text-note text-ink-3">{t('device.attributes.none')}</p>
          )}
          <dl>
            {Object.entries(all[scope]).map(([key, value]) => (
              <Fact key={key} name={key}>
                <span className="inline-flex items-center gap-1">
                  <code className="text-xs break-all">{JSON.stringify(value)}</code>
                  {mayChange && isChangeable(scope) && (
                    <IconButton
                      size="sm"
                      label={`${t('device.attributes.remove')} ${key}`}
                      icon={<Trash2 size={14} />}
                      disabled={model.busy.value}
                      onClick={() => void model.save(scope, key, null)}
                    />
                  )}
                </span>
              </Fact>
            ))}
          </dl>
          {mayChange && isChangeable(scope) && <NewAttribute model={model} scope={scope} />}
        </Section>
      ))}
    </div>
  );
}

interface NewAttributeProps {
  model: AttributesScreen;
  scope: Changeable;
}

function NewAttribute({ model, scope }: NewAttributeProps) {
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isMissing = key.trim() === '';
  return (
    <form
      noValidate
      className="mt-3 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isMissing) return;
        void model.save(scope, key.trim(), parseAttribute(text)).then((isSaved) => {
          if (!isSaved) return;
          setKey('');
          setText('');
          setChecked(false);
        });
      }}
    >
      <TextField
        label={t('device.attributes.key')}
        value={key}
        error={isChecked && isMissing ? t('device.attributes.key.required') : null}
        data-testid={`${FIELDS[scope]}-key`}
        onValueChange={setKey}
      />
      <TextField
        label={t('device.attributes.value')}
        hint={t('device.attributes.value.hint')}
        value={text}
        data-testid={`${FIELDS[scope]}-value`}
        onValueChange={setText}
      />
      <Button type="submit" size="sm" busy={model.busy.value} data-testid={`${FIELDS[scope]}-save`}>
        {t('device.attributes.save')}
      </Button>
    </form>
  );
}
