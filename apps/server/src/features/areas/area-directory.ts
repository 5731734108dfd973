import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { AREAS_FOLDER, unpackAreas } from './area-files.ts';
import { cityLevelCode, padAreaCode } from '@farm3d/api/validation';
import { AREA_ROOT, type Area } from './area-rules.ts';

const decompress = promisify(brotliDecompress);

/** Provinces whose towns and villages are cached; the largest has 50,000. */
const PROVINCES_KEPT = 4;
/** Areas that a search finds at most. */
const SEARCH_MAX = 50;

export interface AreaNode extends Area {
  /** Whether it has no children. */
  readonly leaf: boolean;
}

interface Part {
  readonly byCode: ReadonlyMap<string, Area>;
  readonly byParent: ReadonlyMap<string, readonly Area[]>;
}

/** The five levels of China's areas; the upper three in memory, the others read by province on demand. */
export class AreaDirectory {
  readonly #folder: string;
  #upper: Promise<Part> | undefined;
  readonly #provinces = new Map<string, Promise<Part>>();

  constructor(folder = AREAS_FOLDER) {
    this.#folder = folder;
  }

  /** The area of a code of up to 12 digits; undefined when there is none. */
  async get(code: string): Promise<AreaNode | undefined> {
    if (!/^\d{2,12}$/.test(code)) return undefined;
    const { code: padded } = padAreaCode(code);
    const upper = await this.#readUpper();
    const lower = await this.#readProvince(padded);
    const area = upper.byCode.get(padded) ?? lower?.byCode.get(padded);
    return area && this.#node(area, upper, lower);
  }

  /** Children of an area, by code; none of an unknown area. */
  async children(parent: string): Promise<AreaNode[]> {
    const upper = await this.#readUpper();
    if (parent === AREA_ROOT) {
      // Whether a province has children is known without its file.
      return (upper.byParent.get(AREA_ROOT) ?? []).map((area) => ({ ...area, leaf: false }));
    }
    if (!/^\d{2,12}$/.test(parent)) return [];
    const { code: padded } = padAreaCode(parent);
    const lower = await this.#readProvince(padded);
    const found = [...(upper.byParent.get(padded) ?? []), ...(lower?.byParent.get(padded) ?? [])];
    return found.map((area) => this.#node(area, upper, lower));
  }

  /** Paths of the provinces, cities and counties whose name contains a text: exact names first, then higher levels. */
  async search(text: string): Promise<AreaNode[][]> {
    const upper = await this.#readUpper();
    const found = [...upper.byCode.values()]
      .filter(({ name }) => name.includes(text))
      .sort((a, b) => Number(b.name === text) - Number(a.name === text) || a.level - b.level)
      .slice(0, SEARCH_MAX);
    const pathOf = ({ parent, ...area }: Area): Area[] => {
      const above = upper.byCode.get(parent);
      return [...(above ? pathOf(above) : []), { ...area, parent }];
    };
    // Counties have towns; that is known without the file of their province.
    return found.map((area) => pathOf(area).map((one) => ({ ...one, leaf: false })));
  }

  /** From the province down to the area itself; empty for an unknown one. */
  async path(code: string): Promise<Area[]> {
    const area = await this.get(code);
    if (!area) return [];
    return area.parent === AREA_ROOT ? [area] : [...(await this.path(area.parent)), area];
  }

  /** Name of the city of an area: of a municipality itself, of a county without a city the county. */
  async cityName(code: string): Promise<string | undefined> {
    const path = await this.path(code);
    if (path.length === 0) return undefined;
    const city = path.find((area) => area.code === cityLevelCode(code));
    return (city ?? path[1] ?? path[0])?.name;
  }

  #node(area: Area, upper: Part, lower: Part | undefined): AreaNode {
    return { ...area, leaf: !upper.byParent.has(area.code) && !lower?.byParent.has(area.code) };
  }

  #readUpper(): Promise<Part> {
    this.#upper ??= this.#read('upper').catch((error: unknown) => {
      this.#upper = undefined;
      throw error;
    });
    return this.#upper;
  }

  async #readProvince(code: string): Promise<Part | undefined> {
    const province = code.slice(0, 2);
    if (!(await this.#readUpper()).byCode.has(padAreaCode(province).code)) return undefined;
    const known = this.#provinces.get(province) ?? this.#read(province);
    this.#provinces.delete(province);
    this.#provinces.set(province, known);
    known.catch(() => this.#provinces.delete(province));
    const [oldest] = this.#provinces.keys();
    if (this.#provinces.size > PROVINCES_KEPT && oldest !== undefined) this.#provinces.delete(oldest);
    return known;
  }

  async #read(name: string): Promise<Part> {
    const packed = await readFile(join(this.#folder, `${name}.br`)).catch((error: unknown) => {
      throw new Error(`the areas are not built: run npm run build`, { cause: error });
    });
    const areas = unpackAreas((await decompress(packed)).toString('utf8'));
    return {
      byCode: new Map(areas.map((area) => [area.code, area])),
      byParent: Map.groupBy(areas, ({ parent }) => parent),
    };
  }
}
