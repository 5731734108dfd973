import type { ApiClient, Device, Scene } from '@farm3d/api';
import type { Browser, Viewport } from 'puppeteer';
import { launchBrowser } from './browser.ts';
import { clearScenes, layoutOf } from './layout.ts';
import { Person } from './person.ts';
import { startServer, type RunningServer } from './server.ts';

/** One product of each kind that the scene page handles differently. */
const PRODUCTS = ['TQ-3L', 'QX-9', 'SB-7.5', 'LED-P10', 'SP-DH2'] as const;

/** Removes the skins of the demo farm. */
export async function clearSkins(api: ApiClient): Promise<void> {
  for (const { id } of (await api.organisation.plotSkins()).items) await api.organisation.removePlotSkin(id);
}

/** A user at the scene page of one greenhouse, with the real server and its simulated devices. */
export class SceneVisit {
  readonly #server: RunningServer;
  readonly #browser: Browser;
  readonly person: Person;
  readonly api: ApiClient;
  readonly devices: readonly Device[];
  readonly scene: Scene;

  private constructor(
    server: RunningServer,
    browser: Browser,
    person: Person,
    api: ApiClient,
    devices: Device[],
    scene: Scene,
  ) {
    this.#server = server;
    this.#browser = browser;
    this.person = person;
    this.api = api;
    this.devices = devices;
    this.scene = scene;
  }

  /**
   * Opens the page, logged in, with this viewport. Under reduced motion: flights of the camera and sliding
   * bars end at once.
   */
  static async begin(viewport: Viewport): Promise<SceneVisit> {
    const server = await startServer({ demo: true });
    const api = await server.client();
    const devices = (await api.devices.list({ pageSize: 50 })).items;
    await clearSkins(api);
    await api.organisation.createPlotSkin({ name: '草地', url: '/models/crop-lettuce-head.webp' });
    await clearScenes(api);
    const scene = await makeScene(api, devices);
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    // A quarter of the pixels, which are drawn in software; sizes in CSS px are those of the viewport.
    await page.setViewport({ ...viewport, deviceScaleFactor: 0.5 });
    const person = new Person(page, server.baseUrl);
    // Reloading with unsaved work opens a dialog of the browser.
    page.on('dialog', (dialog) => void dialog.accept());
    await person.logIn(server.adminPassword);
    return new SceneVisit(server, browser, person, api, devices, scene);
  }

  async end(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
  }

  of(productModelCode: (typeof PRODUCTS)[number]): Device {
    return found(this.devices, (device) => device.productModelCode === productModelCode);
  }

  named(name: string): Device {
    return found(this.devices, (device) => device.name === name);
  }

  stored(): Promise<Scene> {
    return this.api.scenes.get(this.scene.id);
  }

  /** Raises an alarm with the next report; it stays active. */
  async raiseAlarm({ id }: Device, key: string): Promise<void> {
    await this.api.alarmSettings.save(id, [
      { name: '总是告警', severity: 'MAJOR', condition: { key, op: '>', value: -90 } },
    ]);
  }

  async open(): Promise<void> {
    await this.person.open(`/scene?sceneId=${this.scene.id}&quality=low`);
    await this.isThere();
  }

  async isThere(): Promise<void> {
    await this.person.see('scene-canvas');
    await this.person.seeNo('loading-overlay');
  }

  toast(text: string): Promise<string> {
    return this.person.readUntil((shown) => shown.includes(text), 'toast');
  }

  /** Texts of the visible field errors. */
  alerts(): Promise<(string | null)[]> {
    return this.person.page.$$eval('[role="alert"]', (all) => all.map((one) => one.textContent));
  }
}

export const row = ({ id }: { id: string }) => ({ 'data-device-id': id });

function found(devices: readonly Device[], is: (device: Device) => boolean): Device {
  const device = devices.find(is);
  if (!device) throw new Error('the demo farm has no such device');
  return device;
}

async function makeScene(api: ApiClient, devices: readonly Device[]): Promise<Scene> {
  const ids = PRODUCTS.map((code) => found(devices, ({ productModelCode }) => productModelCode === code).id);
  const { id } = await api.scenes.create({
    name: '一号棚',
    type: 'greenhouse',
    baseModelPath: '/models/greenhouse.glb',
    layout: layoutOf(ids, (i) => ({ x: i * 3 - 7, y: 0.03, z: (i % 2) * 0.5 })),
  });
  return api.scenes.update(id, { growCrop: '番茄', growTime: '2026-01-05' });
}
