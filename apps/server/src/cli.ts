import { readConfig } from './config.ts';
import { resetPassword } from './domain/users/administrator.ts';
import { createLogger } from './logger.ts';
import { exitWithStartupError, StartupError } from './startup-error.ts';
import { openDatabaseBeside } from './storage/database-provider.ts';
import { createKysely } from './storage/kysely.ts';
import { migrate } from './storage/migrate.ts';

const USAGE = 'usage: node_modules/.bin/node apps/server/src/cli.ts reset-password <username>';

/**
 * `reset-password <username>`: a new random password, printed once; every session of the user ends.
 * Works while the server runs and while it does not.
 */
async function main(): Promise<void> {
  const [command, username] = process.argv.slice(2);
  if (command !== 'reset-password' || !username) throw new StartupError(USAGE);
  const database = await openDatabaseBeside(readConfig(process.env), createLogger('warn'));
  try {
    await migrate(database.pool);
    const password = await resetPassword(createKysely(database.pool), username);
    if (password === null) throw new StartupError(`there is no user named ${username}`);
    process.stdout.write(`new password of ${username}: ${password}\n`);
  } finally {
    await database.stop();
  }
}

try {
  await main();
} catch (error) {
  exitWithStartupError(error);
}
