import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { effect } from '@preact/signals-react';
import { createFormModel, GenericForm, type FormValues } from '@farm3d/ui';
import { FIELDS } from './schema.ts';
import { control, services } from './services.ts';

const DRAFT = 'draft';
/** Only these fields, when the address names them: `?fields=name,kind`. */
const wanted = new URLSearchParams(location.search).get('fields')?.split(',');

const model = createFormModel({
  fields: () => FIELDS.filter(({ key }) => wanted?.includes(key) ?? true),
  locale: control.locale,
  draft: {
    read: () => JSON.parse(localStorage.getItem(DRAFT) ?? 'null') as FormValues | null,
    write: (values) => {
      if (values === null) localStorage.removeItem(DRAFT);
      else localStorage.setItem(DRAFT, JSON.stringify(values));
    },
  },
  problemOf: () => ({ text: '网络连接失败' }),
});
Object.assign(window, { control, model });

const root = createRoot(document.getElementById('root')!);
effect(() => {
  root.render(
    createElement(
      GenericForm,
      {
        id: 'form',
        model,
        services: services(),
        testId: 'form',
        send: async (values: FormValues) => {
          if (control.network === 'down') throw new TypeError('no network');
          control.sent.push(structuredClone(values));
        },
      },
      createElement('button', { type: 'submit', 'data-testid': 'submit', className: 'h-11 px-4' }, '提交'),
    ),
  );
});
