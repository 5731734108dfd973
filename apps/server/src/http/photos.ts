import type { AppContext } from './context.ts';
import { HttpProblem } from './problem.ts';
import { idInPath, pathOf, type FileParts } from './routes/files.ts';

/** Photographs that people attach: pictures of their own organisation, kept by path and shown by signed address. */
export class Photos {
  readonly #parts: Pick<FileParts, 'files' | 'addresses'>;

  constructor(parts: Pick<FileParts, 'files' | 'addresses'>) {
    this.#parts = parts;
  }

  /**
   * The paths of what was sent: addresses as an upload answers them, with or without their signature. `kept`: paths that
   * stand there already, and may be sent back although the picture is gone.
   * @throws {HttpProblem} 400 when one is no picture of the caller's organisation: what others keep must not become
   * readable by being named.
   */
  async take(c: AppContext, sent: readonly string[], kept: readonly string[] = []): Promise<string[]> {
    const paths = sent.map((address) => address.split('?', 1)[0] ?? '');
    const ids = paths.map(idInPath).filter((id) => id !== '');
    const found = ids.length > 0 ? await this.#parts.files.list(c.get('principal').organisationId, ids) : [];
    const pictures = new Map(
      found.filter(({ width }) => width !== null).map((file) => [file.id, pathOf(file)]),
    );
    return paths.map((path) => {
      const picture = kept.includes(path) ? path : pictures.get(idInPath(path));
      if (picture === undefined) throw new HttpProblem(400, 'field.invalid', { field: 'photos' });
      return picture;
    });
  }

  /** Addresses that open them for a while: a picture element cannot send a token. */
  show(paths: readonly string[]): string[] {
    return paths.map((path) => (idInPath(path) === '' ? path : this.#parts.addresses.sign(path)));
  }
}
