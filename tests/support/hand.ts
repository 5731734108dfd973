import { Person, type Point } from './person.ts';

/** More options than any list of a test has. */
const MAX_STEPS = 60;

/** How a person works a page: by mouse, by finger, or by keyboard alone. */
export interface Hand {
  /** Presses a button, a switch or a link. */
  press: (testId: string, attributes?: Record<string, string>) => Promise<void>;
  /** Replaces the text of a field. */
  fill: (testId: string, text: string) => Promise<void>;
  /** Opens a list by its button, and chooses an entry. */
  choose: (button: string, entry: string, attributes?: Record<string, string>) => Promise<void>;
  /** Moves an entry of a list above the one before it, by their handles. */
  moveUp: (handle: string, above: string) => Promise<void>;
}

/** By pointer: `point` presses at an element. */
function pointing(
  person: Person,
  point: Hand['press'],
  drag: (from: Point, to: Point) => Promise<void>,
): Hand {
  return {
    press: point,
    fill: async (testId, text) => {
      await point(testId);
      await person.focusIsAt(testId);
      await person.chord('Control', 'a');
      await person.page.keyboard.type(text);
    },
    choose: async (button, entry, attributes) => {
      await point(button);
      await point(entry, attributes);
    },
    moveUp: async (handle, above) => {
      // Both are on the screen before their places are read.
      await person.whereIs(handle);
      const to = await person.whereIs(above);
      await drag(await person.whereIs(handle), to);
    },
  };
}

export const mouse = (person: Person): Hand =>
  pointing(
    person,
    (testId, attributes) => person.click(testId, attributes),
    async (from, to) => {
      const { mouse: pointer } = person.page;
      await pointer.move(from.x, from.y);
      await pointer.down();
      await pointer.move(to.x, to.y, { steps: 5 });
      await pointer.up();
    },
  );

export const finger = (person: Person): Hand =>
  pointing(
    person,
    (testId, attributes) => person.touch(testId, attributes),
    // Held still before it is released: a finger that leaves while it moves flings, and the next tap only ends the fling.
    (from, to) => person.swipe(from, to, () => person.holdStill()),
  );

/** By keyboard alone: Tab leads to everything, arrow keys to the entries of an open list. */
export function keyboard(person: Person): Hand {
  const reach = (testId: string, attributes?: Record<string, string>): Promise<void> =>
    person.reach(Person.selector(testId, attributes));
  return {
    press: async (testId, attributes) => {
      await reach(testId, attributes);
      const isToggled = await person.page.evaluate(
        () => document.activeElement?.matches('[role="switch"], [type="checkbox"]') ?? false,
      );
      await person.press(isToggled ? 'Space' : 'Enter');
    },
    fill: async (testId, text) => {
      await reach(testId);
      await person.chord('Control', 'a');
      await person.page.keyboard.type(text);
    },
    choose: async (button, entry, attributes) => {
      await reach(button);
      // Enter would send the form.
      await person.press('ArrowDown');
      const wanted = await person.see(entry, attributes);
      const isActive = (): Promise<boolean> =>
        wanted.evaluate((element) => element.hasAttribute('data-focus'));
      for (let step = 0; step < MAX_STEPS && !(await isActive()); step += 1) await person.press('ArrowDown');
      await person.press('Enter');
    },
    moveUp: async (handle) => {
      await reach(handle);
      await person.press('ArrowUp');
    },
  };
}
