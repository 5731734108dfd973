import * as v from 'valibot';
import type { SceneLayout } from '../domain/scene.ts';
import { alarmSeverity } from './alarm.ts';
import { isRecord } from './json.ts';

const text = v.string();

/** A scene for a page that has the engine and nothing else of the platform: it needs no other call. */
export const embeddedScene = v.object({
  sceneId: text,
  name: text,
  /** When the embed token ends, ISO 8601; null: called by a user. */
  expireTime: v.nullable(text),
  /** What a viewer loads. */
  scene: v.object({
    baseModelPath: v.nullable(text),
    layout: v.custom<SceneLayout>(isRecord),
    catalogue: v.array(v.object({ equipmentId: text, name: text, modelPath: v.nullable(text) })),
  }),
  /** Base models of the child scenes by their ids. */
  childModels: v.record(text, v.nullable(text)),
  devices: v.array(
    v.object({
      id: text,
      name: text,
      online: v.boolean(),
      /** Its values are made up. */
      simulated: v.boolean(),
      /** Key of the reading that its label shows; null: its product model measures nothing. */
      key: v.nullable(text),
      unit: text,
    }),
  ),
  /** Active alarms. */
  alarms: v.array(
    v.object({ id: text, deviceId: text, name: text, severity: alarmSeverity, raisedTime: text }),
  ),
});

export type EmbeddedScene = v.InferOutput<typeof embeddedScene>;
