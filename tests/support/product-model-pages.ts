import { basename } from 'node:path';
import { Person } from './person.ts';
import type { RunningServer } from './server.ts';

/** Opens a page as the administrator. */
export async function openAsAdmin(person: Person, server: RunningServer, path: string): Promise<void> {
  await person.open(path);
  await person.type('login-username', 'admin');
  await person.type('login-password', server.adminPassword);
  await person.click('login-submit');
}

/** Chooses a file with a button that opens the file dialog of the system. */
export async function pickFile(person: Person, button: string, path: string): Promise<void> {
  const chooser = person.page.waitForFileChooser();
  await person.click(button);
  await (await chooser).accept([path]);
}

/** Chooses a file in the file section of a form, and waits until it is on the server. */
export async function attach(person: Person, path: string): Promise<void> {
  await pickFile(person, 'material-choose', path);
  await person.see('material-file', { 'data-name': basename(path) });
  await person.seeNo('material-progress');
}

/** Opens the menu of a product model in the list, and chooses an entry. */
export async function chooseFromMenu(person: Person, code: string, entry: string): Promise<void> {
  const tile = await person.see('model-tile', { 'data-code': code });
  const button = await tile.waitForSelector('[data-testid="model-menu"]');
  await button!.click();
  await person.click(`menu-${entry}`);
}

/** The message that describes a field; null: none. */
export const errorUnder = (person: Person, testId: string): Promise<string | null> =>
  person.page.$eval(Person.selector(testId), (field) => {
    const id = field.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent ?? null;
  });

/** The drawn preview of a 3D model as a PNG, base64. */
export async function previewPicture(person: Person): Promise<string> {
  const preview = await person.see('model-preview');
  return preview.screenshot({ encoding: 'base64' });
}
