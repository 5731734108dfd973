// Second tier (page): each field of a form
import { describe, expect, test } from 'vitest';
import { useFormPage } from './form-driver.ts';

const form = useFormPage();

/** Types a text and leaves the field; the messages of the specification (§5) byte for byte. */
const WRONG: readonly (readonly [key: string, typed: string, message: string])[] = [
  ['name', ' ', '请输入名称'],
  ['mobile', '12000000000', '请输入正确的联系方式'],
  ['telephone', '123456', '请输入正确的联系方式'],
  ['email', 'a@b', '请输入正确的电子邮箱'],
  ['identity', '119999197409124780', '请输入正确的身份证'],
  ['chinese', 'abc', '请输入中文字符'],
  ['amount', '2147483648', '请输入小于2147483647的数字'],
  ['amount', 'abc', '请输入正确的数字'],
  ['count', '1.5', '请输入整数'],
  ['count', '100000000', '不能超过最大值99999999'],
  ['weight', '1.256', '最多输入两位小数'],
  ['weight', '101', '不能超过最大值100'],
];

describe('a field of the form', () => {
  test('shows an error when it is left, and hides it when the value is valid', async () => {
    await form.open('name,mobile,telephone,email,identity,chinese,amount,count,weight');
    const { person } = form;
    for (const [key, typed, message] of WRONG) {
      await person.type(`field-${key}`, typed);
      expect([key, typed, await form.errorOf(key)].slice(0, 2)).toEqual([key, typed]);
      await person.page.keyboard.press('Tab');
      await person.page.waitForFunction(
        (testId, wanted) =>
          document
            .querySelector(`[data-testid="${testId}"]`)
            ?.closest('.min-w-0')
            ?.querySelector('[role="alert"]')?.textContent === wanted,
        {},
        `field-${key}`,
        message,
      );
    }
    await person.type('field-mobile', '13000000000');
    await person.page.keyboard.press('Tab');
    expect(await form.errorOf('mobile')).toBeNull();
  });

  test('takes digits, one point and a minus as a number; what is no number becomes 0, empty stays empty', async () => {
    await form.open('weight,count');
    const { person } = form;
    const valueOf = () =>
      person.page.$eval('[data-testid="field-weight"]', (field) => (field as HTMLInputElement).value);
    await person.type('field-weight', '1a2..5');
    expect(await valueOf()).toBe('12.5');
    await person.type('field-weight', '-');
    await person.page.keyboard.press('Tab');
    expect(await valueOf()).toBe('0');
    await person.page.click('[data-testid="field-weight"]', { count: 3 });
    await person.page.keyboard.press('Backspace');
    await person.page.keyboard.press('Tab');
    expect(await valueOf()).toBe('');
  });
});

describe('a form', () => {
  test('with errors shows their number, shows each at its field and moves the focus to the first', async () => {
    await form.open('name,kind,colourful,area,proof');
    const { person } = form;
    await person.click('submit');
    expect(await person.read('form-problem')).toBe('有 5 处需要修改');
    expect(
      await Promise.all(['name', 'kind', 'colourful', 'area', 'proof'].map((key) => form.errorOf(key))),
    ).toEqual(['请输入名称', '请选择类型', '请选择等级', '请选择地区', '请选择证明材料']);
    await person.focusIsAt('field-name');
    expect(await form.sent()).toBeUndefined();
  });

  test('is submitted by a press on its button, also where the error of the field that is left moves it', async () => {
    await form.open('count');
    const { person } = form;
    await person.type('field-count', '1.5');
    const { x, y } = await person.whereIs('submit');
    await person.page.mouse.click(x, y);
    expect(await person.read('form-problem')).toBe('有 1 处需要修改');
  });

  test('is filled by keyboard alone and sent', async () => {
    await form.open('name,kind,colourful,on,day');
    const { person } = form;
    const press = async (...keys: Parameters<typeof person.page.keyboard.press>[0][]): Promise<void> => {
      for (const key of keys) await person.page.keyboard.press(key);
    };
    await person.reach('[data-testid="field-name"]');
    await person.page.keyboard.type('一号棚');
    await press('Tab', 'Space');
    await person.see('field-kind-option', { 'data-value': '2' });
    await press('ArrowDown', 'Enter');
    await person.seeNo('field-kind-option');
    await person.reach('[data-testid="field-colourful-option"]');
    await press('Space', 'ArrowRight');
    await person.reach('[data-testid="field-on"]');
    await press('Space');
    await person.reach('[data-testid="submit"]');
    await press('Enter');
    await person.page.waitForFunction(() => document.querySelector('form')?.dataset['dirty'] === 'false');
    expect(await form.sent()).toEqual({ name: '一号棚', kind: '2', colourful: '2', on: true, day: '' });
  });

  test('keeps at most six entries of a list, with a warning', async () => {
    await form.open('kinds');
    const { person } = form;
    await person.click('field-kinds');
    for (let at = 1; at <= 7; at += 1) await person.click('field-kinds-option', { 'data-value': `${at}` });
    await person.page.keyboard.press('Escape');
    expect(await form.errorOf('kinds')).toBe('最多只能选择6个！');
    await person.click('submit');
    await person.page.waitForFunction(() => document.querySelector('form')?.dataset['dirty'] === 'false');
    expect(await form.sent()).toEqual({ kinds: ['1', '2', '3', '4', '5', '6'] });
  });

  test('that is not saved is there again after a reload, and can be discarded', async () => {
    await form.open('name,about,kind');
    const { person } = form;
    await person.type('field-about', '还没有保存');
    await person.page.reload();
    expect(await person.read('form-restored')).toContain('已恢复上次未保存的内容');
    expect(
      await person.page.$eval('[data-testid="field-about"]', (field) => (field as HTMLTextAreaElement).value),
    ).toBe('还没有保存');
    await person.click('form-discard');
    await person.seeNo('form-restored');
    await person.page.reload();
    await person.see('form');
    await person.seeNo('form-restored');
  });

  test('keeps everything when the network is lost, and is sent when it is back', async () => {
    await form.open('name');
    const { person } = form;
    await person.type('field-name', '一号棚');
    await form.setNetwork('down');
    await person.click('submit');
    expect(await person.read('form-problem')).toBe('网络连接失败');
    await form.setNetwork('fine');
    await person.click('submit');
    await person.seeNo('form-problem');
    expect(await form.sent()).toEqual({ name: '一号棚' });
  });

  test('shows its errors in the new language after a change', async () => {
    await form.open('name', 'en');
    const { person } = form;
    await person.click('submit');
    expect(await form.errorOf('name')).toBe('Enter: 名称');
    await person.page.evaluate(() => {
      (window as unknown as { control: { locale: { value: string } } }).control.locale.value = 'zh-CN';
    });
    await person.page.waitForFunction(() => document.body.textContent?.includes('请输入名称'));
  });
});

describe('an area', () => {
  test('is chosen level by level, all five, by pointer', async () => {
    await form.open('area');
    const { person } = form;
    await person.click('field-area');
    for (const code of ['370000000000', '370700000000', '370783000000', '370783101000'])
      await person.click('area-open', { 'data-code': code });
    await person.click('area-option', { 'data-code': '370783101201' });
    expect(await person.read('field-area')).toBe('山东省 / 潍坊市 / 寿光市 / 侯镇 / 一村');
  });

  test('is chosen by keys; a municipality has districts and no city', async () => {
    await form.open('area');
    const { person } = form;
    await person.reach('[data-testid="field-area"]');
    await person.page.keyboard.press('Enter');
    await person.see('area-option', { 'data-code': '110000000000' });
    await person.reach('[data-testid="area-list"]');
    await person.page.keyboard.press('ArrowRight');
    await person.see('area-option', { 'data-code': '110101000000' });
    await person.page.keyboard.press('Enter');
    expect(await person.read('field-area')).toBe('北京市 / 东城区');
  });

  test('of several is refused above the limit', async () => {
    await form.open('areas');
    const { person } = form;
    await person.click('field-areas');
    for (const code of ['110000000000', '370000000000', '420000000000'])
      await person.click('area-option', { 'data-code': code });
    expect(await person.read('area-warning')).toBe('最多只能选择2个！');
    await person.click('area-done');
    await person.click('submit');
    await person.page.waitForFunction(() => document.querySelector('form')?.dataset['dirty'] === 'false');
    expect(await form.sent()).toEqual({ areas: ['110000000000', '370000000000'] });
  });

  test('of several says what is too many in values that were kept', async () => {
    await form.open('areas');
    const { page } = form.person;
    const kept = JSON.stringify({ areas: ['110000000000', '370000000000', '420000000000'] });
    await page.evaluate((values) => localStorage.setItem('draft', values), kept);
    await page.reload();
    await form.person.click('submit');
    await form.person.see('form-problem');
    expect(await form.errorOf('areas')).toBe('最多支持选择2项');
  });

  test('is found by name', async () => {
    await form.open('area');
    const { person } = form;
    await person.click('field-area');
    await person.type('area-search', '潍坊');
    await person.click('area-option', { 'data-code': '370700000000' });
    expect(await person.read('field-area')).toBe('山东省 / 潍坊市');
  });

  test('has an empty list when the fetch fails', async () => {
    await form.open('area');
    await form.setNetwork('down');
    await form.person.click('field-area');
    await form.person.see('area-empty');
    expect(form.person.complaints).toEqual([]);
  });
});
