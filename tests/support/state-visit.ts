import type { Browser, HTTPRequest } from 'puppeteer';
import type { Device, Scene } from '@farm3d/api';
import { launchBrowser } from './browser.ts';
import { nameFarm, type NamedFarm } from './named-farm.ts';
import { Person } from './person.ts';
import { startServer, type RunningServer } from './server.ts';
import { HOME, StateWalk } from './state-walk.ts';
import { waitFor } from './wait.ts';

/** Texts of the demo farm's data: of its LED board, and of its simulated territory. */
const WRITTEN = ['示范农场', '番茄温室', '棉原省', '麦浪省', '茶丘省', '葵海省', '果岭省', '稻香省'];

/** Attributes of an element of a device. */
export const row = ({ id }: { id: string }) => ({ 'data-device-id': id });

/** A walk through states of the screens with the demo farm, and the steps that lead from one to the next. */
export class StateVisit {
  readonly server: RunningServer;
  readonly farm: NamedFarm;
  readonly person: Person;
  readonly walk: StateWalk;
  readonly #browser: Browser;

  private constructor(
    server: RunningServer,
    farm: NamedFarm,
    browser: Browser,
    person: Person,
    walk: StateWalk,
  ) {
    this.server = server;
    this.farm = farm;
    this.#browser = browser;
    this.person = person;
    this.walk = walk;
  }

  static async begin(): Promise<StateVisit> {
    const server = await startServer({ demo: true });
    const farm = await nameFarm(server);
    const browser = await launchBrowser();
    const page = await browser.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.setViewport({ width: HOME.width, height: HOME.height });
    const person = new Person(page, server.baseUrl);
    return new StateVisit(server, farm, browser, person, await StateWalk.begin(person, WRITTEN));
  }

  async end(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
  }

  /** The faults that were found since the last call. */
  readonly found = (): string[] => this.walk.faults.splice(0);

  /** A test of a file may run alone: logs in unless a page is open. */
  readonly logInOnce = async (): Promise<void> => {
    if (this.person.page.url() === 'about:blank') await this.person.logIn(this.server.adminPassword);
  };

  /** Opens a page by its path and waits for its first element. */
  readonly openPage = async (path: string, testId: string): Promise<void> => {
    await this.person.open(path);
    await this.person.see(testId);
  };

  /** Clicks a button by script: pointer interaction is tested in other files. */
  readonly press = async (testId: string, attributes?: Record<string, string>): Promise<void> => {
    await (await this.person.see(testId, attributes)).evaluate((element) => (element as HTMLElement).click());
  };

  /** Types until the field contains the text: after a resize a click may miss. */
  readonly fill = async (
    testId: string,
    text: string,
    attributes?: Record<string, string>,
  ): Promise<void> => {
    const { person } = this;
    await waitFor(
      async () => {
        await person.type(testId, text, attributes);
        return (await person.see(testId, attributes)).evaluate(
          (field, wanted) => (field as HTMLInputElement).value === wanted,
          text,
        );
      },
      { what: `${testId} to hold ${text}` },
    );
  };

  readonly openScene = async ({ id }: Pick<Scene, 'id'>): Promise<void> => {
    await this.logInOnce();
    await this.openPage(`/scene?sceneId=${id}&quality=low`, 'scene-canvas');
    await this.person.seeNo('loading-overlay');
  };

  /** Continues on the page of the previous test. */
  readonly goOn = async (scene: Scene): Promise<void> => {
    if (!this.person.page.url().includes(scene.id)) await this.openScene(scene);
  };

  /** Runs `work` while some requests get no response; pending ones fail at the end. */
  readonly without = async (
    isHeld: (request: HTTPRequest) => boolean,
    work: (heldRequests: HTTPRequest[]) => Promise<void>,
  ): Promise<void> => {
    const { page } = this.person;
    const heldRequests: HTTPRequest[] = [];
    const take = (request: HTTPRequest): void => {
      if (!isHeld(request)) void request.continue();
      else if (request.method() === 'GET') heldRequests.push(request);
      else void request.abort();
    };
    await page.setRequestInterception(true);
    page.on('request', take);
    try {
      await work(heldRequests);
    } finally {
      for (const request of heldRequests) await request.abort();
      const ended = page.setRequestInterception(false);
      page.off('request', take);
      await ended;
    }
  };

  /** Opens a page while the calls whose address contains `part` fail, and checks what it says. */
  readonly failing = async (path: string, part: string, state: string): Promise<void> => {
    const { person, walk } = this;
    await this.without(
      (request) => request.url().includes(part),
      async (heldRequests) => {
        await person.open(path);
        // Also those of a page that is mounted a second time while it waits for its texts.
        await waitFor(
          async () => {
            for (const request of heldRequests.splice(0)) await request.abort();
            return person.page.$('main [role="alert"]');
          },
          { what: `the error of ${part}` },
        );
        await walk.state(state);
      },
    );
  };

  readonly noDialog = async (): Promise<void> => {
    await this.person.page.waitForFunction(
      () => !document.querySelector('[role="dialog"], [role="alertdialog"]'),
    );
  };

  readonly closeDialog = async (): Promise<void> => {
    await this.person.page.keyboard.press('Escape');
    await this.noDialog();
  };

  /** Presses a button of a device's card. */
  readonly card = (device: Device, label: string): Promise<void> =>
    this.person.page.$eval(`${Person.selector('info-card', row(device))} [aria-label="${label}"]`, (button) =>
      (button as HTMLElement).click(),
    );

  /** Opens a dialog by its button and checks it. */
  readonly dialog = async (button: string, shown: string, state: string, onWall = false): Promise<void> => {
    await this.press(button);
    await this.person.see(shown);
    await this.walk.state(state, { onWall });
  };
}
