import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ENGINE = fileURLToPath(new URL('../../packages/farm3d-engine/', import.meta.url));

/** The published files of `farm3d-engine`, built into a separate folder, not into `dist`. */
export class EnginePackage {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Uses the package's own build, so that the measured files are the published ones. */
  static build(): EnginePackage {
    const folder = mkdtempSync(join(tmpdir(), 'farm3d-engine-'));
    const tsup = createRequire(join(ENGINE, 'package.json')).resolve('tsup/package.json');
    const cli = join(tsup, '..', 'dist/cli-default.js');
    execFileSync(process.execPath, [cli, '--out-dir', folder, '--silent'], { cwd: ENGINE, timeout: 280_000 });
    return new EnginePackage(folder);
  }

  get files(): string[] {
    return readdirSync(this.folder).toSorted();
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** This file and all its static imports; dynamic imports are left out. */
  staticFiles(entry: string): string[] {
    const found = new Set<string>();
    const visit = (file: string): void => {
      if (found.has(file)) return;
      found.add(file);
      for (const name of this.importsOf(file)) if (name.startsWith('./')) visit(name.slice(2));
    };
    visit(entry);
    return [...found];
  }

  /** Names in static imports and re-exports. */
  importsOf(file: string): string[] {
    const statement = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?\s*from\s*)?["']([^"']+)["']/g;
    return [...this.read(file).matchAll(statement)].map(([, name]) => name!);
  }

  /** Bytes on the wire, gzip level 9. */
  gzipBytes(files: readonly string[]): number {
    return files.reduce((sum, file) => sum + gzipSync(this.read(file), { level: 9 }).length, 0);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
