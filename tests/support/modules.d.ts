declare module 'draco3dgltf' {
  const draco: { createEncoderModule(): Promise<unknown>; createDecoderModule(): Promise<unknown> };
  export default draco;
}
declare module 'thingsboard_api' {
  interface ThingsBoardApi {
    createConnection(options: Record<string, string>): Promise<void>;
    get: {
      objectID(name: string, type: string): Promise<unknown>;
      objectIDandKeys(name: string, type: string, keys?: string): Promise<Record<string, unknown>>;
    };
    push: {
      pushAttributes(
        name: string,
        type: string,
        attributes: Record<string, unknown>,
        telemetry?: Record<string, unknown>,
        ts?: number,
      ): Promise<unknown>;
    };
  }
  const api: ThingsBoardApi;
  export default api;
}
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
declare module '@20minutes/s3rver/lib/models/account.js' {
  interface Account {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
    revokeAccessKey(accessKeyId: string): void;
  }
  const AWSAccount: { registry: Map<string, Account> };
  export default AWSAccount;
}
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    Grant: new (of: { accountId: string; clientId: string }) => Grant;
    IdToken: { expiresIn: () => number };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: Record<string, string> }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: unknown,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
