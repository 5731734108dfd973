import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { waitFor } from '../../support/wait.ts';
import { PYTHON } from './clients-of-others.ts';

type Line = Readonly<Record<string, unknown>>;

/** A Python program that reports by lines of JSON. */
export class LineProcess {
  readonly lines: Line[] = [];
  readonly #child;
  #other = '';
  #exited = false;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string) {
    this.#child = spawn(PYTHON, ['-u', ...args], { env, ...(cwd !== undefined && { cwd }) });
    this.#child.on('exit', () => (this.#exited = true));
    const hear = (line: string): void => {
      if (line.startsWith('{')) this.lines.push(JSON.parse(line) as Line);
      else this.#other += `${line}\n`;
    };
    createInterface({ input: this.#child.stdout }).on('line', hear);
    createInterface({ input: this.#child.stderr }).on('line', (line) => (this.#other += `${line}\n`));
  }

  /** What it said under this name, once it has; fails at once when the program has ended without. */
  async event(name: string): Promise<unknown> {
    const line = await waitFor(
      () => {
        const found = this.lines.find((one) => name in one);
        if (!found && this.#exited) throw new Error(`it ended without '${name}':\n${this.#other}`);
        return found;
      },
      { what: () => `'${name}' of ${JSON.stringify(this.lines)}\n${this.#other}` },
    );
    return line[name];
  }

  /** @throws when it has ended, with what it printed */
  expectRunning(): void {
    if (this.#exited) throw new Error(`it has ended:\n${this.#other}`);
  }

  /** What it printed beside its lines. */
  get output(): string {
    return this.#other;
  }

  write(line: Line): void {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** Closes its input, by which it ends; resolves when it has. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await waitFor(() => this.#exited, { what: () => `the program to end:\n${this.#other}` });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
