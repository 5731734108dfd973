import { describe, expect, it } from 'vitest';
import { FarmError, type FarmErrorCode } from './errors.ts';
import { MESSAGES } from './messages.ts';

describe('FarmError', () => {
  it('has Chinese text by default and English on request', () => {
    const error = new FarmError('model-missing', { path: '/models/a.glb', status: 404 });
    expect(error.message).toBe('模型文件不存在：/models/a.glb（404）');
    expect(error.text('en')).toBe('The model file does not exist: /models/a.glb (404)');
    expect(error).toMatchObject({ name: 'FarmError', details: { path: '/models/a.glb', status: 404 } });
  });

  it('takes the text of the page, the reason in its language and, without a text, the reason', () => {
    const error = new FarmError('model-invalid', { path: 'a.glb', reason: 'bad', 'reason:zh-CN': '坏' });
    expect(error.message).toBe('模型文件无法解析：a.glb（坏）');
    expect(error.text('en')).toBe('The model file cannot be read: a.glb (bad)');
    expect(error.text('en', { 'model-invalid': '{path} is broken{missing}' })).toBe('a.glb is broken');
    // Parts that are loaded later bring their texts along: until then theirs are codes like this one.
    const code = 'of-a-later-part' as FarmErrorCode;
    expect(new FarmError(code, { reason: 'none here' }).message).toBe('none here');
  });

  it('has a text in both languages for every code, with the same placeholders', () => {
    const placeholders = (text: string) =>
      [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();
    for (const [code, text] of Object.entries(MESSAGES['zh-CN'])) {
      expect(placeholders(MESSAGES.en[code as keyof typeof MESSAGES.en]), code).toEqual(placeholders(text));
    }
    expect(Object.keys(MESSAGES.en).sort()).toEqual(Object.keys(MESSAGES['zh-CN']).sort());
  });

  it('returns a FarmError unchanged, recognises an abort and wraps other errors with their cause', () => {
    const own = new FarmError('disposed');
    expect(FarmError.from(own, 'model-invalid')).toBe(own);
    expect(FarmError.from(new DOMException('x', 'AbortError'), 'model-invalid').code).toBe('aborted');
    const cause = new RangeError('bad accessor');
    const wrapped = FarmError.from(cause, 'model-invalid', { path: 'a' });
    expect(wrapped).toMatchObject({
      code: 'model-invalid',
      cause,
      details: { reason: 'bad accessor', path: 'a' },
    });
    const abort = new DOMException('x', 'AbortError');
    expect(FarmError.from(abort, 'model-invalid', { path: 'a' })).toMatchObject({
      cause: abort,
      details: { path: 'a' },
    });
    expect(FarmError.from('text', 'model-invalid')).toMatchObject({
      code: 'model-invalid',
      cause: 'text',
      details: { reason: 'text' },
    });
    expect(FarmError.from({ name: 'AbortError' }, 'model-invalid').code).toBe('model-invalid');
    expect(FarmError.from(cause, 'model-invalid', { reason: 'its own' }).details['reason']).toBe('its own');
  });
});
