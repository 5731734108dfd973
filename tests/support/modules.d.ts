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
