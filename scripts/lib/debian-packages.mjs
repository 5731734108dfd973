// Programs from outside the clone, installed with apt where root runs on Debian.
import { existsSync } from 'node:fs';
import { run } from './workspace.mjs';

export const canInstallDebianPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/**
 * @param {readonly string[]} packages names of Debian's packages
 * @param {string} [why] one line for the person who waits
 * @returns {Promise<boolean>} false: not root, not Debian, or apt failed and has said why
 */
export async function installDebianPackages(packages, why = `installing ${packages.join(' and ')}`) {
  if (packages.length === 0) return true;
  if (!canInstallDebianPackages()) return false;
  console.log(`farm3d: ${why} with apt …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Installed services are not started: invoke-rc.d reads RUNLEVEL.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  };
  if ((await run('apt-get', ['update', '-qq'], options)) !== 0) return false;
  return (
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)) === 0
  );
}
