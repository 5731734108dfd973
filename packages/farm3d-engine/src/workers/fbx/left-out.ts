/**
 * Messages of three's reader about skipped features, and their names in `model-warning`. `$1` is the match of
 * the pattern.
 */
const SKIPPED: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/: (?:\S*\|)?(\S+) map is not supported/, 'texture $1'],
  [/unknown material type "?([^".]*)/, 'material $1'],
  [/Image type "([^"]*)" is not supported/, 'image type $1'],
  [/(TGA) loader not found/, 'image type $1'],
  [/layered textures/, 'layered textures'],
  [/more than 4 skinning weights/, 'more than 4 joints of a vertex'],
  [/skeleton attached to more than one/, 'shared skeletons'],
  [/morph target attached to more than one/, 'shared morph targets'],
  [/cameras? (?:not|type)/, 'cameras'],
  [/Unknown light type/, 'lights'],
  [/animation stack with multiple layers/, 'animation layers'],
  [/unused curve/, 'animations'],
  [/unsupported Euler Order: ([\w ]+)/, 'Euler order $1'],
  [/Invalid Order/, 'NURBS'],
];

/** The name of what is not shown, of one warning of three's reader; null: nothing of it is lost. */
export function nameOfWarning(format: string, values: readonly unknown[]): string | null {
  let next = 0;
  const text = format.replaceAll('%s', () => {
    const value = values[next++];
    return typeof value === 'string' ? value : '';
  });
  for (const [pattern, name] of SKIPPED) {
    const found = pattern.exec(text);
    if (found) return name.replace('$1', () => found[1] ?? '');
  }
  return null;
}
