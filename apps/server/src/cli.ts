import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readConfig } from './platform/config/config.ts';
import type { ServerConfig } from './platform/config/settings.ts';
import { resetPassword } from './features/users/administrator.ts';
import { createLogger } from './platform/logger.ts';
import { exitWithStartupError, StartupError } from './platform/startup-error.ts';
import { readBackup } from './platform/storage/backup/read-backup.ts';
import { writeBackup } from './platform/storage/backup/write-backup.ts';
import {
  openDatabase,
  openDatabaseBeside,
  type DatabaseProvider,
} from './platform/storage/database-provider.ts';
import { createKysely } from './platform/storage/kysely.ts';
import { migrate } from './platform/storage/migrate.ts';

const USAGE =
  'usage: npm run reset-password -- USER | npm run backup -- FILE | npm run restore -- FILE [--replace]';

/** Commands that run beside the server, or while it is stopped. */
async function main(): Promise<void> {
  const [command, argument, ...rest] = process.argv.slice(2);
  if (!argument) throw new StartupError(USAGE);
  const config = readConfig(process.env);
  // Folder of uploads without an S3 store.
  const filesFolder = config.s3 ? null : join(config.dataDir, 'files');
  switch (command) {
    case 'reset-password':
      return beside(config, (database) => reset(database, argument));
    case 'backup':
      return beside(config, async ({ pool }) => {
        const path = resolve(argument);
        const { tables, rows, files, bytes } = await writeBackup(pool, path, filesFolder);
        await pool.query(
          'insert into backup_record (file, path, bytes, rows, files) values ($1, $2, $3, $4, $5)',
          [basename(path), path, bytes, rows, files],
        );
        print(`${argument}: ${tables} tables, ${rows} rows, ${files} files, ${bytes} bytes`);
      });
    case 'restore': {
      // Takes the instance lock, so the server must be stopped.
      const database = await openDatabase(config, createLogger('warn'), print);
      try {
        await migrate(database.pool);
        const options = { replace: rest.includes('--replace'), filesFolder };
        const { createdAt, tables, rows, files } = await readBackup(
          database.pool,
          resolve(argument),
          options,
        );
        // The audit chain of the backup may end earlier.
        await rm(join(config.dataDir, 'audit'), { recursive: true, force: true });
        print(`restored what stood at ${createdAt}: ${tables} tables, ${rows} rows, ${files} files`);
      } finally {
        await database.stop();
      }
      return;
    }
    default:
      throw new StartupError(USAGE);
  }
}

async function beside(
  config: ServerConfig,
  work: (database: DatabaseProvider) => Promise<void>,
): Promise<void> {
  const database = await openDatabaseBeside(config, createLogger('warn'));
  try {
    await migrate(database.pool);
    await work(database);
  } finally {
    await database.stop();
  }
}

/** Sets a random password, printed once; all sessions of the user end. */
async function reset({ pool }: DatabaseProvider, username: string): Promise<void> {
  const password = await resetPassword(createKysely(pool), username);
  if (password === null) throw new StartupError(`there is no user named ${username}`);
  print(`new password of ${username}: ${password}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// The exit ends a PostgreSQL that this command started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
try {
  await main();
} catch (error) {
  exitWithStartupError(error);
}
