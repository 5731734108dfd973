import { signal } from '@preact/signals-react';
import type { Locale } from '@farm3d/api/validation';
import { describe, expect, it, vi } from 'vitest';
import { createFormModel, type DraftStore } from './form-model.ts';
import type { FormField, FormValues } from './form-types.ts';

const FIELDS: readonly FormField[] = [
  { key: 'name', type: 'text', label: '名称', required: true },
  { key: 'kind', type: 'radio', label: '类型', options: [] },
  { key: 'size', type: 'number', label: '面积', isVisible: ({ kind }) => kind === 'plot' },
  { key: 'on', type: 'switch', label: '启用' },
  { key: 'photos', type: 'image', label: '图片' },
];

function memoryDraft(): DraftStore & { kept: FormValues | null } {
  const store = {
    kept: null as FormValues | null,
    read: () => store.kept,
    write: (values: FormValues | null) => void (store.kept = values),
  };
  return store;
}

const createForm = (draft?: DraftStore, initial?: FormValues) => {
  const locale = signal<Locale>('zh-CN');
  const form = createFormModel({
    fields: () => FIELDS,
    locale,
    draft,
    ...(initial ? { initial } : {}),
    problemOf: (error) => ({ text: String(error), field: 'name' }),
  });
  return { form, locale };
};

describe('a form', () => {
  it('starts with the empty value of each type', () => {
    expect(createForm().form.values.value).toEqual({ name: '', kind: '', size: '', on: false, photos: [] });
  });

  it('shows an error when a field was left or the form submitted, in the present language', async () => {
    const { form, locale } = createForm();
    expect(form.shownErrors.value).toEqual({});
    form.leave('name');
    expect(form.shownErrors.value).toEqual({ name: '请输入名称' });
    locale.value = 'en';
    expect(form.shownErrors.value).toEqual({ name: 'Enter: 名称' });
  });

  it('sends nothing while a field is wrong, and asks for the focus', async () => {
    const { form } = createForm();
    const send = vi.fn(async () => {});
    expect(await form.submit(send)).toBe(false);
    expect(send).not.toHaveBeenCalled();
    expect(form.focusRequest.value).toBe(1);
    expect(form.shownErrors.value).toEqual({ name: '请输入名称' });
  });

  it('neither checks nor sends a hidden field', async () => {
    const { form } = createForm();
    form.set('name', '一号');
    form.set('size', 'wrong');
    let sent: FormValues = {};
    expect(await form.submit(async (values) => void (sent = values))).toBe(true);
    expect(Object.keys(sent)).toEqual(['name', 'kind', 'on', 'photos']);
    form.set('kind', 'plot');
    expect(form.errors.value).toEqual({ size: '请输入正确的数字' });
  });

  it('sends nothing while files are uploaded', async () => {
    const { form } = createForm();
    form.set('name', '一号');
    form.setPending('photos', true);
    expect(await form.submit(async () => {})).toBe(false);
    form.setPending('photos', false);
    expect(await form.submit(async () => {})).toBe(true);
  });

  it('keeps the typed values when the server refuses, and shows the reason at the named field', async () => {
    const { form } = createForm();
    form.set('name', '一号');
    await form.submit(() => Promise.reject(new Error('taken')));
    expect(form.values.value['name']).toBe('一号');
    expect(form.shownErrors.value).toEqual({ name: 'Error: taken' });
    expect(form.isDirty.value).toBe(true);
    form.set('name', '二号');
    expect(form.shownErrors.value).toEqual({});
  });
});

describe('the draft of a form', () => {
  it('keeps unsaved values for the next visit', () => {
    const draft = memoryDraft();
    const { form } = createForm(draft);
    form.set('name', '未保存');
    expect(draft.kept).toMatchObject({ name: '未保存' });
    const again = createForm(draft).form;
    expect(again.isRestored.value).toBe(true);
    expect(again.values.value['name']).toBe('未保存');
  });

  it('ends when the form is saved, discarded, or typed back to what was stored', async () => {
    const draft = memoryDraft();
    const { form } = createForm(draft, { name: '一号' });
    form.set('name', '二号');
    form.set('name', '一号');
    expect(draft.kept).toBeNull();
    form.set('name', '二号');
    await form.submit(async () => {});
    expect(draft.kept).toBeNull();
    form.set('name', '三号');
    form.reset();
    expect(draft.kept).toBeNull();
    expect(form.values.value['name']).toBe('二号');
  });

  it('stays when the server cannot be reached', async () => {
    const draft = memoryDraft();
    const { form } = createForm(draft);
    form.set('name', '未保存');
    await form.submit(() => Promise.reject(new Error('offline')));
    expect(draft.kept).toMatchObject({ name: '未保存' });
  });
});
