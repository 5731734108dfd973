const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** Whether this page may ask for passkeys: browsers have them for names of hosts only, over TLS or on this machine. */
export function passkeysWork(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && !IP_ADDRESS.test(location.hostname);
}
