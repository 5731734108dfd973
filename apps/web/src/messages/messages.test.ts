import { expect, test } from 'vitest';
import { setLocale, t } from '../platform/locale.ts';
import { agronomyEn } from './agronomy.en.ts';
import { agronomyZhCN } from './agronomy.zh-CN.ts';
import { alarmsEn } from './alarms.en.ts';
import { alarmsZhCN } from './alarms.zh-CN.ts';
import { commandResultEn } from './command-result.en.ts';
import { commandResultZhCN } from './command-result.zh-CN.ts';
import { bulkEn } from './bulk.en.ts';
import { bulkZhCN } from './bulk.zh-CN.ts';
import { groupsEn } from './groups.en.ts';
import { groupsZhCN } from './groups.zh-CN.ts';
import { linkagesEn } from './linkages.en.ts';
import { linkagesZhCN } from './linkages.zh-CN.ts';
import { filesEn } from './files.en.ts';
import { filesZhCN } from './files.zh-CN.ts';
import { helpEn } from './help.en.ts';
import { helpZhCN } from './help.zh-CN.ts';
import { homeEn } from './home.en.ts';
import { homeZhCN } from './home.zh-CN.ts';
import { rulesEn } from './rules.en.ts';
import { rulesZhCN } from './rules.zh-CN.ts';
import { en as coreEn } from './en.ts';
import { paletteEn } from './palette.en.ts';
import { paletteZhCN } from './palette.zh-CN.ts';
import { panelEn } from './panel.en.ts';
import { panelZhCN } from './panel.zh-CN.ts';
import { productModelsEn } from './product-models.en.ts';
import { productModelsZhCN } from './product-models.zh-CN.ts';
import { passwordEn } from './password.en.ts';
import { passwordZhCN } from './password.zh-CN.ts';
import { profileEn } from './profile.en.ts';
import { profileZhCN } from './profile.zh-CN.ts';
import { regionEn } from './region.en.ts';
import { regionZhCN } from './region.zh-CN.ts';
import { formEn } from './form.en.ts';
import { formZhCN } from './form.zh-CN.ts';
import { imageEn } from './image.en.ts';
import { imageZhCN } from './image.zh-CN.ts';
import { zhCN as coreZhCN } from './zh-CN.ts';
import { deviceEn } from './device.en.ts';
import { deviceZhCN } from './device.zh-CN.ts';
import { deviceAddingEn } from './device-adding.en.ts';
import { deviceAddingZhCN } from './device-adding.zh-CN.ts';
import { devicesEn } from './devices.en.ts';
import { devicesZhCN } from './devices.zh-CN.ts';
import { sceneListEn } from './scene-list.en.ts';
import { sceneListZhCN } from './scene-list.zh-CN.ts';
import { statisticsEn } from './statistics.en.ts';
import { statisticsZhCN } from './statistics.zh-CN.ts';
import { accessEn } from './access.en.ts';
import { accessZhCN } from './access.zh-CN.ts';
import { healthEn } from './health.en.ts';
import { healthZhCN } from './health.zh-CN.ts';
import { organisationDataEn } from './organisation-data.en.ts';
import { organisationDataZhCN } from './organisation-data.zh-CN.ts';
import { newPasswordEn } from './new-password.en.ts';
import { newPasswordZhCN } from './new-password.zh-CN.ts';
import { invitationEn } from './invitation.en.ts';
import { invitationZhCN } from './invitation.zh-CN.ts';
import { invitationsEn } from './invitations.en.ts';
import { invitationsZhCN } from './invitations.zh-CN.ts';
import { organisationsEn } from './organisations.en.ts';
import { organisationsZhCN } from './organisations.zh-CN.ts';
import { workplacesEn } from './workplaces.en.ts';
import { workplacesZhCN } from './workplaces.zh-CN.ts';
import { startEn } from './start.en.ts';
import { startZhCN } from './start.zh-CN.ts';
import { rolesEn } from './roles.en.ts';
import { rolesZhCN } from './roles.zh-CN.ts';
import { departmentsEn } from './departments.en.ts';
import { departmentsZhCN } from './departments.zh-CN.ts';
import { usersEn } from './users.en.ts';
import { usersZhCN } from './users.zh-CN.ts';
import { workOrdersEn } from './work-orders.en.ts';
import { workOrdersZhCN } from './work-orders.zh-CN.ts';
import { editEn } from './edit.en.ts';
import { editZhCN } from './edit.zh-CN.ts';

const zhCN = {
  ...coreZhCN,
  ...alarmsZhCN,
  ...bulkZhCN,
  ...commandResultZhCN,
  ...groupsZhCN,
  ...linkagesZhCN,
  ...filesZhCN,
  ...helpZhCN,
  ...homeZhCN,
  ...rulesZhCN,
  ...devicesZhCN,
  ...passwordZhCN,
  ...deviceZhCN,
  ...deviceAddingZhCN,
  ...agronomyZhCN,
  ...editZhCN,
  ...formZhCN,
  ...paletteZhCN,
  ...panelZhCN,
  ...imageZhCN,
  ...productModelsZhCN,
  ...profileZhCN,
  ...regionZhCN,
  ...sceneListZhCN,
  ...statisticsZhCN,
  ...departmentsZhCN,
  ...rolesZhCN,
  ...startZhCN,
  ...usersZhCN,
  ...workOrdersZhCN,
  ...workplacesZhCN,
  ...accessZhCN,
  ...healthZhCN,
  ...organisationDataZhCN,
  ...newPasswordZhCN,
  ...invitationZhCN,
  ...invitationsZhCN,
  ...organisationsZhCN,
};
const en = {
  ...coreEn,
  ...alarmsEn,
  ...bulkEn,
  ...commandResultEn,
  ...groupsEn,
  ...linkagesEn,
  ...filesEn,
  ...helpEn,
  ...homeEn,
  ...rulesEn,
  ...devicesEn,
  ...passwordEn,
  ...deviceEn,
  ...deviceAddingEn,
  ...agronomyEn,
  ...editEn,
  ...formEn,
  ...paletteEn,
  ...panelEn,
  ...imageEn,
  ...productModelsEn,
  ...profileEn,
  ...regionEn,
  ...sceneListEn,
  ...statisticsEn,
  ...departmentsEn,
  ...rolesEn,
  ...startEn,
  ...usersEn,
  ...workOrdersEn,
  ...workplacesEn,
  ...accessEn,
  ...healthEn,
  ...organisationDataEn,
  ...newPasswordEn,
  ...invitationEn,
  ...invitationsEn,
  ...organisationsEn,
};
const keys = Object.keys(zhCN) as (keyof typeof zhCN)[];
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted((a, b) => a.localeCompare(b));

test('every text has the same placeholders in both languages', () => {
  const different = keys.filter((key) => String(placeholders(zhCN[key])) !== String(placeholders(en[key])));
  expect(different).toEqual([]);
});

test('every plural form has its number', async () => {
  await setLocale('en');
  try {
    expect([0, 1, 2].map((n) => t('scenes.devices', { n }))).toEqual(['0 devices', '1 device', '2 devices']);
  } finally {
    await setLocale('zh-CN');
  }
  const wrong = keys.filter((key) =>
    [...en[key].matchAll(/\{(\w+)\|/g)].some(([, name]) => !placeholders(zhCN[key]).includes(name ?? '')),
  );
  expect(wrong).toEqual([]);
  // A placeholder within a form would stand as it is.
  const unfilled = keys.filter((key) =>
    [zhCN[key], en[key]].some((text) => /[{}]/.test(text.replaceAll(/\{\w+(?:\|[^|{}]*\|[^|{}]*)?\}/g, ''))),
  );
  expect(unfilled).toEqual([]);
  // Without forms a number of one would read 'one things'.
  const bare = keys.filter((key) =>
    /\{\w+\} (?:days|devices|alarms|things|files|points|scenes|regions)\b/.test(en[key]),
  );
  expect(bare).toEqual([]);
});

test('no text is empty or in the wrong language', () => {
  expect(keys.filter((key) => zhCN[key].trim() === '' || en[key].trim() === '')).toEqual([]);
  expect(keys.filter((key) => /\p{Script=Han}/u.test(en[key]))).toEqual([]);
  const sameInBoth = keys.filter((key) => zhCN[key] === en[key]);
  expect(sameInBoth).toEqual([]);
});

test('the texts of the specification are exact', () => {
  expect(zhCN['scene.saved']).toBe('保存成功！');
  expect(zhCN['scene.deleted']).toBe('删除成功！');
  expect(zhCN['scene.delete.message']).toBe('此操作将永久删除该场景, 是否继续?');
  expect(zhCN['scene.deleteCancelled']).toBe('已取消删除');
  expect(zhCN['scene.loading.device']).toBe('{name}加载中');
  expect(zhCN['image.failed']).toBe('文件上传失败！');
  expect(zhCN['image.tooLarge']).toBe('上传文件大小不能超过 20MB!');
  expect(zhCN['image.limit']).toBe('当前最大上传{n}个,还能上传{m}个');
  expect(zhCN['image.remove.message']).toBe('确认要删除 {name} 图片吗?');
  expect([zhCN['image.remove.title'], zhCN['image.broken']]).toEqual(['警告', '加载失败']);
  expect([zhCN['common.prompt'], zhCN['common.confirm'], zhCN['common.cancel']]).toEqual([
    '提示',
    '确定',
    '取消',
  ]);
});
