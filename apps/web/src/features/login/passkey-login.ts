import { startAuthentication } from '@simplewebauthn/browser';
import { passkeys, type Session } from '@farm3d/api';
import type { Services } from '../../platform/services.ts';

/**
 * A login by a passkey of this device, which its user unlocks.
 * @throws {Error} NotAllowedError when the user did not
 */
export async function logInByPasskey({ clientOf }: Services): Promise<Session> {
  const calls = clientOf({ passkeys }).passkeys;
  const { options } = await calls.challenge();
  const credential = await startAuthentication({ optionsJSON: options as never });
  const { id, rawId, type, clientExtensionResults, response } = credential;
  return calls.login({
    credential: {
      id,
      rawId,
      type,
      clientExtensionResults: { ...clientExtensionResults },
      response: { ...response },
    },
  });
}
