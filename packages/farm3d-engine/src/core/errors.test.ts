import { describe, expect, it } from 'vitest';
import { FarmError } from './errors.ts';
import { MESSAGES } from './messages.ts';

describe('FarmError', () => {
  it('has Chinese text by default and English on request', () => {
    const error = new FarmError('model-missing', { path: '/models/a.glb', status: 404 });
    expect(error.message).toBe('模型文件不存在：/models/a.glb（404）');
    expect(error.text('en')).toBe('The model file does not exist: /models/a.glb (404)');
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
  });
});
