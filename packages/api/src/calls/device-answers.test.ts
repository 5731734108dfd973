import { describe, expect, it } from 'vitest';
import { parseWire } from '../wire/codes.ts';
import { WireError } from '../wire/wire-error.ts';
import { device, deviceDetail } from './device-answers.ts';

const wire = {
  id: 'd',
  name: '1号墒情站',
  productModel: 'm',
  productModelCode: 'TQ-3L',
  productTypeCode: 'TQ',
};

describe('a device', () => {
  it('is read without the fields that a server omits', () => {
    expect(parseWire(deviceDetail, wire)).toMatchObject({
      modelPath: null,
      lastActivityAt: null,
      ledScreenWidth: 96,
      ledScreenHeight: 48,
      rejectedCount: 0,
      lastRejection: null,
      received: false,
      rights: [],
    });
  });

  it('has times in epoch milliseconds, sent as ISO text or as a number', () => {
    const at = Date.UTC(2026, 10, 21, 7);
    expect(parseWire(device, { ...wire, lastActivityTime: '2026-11-21T07:00:00.000Z' }).lastActivityAt).toBe(
      at,
    );
    expect(parseWire(device, { ...wire, lastActivityTime: at }).lastActivityAt).toBe(at);
    expect(parseWire(device, { ...wire, lastActivityTime: 'yesterday' }).lastActivityAt).toBeNull();
  });

  it('without a name is refused, and the error names the field', () => {
    expect(() => parseWire(device, { ...wire, name: undefined })).toThrow(WireError);
    expect(() => parseWire(device, { ...wire, name: 7 })).toThrow(/^name/);
  });
});
