/**
 * Reads `name=number,…` of the setting `setting`; the names are those of `defaults`.
 * @throws {TypeError} naming the invalid part
 */
export function parseNumbers<Name extends string>(
  setting: string,
  defaults: Readonly<Record<Name, number>>,
  unit: string,
  text: string,
): Partial<Record<Name, number>> {
  const numbers: Partial<Record<Name, number>> = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim());
    if (!Object.hasOwn(defaults, name) || !/^[1-9]\d{0,8}$/.test(value)) {
      const names = Object.keys(defaults);
      throw new TypeError(
        `${setting}: '${part.trim()}' is no limit; write for example ${names[0]}=600 (${names.join(', ')}; ${unit})`,
      );
    }
    numbers[name as Name] = Number(value);
  }
  return numbers;
}
