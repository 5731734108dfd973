import { startRegistration } from '@simplewebauthn/browser';
import { accountApi } from './account-api.ts';

/**
 * Adds a passkey that this device makes once its user has unlocked it.
 * @throws {Error} NotAllowedError when the user did not, InvalidStateError when the device has one already
 */
export async function addPasskey(
  name: string,
  proof: { readonly password: string; readonly code?: string },
): Promise<void> {
  const { options } = await accountApi.passkeys.begin(proof);
  const { id, rawId, type, clientExtensionResults, response } = await startRegistration({
    optionsJSON: options as never,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  await accountApi.passkeys.create({
    name,
    credential: {
      id,
      rawId,
      type,
      clientExtensionResults: { ...clientExtensionResults },
      response: { clientDataJSON, attestationObject, transports },
    },
  });
}
