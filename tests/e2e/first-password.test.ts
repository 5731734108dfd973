import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { PATIENCE_MS } from '../support/wait.ts';

// The first login with the password that the server made and printed.

const CHOSEN = 'tractor on the hill';

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ env: { FARM3D_ADMIN_PASSWORD: '' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('the first password is changed before any page opens, by keyboard alone, with errors at their fields', async () => {
  const first = /^log in as admin, password: (\S+)$/m.exec(server.output())?.[1] ?? '';
  const person = new Person(await browser.newPage(), server.baseUrl);
  const { keyboard } = person.page;
  const alerts = () =>
    person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent?.trim()));
  const expectAlerts = (...texts: string[]) => expect.poll(alerts, { timeout: PATIENCE_MS }).toEqual(texts);
  const submit = async (): Promise<void> => {
    await person.reach(Person.selector('password-submit'));
    await keyboard.press('Enter');
  };

  /** Whether the page takes Ctrl-K from the browser. */
  const takesShortcut = () =>
    person.page.evaluate(
      () => !dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true })),
    );

  // Then the requested page opens.
  await person.open('/iotManagement/devices');
  await person.focusIsAt('login-username');
  await keyboard.type('admin');
  await person.reach(Person.selector('login-password'));
  await keyboard.type(first);
  await keyboard.press('Enter');
  await person.focusIsAt('password-current');
  // The command palette leads nowhere before.
  expect(await takesShortcut()).toBe(false);
  await submit();
  await expectAlerts('请输入密码', '密码至少15个字符，可以是一句话');

  await person.focusIsAt('password-current');
  await keyboard.type('not the first one');
  await person.reach(Person.selector('password-new'));
  await keyboard.type('password1234567890');
  await keyboard.press('Enter');
  await expectAlerts('密码过于常见，请换一个');
  await person.focusIsAt('password-new');

  // The page is in English from here on.
  await person.click('language-menu');
  await person.page.locator('::-p-text(English)').click();
  await person.type('password-new', CHOSEN);
  await submit();
  await expectAlerts('The old password is wrong');
  await person.focusIsAt('password-current');

  // A reload shows the same page.
  await person.page.reload();
  await person.focusIsAt('password-current');
  await keyboard.type(first);
  await person.reach(Person.selector('password-new'));
  await keyboard.type(CHOSEN);
  await keyboard.press('Enter');
  await person.see('devices-empty');
  expect(person.page.url()).toContain('/iotManagement/devices');
  await person.page.reload();
  await person.see('devices-empty');
  expect(await takesShortcut()).toBe(true);
  expect(person.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});

test('a new installation asks for language, organisation and place, and leads to the first device', async () => {
  const fresh = await startServer({ env: { FARM3D_ADMIN_PASSWORD: '' }, demo: false });
  try {
    const first = /^log in as admin, password: (\S+)$/m.exec(fresh.output())?.[1] ?? '';
    const person = new Person(await (await browser.createBrowserContext()).newPage(), fresh.baseUrl);
    await person.open('/app');
    await person.type('login-username', 'admin');
    await person.type('login-password', first);
    await person.click('login-submit');
    await person.type('password-current', first);
    await person.type('password-new', CHOSEN);
    await person.click('password-submit');
    await person.see('start', { 'data-step': 'language' });
    expect(await seriousFaults(person.page)).toEqual([]);
    await person.click('display-language', { 'data-value': 'en' });
    await person.click('display-units', { 'data-value': 'imperial' });
    await person.type('field-name', 'Hill farm');
    await person.click('start-next');
    await person.see('start', { 'data-step': 'place' });
    await person.click('start-next');
    // Without a place nothing is sent; the step can be skipped.
    await person.see('start', { 'data-step': 'place' });
    await person.click('start-skip');
    await person.see('start', { 'data-step': 'device' });
    await person.click('start-device');
    await person.see('device-create');
    const [organisation] = await fresh.sql<{ name: string }>('select name from organisation');
    expect(organisation?.name).toBe('Hill farm');
  } finally {
    await fresh.stop();
  }
});
