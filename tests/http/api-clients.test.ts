// Second tier (publish): clients that others generate from the OpenAPI document, compiled and bundled
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { CALLS, buildPath, type CallName } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';

// Clients from the OpenAPI documents: that of a generator from npm, the Python module that the server itself
// generates, and the examples in the documents.

const execute = promisify(execFile);
/** Debian's python3 if it is installed: the client needs only the standard library. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const TYPESCRIPT = resolve(import.meta.dirname, '../node_modules/typescript-5.9/bin/tsc');

let server: Farm;
let folder: string;

beforeAll(async () => {
  server = await farm();
  // Inside the tests, so that the generated code finds the types of Node.
  const artifacts = resolve(import.meta.dirname, '../.artifacts');
  mkdirSync(artifacts, { recursive: true });
  folder = mkdtempSync(join(artifacts, 'clients-'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the Python client makes every kind of call, and raises an error with the reason of a refusal', async () => {
  const module = await (await fetch(`${server.baseUrl}/openapi/clients/python`)).text();
  expect(module).not.toMatch(/^(?:import|from) (?!json$|urllib\.|uuid$)/m);
  const home = mkdtempSync(join(tmpdir(), 'farm3d-python-'));
  writeFileSync(join(home, 'farm3d.py'), module);
  writeFileSync(
    join(home, 'journey.py'),
    `
import json, sys
from farm3d import ApiError, Client

client = Client(sys.argv[1])
session = client.login("admin", sys.argv[2])
device = client.devices.create({"name": "Python probe", "productModelCode": "TQ-3L"})
client.ingest.telemetry(device["accessToken"], {"soilMoisture20": 31})
told = {
    "health": client.system.health(),
    "latest": client.telemetry.latest(device["id"])["soilMoisture20"][0]["value"],
    "found": client.devices.list(name="Python probe")["total"],
    "uploaded": client.files.upload("note.pdf", b"%PDF-1.7\\n1 0 obj\\n<<>>\\nendobj\\n%%EOF")["relativePath"],
    "removed": client.devices.remove(device["id"]),
}
for name, call in {
    "missing": lambda: client.devices.get(device["id"]),
    "invalid": lambda: client.devices.create({"name": ""}),
    "anonymous": lambda: Client(sys.argv[1]).devices.count(),
}.items():
    try:
        call()
        told[name] = None
    except ApiError as error:
        told[name] = [error.status, error.field]
try:
    client.devices.get("")
except ValueError as error:
    told["empty"] = str(error)
print(json.dumps(told))
`,
  );
  try {
    const run = await execute(PYTHON, [join(home, 'journey.py'), server.baseUrl, server.adminPassword]);
    expect(JSON.parse(run.stdout)).toEqual({
      health: { status: 'ok' },
      latest: 31,
      found: 1,
      uploaded: expect.stringContaining('/') as string,
      removed: null,
      missing: [404, null],
      invalid: [400, 'name'],
      anonymous: [401, null],
      empty: 'an empty part of a path names another call',
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

it('the Python client has a method for each call', async () => {
  const script = `
import importlib.util, inspect, json, sys
spec = importlib.util.spec_from_loader("farm3d", loader=None)
module = importlib.util.module_from_spec(spec)
exec(sys.stdin.read(), module.__dict__)
client = module.Client("http://x")
print(sum(len([1 for name, _ in inspect.getmembers(one, inspect.ismethod) if name not in ("_call", "__init__")]) for one in vars(client).values() if isinstance(one, module._Calls)))`;
  const module = await (await fetch(`${server.baseUrl}/openapi/clients/python`)).text();
  const run = execute(PYTHON, ['-c', script]);
  run.child.stdin?.end(module);
  expect(Number((await run).stdout)).toBe(Object.keys(CALLS).length);
});

it('the client that @hey-api/openapi-ts generates compiles and works', async () => {
  await createClient({
    input: `${server.baseUrl}/openapi/platform.json`,
    output: { path: join(folder, 'client'), postProcess: [] },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'error' },
  });
  writeFileSync(
    join(folder, 'journey.ts'),
    `
import { client } from './client/client.gen';
import { authLogin, devicesCreate, devicesList, devicesRemove } from './client/sdk.gen';

const [baseUrl, password] = process.argv.slice(2) as [string, string];
client.setConfig({ baseUrl });
const login = await authLogin({ body: { username: 'admin', password } });
client.setConfig({ auth: login.data?.data.accessToken });
const made = await devicesCreate({ body: { name: 'TypeScript probe', productModelCode: 'TQ-3L' } });
const id = String(made.data?.data.id);
const listed = await devicesList({ query: { name: 'TypeScript probe' } });
const total: number | undefined = listed.data?.data.total;
const removed = await devicesRemove({ path: { id } });
const refused = await devicesCreate({ body: { name: '', productModelCode: 'TQ-3L' } });
console.log(JSON.stringify({ id, total, removed: removed.data?.code, refused: refused.error }));
`,
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'ES2022',
        module: 'ES2022',
        moduleResolution: 'bundler',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        types: ['node'],
        outDir: 'built',
        skipLibCheck: true,
      },
      files: ['journey.ts'],
    }),
  );
  const compiled = await execute(process.execPath, [TYPESCRIPT, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
  // The imports have no endings, which a bundler resolves and Node does not.
  const { build } = await import('vite');
  await build({
    root: folder,
    logLevel: 'error',
    build: {
      ssr: join(folder, 'built/journey.js'),
      outDir: join(folder, 'bundle'),
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'journey.mjs' } },
    },
  });
  const run = await execute(process.execPath, [
    join(folder, 'bundle/journey.mjs'),
    server.baseUrl,
    server.adminPassword,
  ]);
  expect(JSON.parse(run.stdout)).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    total: 1,
    removed: 200,
    refused: expect.objectContaining({ code: 400, field: 'name' }) as object,
  });
});

it('each example is accepted unchanged', async () => {
  const api = await server.client();
  const accessToken = await server.accessToken();
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => 'example' in CALLS[name]);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const call = CALLS[name];
    const valve = await api.devices.create({ name: `valve of ${name}`, productModelCode: 'DCF-4' });
    const path = buildPath(call.path, { id: valve.id, token: valve.accessToken });
    const answer = await fetch(server.baseUrl + path, {
      method: call.method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify('example' in call ? call.example : undefined),
    });
    expect([name, answer.status, await answer.text()]).toEqual([name, 200, expect.anything()]);
  }
});

it('the explorer is a page of this server and may load nothing from other servers', async () => {
  const text = async (path: string): Promise<[number, string]> => {
    const answer = await fetch(`${server.baseUrl}/openapi/explorer${path}`);
    return [answer.status, await answer.text()];
  };
  const [status, page] = await text('/');
  expect(status).toBe(200);
  for (const file of [...page.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, name]) => name)) {
    expect([file, (await text(`/${file}`))[0]]).toEqual([file, 200]);
  }
  for (const file of ['package.json', 'index.html', '..%2fpackage.json'])
    expect([file, (await text(`/${file}`))[0]]).toEqual([file, 404]);
  expect((await text('/start.js'))[1]).not.toMatch(/https?:/);
});
