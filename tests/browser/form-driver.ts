import type { Browser, BrowserContext } from 'puppeteer';
import type { FormValues } from '@farm3d/ui';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { servePage, type PageServer } from './pages/page-server.ts';

interface FormWindow extends Window {
  control: {
    network: 'fine' | 'down' | 'refusing' | 'waiting';
    locale: { value: 'zh-CN' | 'en' };
    go: (() => void)[];
    sent: FormValues[];
    previews: { size: number; type: string }[];
  };
}

export interface FormPage {
  person: Person;
  /** Opens the form with these fields of `pages/form/schema.ts` only. */
  open: (fields: string, locale?: 'zh-CN' | 'en') => Promise<void>;
  setNetwork: (network: FormWindow['control']['network']) => Promise<void>;
  /** Ends the uploads that wait. */
  letUploadsEnd: () => Promise<void>;
  /** Values of the last submission. */
  sent: () => Promise<FormValues | undefined>;
  previews: () => Promise<{ size: number; type: string }[]>;
  /** Text of the error that is shown at a field. */
  errorOf: (key: string) => Promise<string | null>;
}

/** A page with a generic form, a new one for every test. */
export function useFormPage(): FormPage {
  let server: PageServer;
  let browser: Browser;
  let context: BrowserContext;
  const form = {} as FormPage;

  beforeAll(async () => {
    server = await servePage('form', { components: true });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 900, height: 900 });
    const person = new Person(page, server.url.replace(/\/$/, ''));
    Object.assign(form, {
      person,
      open: async (fields: string, locale = 'zh-CN') => {
        await person.open(`/index.html?fields=${fields}&locale=${locale}`);
        await person.see('form');
      },
      setNetwork: (network: FormWindow['control']['network']) =>
        page.evaluate((next) => {
          (window as unknown as FormWindow).control.network = next;
        }, network),
      letUploadsEnd: () =>
        page.evaluate(() => {
          const { control } = window as unknown as FormWindow;
          control.network = 'fine';
          for (const end of control.go.splice(0)) end();
        }),
      sent: () => page.evaluate(() => (window as unknown as FormWindow).control.sent.at(-1)),
      previews: () => page.evaluate(() => (window as unknown as FormWindow).control.previews),
      errorOf: (key: string) =>
        page.evaluate((testId) => {
          const field = document.querySelector(`[data-testid="${testId}"]`)?.closest('.min-w-0');
          return field?.querySelector('[role="alert"]')?.textContent?.trim() ?? null;
        }, `field-${key}`),
    } satisfies FormPage);
  });
  afterEach(async () => {
    await context.close();
  });
  return form;
}
