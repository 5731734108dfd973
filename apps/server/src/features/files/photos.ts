import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { idInPath, pathOf, type SignedAddresses } from './file-addresses.ts';
import type { FileRepository } from './repository.ts';

const plain = (address: string): string => address.split('?', 1)[0] ?? '';

/** Where pictures are found, and what opens them. */
export interface PictureFiles {
  readonly files: FileRepository;
  readonly addresses: SignedAddresses;
}

/**
 * Uploaded pictures that something else names: a work order's photographs, the picture of a device. They are pictures of
 * the writer's own organisation, kept by path and shown by signed address.
 */
export class Photos {
  readonly #parts: PictureFiles;

  constructor(parts: PictureFiles) {
    this.#parts = parts;
  }

  /**
   * The paths of what was sent: addresses as an upload answers them, with or without their signature. `kept`: paths that
   * stand there already, and may be sent back although the picture is gone.
   * @throws {HttpProblem} 400 when one is no picture of the caller's organisation: what others keep must not become
   * readable by being named.
   */
  async take(
    c: AppContext,
    sent: readonly string[],
    kept: readonly string[] = [],
    field = 'photos',
  ): Promise<string[]> {
    const paths = sent.map(plain);
    const ids = paths.map(idInPath).filter((id) => id !== '');
    const found = ids.length > 0 ? await this.#parts.files.list(c.get('principal').organisationId, ids) : [];
    const pictures = new Map(
      found.filter(({ width }) => width !== null).map((file) => [file.id, pathOf(file)]),
    );
    return paths.map((path) => {
      const picture = kept.includes(path) ? path : pictures.get(idInPath(path));
      if (picture === undefined) throw new HttpProblem(400, 'field.invalid', { field });
      return picture;
    });
  }

  /**
   * What to keep of a field that holds one address. An upload's is taken as above; every other (a file that comes with
   * the product, a place elsewhere) and nothing stay as they are.
   * @throws {HttpProblem} 400 naming `field`.
   */
  async takeOne<T extends string | null | undefined>(
    c: AppContext,
    field: string,
    sent: T,
    kept?: string | null,
  ): Promise<T | string> {
    if (!sent || idInPath(plain(sent)) === '') return sent;
    const [path] = await this.take(c, [sent], kept ? [kept] : [], field);
    return path ?? sent;
  }

  /** The address that opens it for a while: a picture element cannot send a token. */
  readonly show = <T extends string | null>(path: T): T | string =>
    path === null || idInPath(path) === '' ? path : this.#parts.addresses.sign(path);
}
