import { describe, expect, it } from 'vitest';
import { bannedIn, bannedWords, wordsOf } from './words.mjs';

const BANNED = bannedWords(`
| Word | What it is | Not |
|---|---|---|
| **object** | What stands in a scene. | \`thing\`, \`things\` |
| **LngLat** | Longitude and latitude. | \`lon lat\` |
| **frame** | One drawing. | |
`);

describe('names of the code', () => {
  it.each([
    ['lonLatOf', ['lon', 'lat', 'of']],
    ['FIRST_FRAME', ['first', 'frame']],
    ['GLTFLoader2', ['gltf', 'loader2']],
    ['#thingById', ['thing', 'by', 'id']],
    ['scene-editor-events', ['scene', 'editor', 'events']],
  ])('%s is %j', (name, words) => expect(wordsOf(name)).toEqual(words));

  it.each(['thing', 'ThingClick', '#thingById', 'MOVED_THINGS', 'thing-edits'])('%s is refused', (name) =>
    expect(bannedIn(name, BANNED)?.[1]).toBe('object'),
  );

  it('two adjacent words are refused, the same words apart are not', () => {
    expect(bannedIn('LonLat', BANNED)).toEqual(['lon lat', 'LngLat']);
    expect(bannedIn('lonAndLat', BANNED)).toBeUndefined();
  });

  it.each(['something', 'nothing', 'ObjectClick', 'frame'])('%s is accepted', (name) =>
    expect(bannedIn(name, BANNED)).toBeUndefined(),
  );
});
