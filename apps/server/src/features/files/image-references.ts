import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { heldPath, idInPath, pathOf, type SignedAddresses } from './file-addresses.ts';
import type { FileRepository } from './repository.ts';

const plain = (address: string): string => address.split('?', 1)[0] ?? '';

/** Lookup and signing of images. */
export interface ImageFiles {
  readonly files: FileRepository;
  readonly addresses: SignedAddresses;
}

/** Signed addresses of images. */
export interface ShownImages {
  readonly show: <T extends string | null>(path: T) => T | string;
}

/**
 * Uploaded images that other records name: photographs of a work order, the image of a device. They belong to the
 * writer's organisation, are stored by path and returned as signed addresses.
 */
export class ImageReferences {
  readonly #parts: ImageFiles;

  constructor(parts: ImageFiles) {
    this.#parts = parts;
  }

  /**
   * Paths of images in a request: addresses as returned by an upload, with or without a signature. `kept`: stored
   * paths, which may be sent back although the image was deleted.
   * @throws {HttpProblem} 400 when one is no image of the caller's organisation: naming the file of another must not
   * make it readable
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
   * Paths and names of files of any kind in a request, as above.
   * @throws {HttpProblem} 400 when one is no file of the caller's organisation
   */
  async takeFiles(
    c: AppContext,
    sent: readonly string[],
    kept: readonly { readonly path: string; readonly name: string }[],
    field: string,
  ): Promise<{ path: string; name: string }[]> {
    const paths = sent.map(plain);
    const ids = paths.map(idInPath).filter((id) => id !== '');
    const found = ids.length > 0 ? await this.#parts.files.list(c.get('principal').organisationId, ids) : [];
    return paths.map((path) => {
      const file = found.find(({ id }) => id === idInPath(path));
      const taken =
        kept.find((one) => one.path === path) ?? (file && { path: pathOf(file), name: file.original_name });
      if (!taken) throw new HttpProblem(400, 'field.invalid', { field });
      return taken;
    });
  }

  /**
   * The stored form of a field with one address. That of an upload is taken as above; any other value stays as it is.
   * @throws {HttpProblem} 400 naming `field`
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

  /** Signs addresses for one person or program: an image element cannot send a token. */
  shownTo({ sessionId }: Pick<Principal, 'sessionId'>): ShownImages {
    const { addresses } = this.#parts;
    return {
      show: (path) =>
        path === null || idInPath(path) === '' ? path : addresses.sign(heldPath(path, sessionId)),
    };
  }
}
