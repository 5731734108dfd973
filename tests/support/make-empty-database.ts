// node --conditions=@farm3d/source make-empty-database.ts FOLDER: an embedded database with the tables and nothing in them.
import { openDatabase } from '../../apps/server/src/platform/storage/database-provider.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { migrate } from '../../apps/server/src/platform/storage/migrate.ts';

const [, , dataDir = ''] = process.argv;
const database = await openDatabase({ dataDir, cluster: false }, createLogger('warn'), console.log);
await migrate(database.pool);
await database.stop();
