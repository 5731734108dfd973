import { expect, onTestFinished, test } from 'vitest';
import { picture } from '../support/fixtures.ts';
import { startServer } from '../support/server.ts';

/** More than any disk has free, MiB: the use is refused from the first second on, so nothing has to be waited for. */
const TOO_MUCH = 999_999_999;

interface Answers {
  readonly ready: readonly [number, readonly string[]];
  readonly upload: number;
  readonly report: number;
  /** The proof of a backup, which needs space for a second database. */
  readonly proof: number;
}

test.for<[{ files: number; database: number }, Answers]>([
  [
    { files: TOO_MUCH, database: 1 },
    { ready: [200, ['files']], upload: 507, report: 200, proof: 200 },
  ],
  [
    { files: 1, database: TOO_MUCH },
    { ready: [503, ['disk']], upload: 200, report: 503, proof: 507 },
  ],
])('%o: only its own use is refused', async ([{ files, database }, expected]) => {
  const server = await startServer({
    env: { FARM3D_RESERVES: `files=${files},database=${database}` },
  });
  onTestFinished(async () => void (await server.stop()));
  const device = await (await server.client()).devices.create({ name: '墒情', productModelCode: 'TQ-3L' });
  const readiness = await fetch(`${server.baseUrl}/readyz`);
  const { reasons = [] } = (await readiness.json()) as { reasons?: string[] };
  const form = new FormData();
  form.append('file', new Blob([picture(8, 8)]), 'field.png');
  const uploaded = await fetch(`${server.baseUrl}/common/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.accessToken()}` },
    body: form,
  });
  const reported = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    body: '{"soilMoisture20":21}',
  });
  await server.sql(
    `insert into backup_record (file, path, bytes, rows, files) values ('farm.backup', '/farm.backup', 1, 1, 0)`,
  );
  const proved = await fetch(`${server.baseUrl}/api/system/backup-proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.accessToken()}` },
  });
  const answers: Answers = {
    ready: [readiness.status, reasons],
    upload: uploaded.status,
    report: reported.status,
    proof: proved.status,
  };
  expect(answers).toEqual(expected);
});
