import { startAuthentication } from '@simplewebauthn/browser';
import { createClientOf, passkeys, type Session } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

const loginApi = createClientOf({ passkeys }, clientOptions);

/**
 * A login by a passkey of this device, which its user unlocks.
 * @throws {Error} NotAllowedError when the user did not
 */
export async function logInByPasskey(): Promise<Session> {
  const { options } = await loginApi.passkeys.challenge();
  const credential = await startAuthentication({ optionsJSON: options as never });
  const { id, rawId, type, clientExtensionResults, response } = credential;
  return loginApi.passkeys.login({
    credential: {
      id,
      rawId,
      type,
      clientExtensionResults: { ...clientExtensionResults },
      response: { ...response },
    },
  });
}
