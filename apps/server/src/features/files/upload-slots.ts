import { HttpProblem } from '../../platform/http/problem.ts';

/** Admits uploads while the disk has space, and a limited number of each user at a time. */
export class UploadSlots {
  readonly #perUser: number;
  readonly #isDiskFull: () => boolean;
  readonly #running = new Map<string, number>();

  constructor(perUser: number, isDiskFull: () => boolean) {
    this.#perUser = perUser;
    this.#isDiskFull = isDiskFull;
  }

  /**
   * Runs an upload of this user.
   * @throws {HttpProblem} 507 without space, 429 above the number
   */
  async run<T>(userId: string, upload: () => Promise<T>): Promise<T> {
    if (this.#isDiskFull()) throw new HttpProblem(507, 'file.noSpace', { error: 'disk_full' });
    const running = this.#running.get(userId) ?? 0;
    if (running >= this.#perUser)
      throw new HttpProblem(429, 'file.tooMany', { error: 'too_many_uploads', retryAfter: 5 });
    this.#running.set(userId, running + 1);
    try {
      return await upload();
    } finally {
      const left = (this.#running.get(userId) ?? 1) - 1;
      if (left > 0) this.#running.set(userId, left);
      else this.#running.delete(userId);
    }
  }
}
