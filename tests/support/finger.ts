import { expect } from 'vitest';
import { Person } from './person.ts';
import { PATIENCE_MS } from './wait.ts';

/** Minimum size of a touch target, CSS px. */
const THUMB = 44;

/** Visible controls that are too small for touch, or covered; under a dialog only its controls. Runs inside the page. */
function misses(thumb: number): string[] {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  const within = [...dialogs].at(-1) ?? document;
  const controls = within.querySelectorAll<HTMLElement>(
    'button, a[href], input:not([type="range"]), textarea, [role="radio"], [role="option"]',
  );
  return [...controls].flatMap((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (width === 0 || control.closest('[inert]') || getComputedStyle(control).visibility === 'hidden')
      return [];
    for (let box = control.parentElement; box; box = box.parentElement) {
      const frame = box.getBoundingClientRect();
      const isClipped = getComputedStyle(box).overflow !== 'visible';
      // Scrolled out of its list.
      if (isClipped && (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom)) return [];
    }
    const name = control.getAttribute('aria-label') ?? control.dataset['testid'] ?? control.textContent;
    const onTop = document.elementFromPoint(x, y);
    const isFree = onTop !== null && (control.contains(onTop) || onTop.contains(control));
    return [
      ...(Math.min(width, height) < thumb - 0.1 ? [`${name} is ${width} × ${height}`] : []),
      ...(isFree ? [] : [`${name} lies under ${onTop?.outerHTML.slice(0, 120)}`]),
    ];
  });
}

/** A person who only taps, on a touch screen. */
export class Finger {
  readonly #person: Person;

  constructor(person: Person) {
    this.#person = person;
  }

  /** Taps an element after checking that it is large enough and not covered. */
  async tap(testId: string, attributes?: Record<string, string>): Promise<void> {
    const point = await this.#person.whereIs(testId, attributes);
    const size = await this.#person.page.$eval(Person.selector(testId, attributes), (element) => {
      const { width, height } = element.getBoundingClientRect();
      return Math.min(width, height);
    });
    expect(size, `${testId} is too small`).toBeGreaterThan(THUMB - 0.1);
    await this.#person.tap(point);
  }

  /** Taps a field and replaces its text. */
  async write(testId: string, text: string, attributes?: Record<string, string>): Promise<void> {
    await this.tap(testId, attributes);
    await this.#person.focusIsAt(testId, attributes);
    await this.#person.chord('Control', 'a');
    await this.#person.page.keyboard.type(text);
  }

  /** Taps the button in the head of a dialog that closes it. */
  async close(testId: string): Promise<void> {
    const point = await this.#person.page.$eval(`${Person.selector(testId)} header button`, (button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await this.#person.tap(point);
    await this.#person.seeNo(testId);
  }

  /** Waits until no control is too small for touch, or covered. */
  async allIsInReach(): Promise<void> {
    await expect
      .poll(() => this.#person.page.evaluate(misses, THUMB), { timeout: PATIENCE_MS, interval: 200 })
      .toEqual([]);
  }
}
