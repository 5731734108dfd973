import { describe, expect, it } from 'vitest';
import { productModelProblems, readProductModel, type ProductModelDraft } from '@farm3d/api';
import { bodyOf, EMPTY_MODEL, emptyPart, formOf, isSingle, renamed } from './product-model-draft.ts';

const exported: ProductModelDraft = {
  productModelCode: 'LEAF-1',
  name: '叶面湿度计',
  nameEn: 'Leaf wetness sensor',
  productTypeCode: 'YM',
  productModelPic: null,
  scene3dModelSnape: '/models/soil-probe.glb',
  state: 'active',
  reportingInterval: 300,
  undeclaredCommands: false,
  attributes: [
    {
      identify: 'leafWetness',
      name: '叶面湿度',
      nameEn: 'Leaf wetness',
      type: '0',
      state: 0,
      parameters: [
        {
          parameterEnName: 'leafWetness',
          parameterName: '叶面湿度',
          labelEn: '',
          parameterType: 'NUMERIC',
          unit: '%',
          min: 0,
          max: 100.5,
          optional: false,
        },
      ],
      associationStates: [],
    },
  ],
};

describe('the product model of the editor', () => {
  it('is sent back unchanged, with disabled parts and in the same order', () => {
    const read = readProductModel({ ...exported, alarmTemplates: [] });
    if (!read) throw new Error('it was not read');
    const form = formOf(read, { picture: null, modelPath: '/models/soil-probe.glb' });
    expect(form.parts[0]).toMatchObject({ enabled: false, parameters: [{ min: '0', max: '100.5' }] });
    expect(bodyOf(form)).toEqual(exported);
  });

  it('renames the only value of a part together with it', () => {
    const part = renamed(emptyPart('0'), { identify: 'ec', name: '电导率' });
    expect(isSingle(part)).toBe(true);
    expect(part.parameters).toMatchObject([{ key: 'ec', name: '电导率', nameEn: '' }]);
    const two = { ...part, parameters: [...part.parameters, { ...part.parameters[0]!, key: 'other' }] };
    expect(renamed(two, { identify: 'ph' }).parameters.map(({ key }) => key)).toEqual(['ec', 'other']);
  });

  it('is checked by the rules of the server, each problem at its field', () => {
    const parts = [emptyPart('0'), { ...emptyPart('1'), identify: 'open', name: '开', states: ['valve'] }];
    expect(Object.keys(productModelProblems(bodyOf({ ...EMPTY_MODEL, parts }), 'en')).toSorted()).toEqual([
      'attributes.0.identify',
      'attributes.0.name',
      'attributes.0.parameters.0.parameterEnName',
      'attributes.1.associationStates',
      'name',
      'productModelCode',
      'productTypeCode',
    ]);
    const range = renamed(emptyPart('0'), { identify: 'a', name: '甲' });
    const upsideDown = { ...range, parameters: [{ ...range.parameters[0]!, min: '2', max: '1' }] };
    const body = bodyOf({
      ...EMPTY_MODEL,
      code: 'A',
      name: '甲',
      productTypeCode: 'QT',
      parts: [upsideDown],
    });
    expect(productModelProblems(body, 'zh-CN')).toEqual({
      'attributes.0.parameters.0.max': '最大值不能小于最小值',
    });
  });
});
