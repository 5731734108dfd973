import type { FarmError } from '../core/errors.ts';
import type { Locale } from '../core/messages.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { LiveState, ViewerScene } from '../engine/viewer-types.ts';

/** State of the connection to the server. */
export type LiveStatus = 'connecting' | 'online' | 'offline';

/** A device of a {@link LiveScene}. */
export interface LiveDevice {
  /** Id of the device, and of its equipment in the scene. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Whether the server has a connection to it, or heard of it lately. */
  readonly online: boolean;
  /** Whether its values are made up. Its name in the scene says so. */
  readonly simulated: boolean;
  /** Key of the reading that its label shows; null: it measures nothing. */
  readonly key: string | null;
  /** Unit of that reading. */
  readonly unit: string;
}

/** An alarm of a device. */
export interface LiveAlarm {
  /** Id of the alarm. */
  readonly id: string;
  /** Id of its device. */
  readonly deviceId: string;
  /** What is wrong. */
  readonly name: string;
  /** CRITICAL, MAJOR, MINOR or WARNING. */
  readonly severity: string;
}

/** The scene of an embed token. */
export interface LiveScene {
  /** Id of the scene. */
  readonly sceneId: string;
  /** Its name. */
  readonly name: string;
  /** When the embed token ends, ISO 8601; null: never. */
  readonly expireTime: string | null;
  /** The devices that stand in it. */
  readonly devices: readonly LiveDevice[];
  /** Their active alarms. */
  readonly alarms: readonly LiveAlarm[];
}

/** What the server answers: the scene with what a viewer loads. */
export interface LiveAnswer extends LiveScene {
  readonly scene: ViewerScene;
  /** Base models of the child scenes by their ids. */
  readonly childModels: Readonly<Record<string, string | null>>;
}

/** Events of a {@link LiveConnection}. */
export interface LiveEvents {
  /** The connection was made, or was lost. It is made again by itself. */
  'live-status': { readonly status: LiveStatus };
  /** The scene is loaded, also again after it was changed. */
  'live-scene': LiveScene;
  /** Values of a device at one instant, epoch milliseconds. */
  reading: { readonly id: string; readonly ts: number; readonly values: Readonly<Record<string, unknown>> };
  /** A device went online or offline. */
  'device-state': { readonly id: string; readonly online: boolean };
  /** An alarm was raised, has ended, or was changed. */
  alarm: LiveAlarm & { readonly active: boolean };
  /**
   * The token is not valid, has expired, or is not for this page or scene: nothing else happens. Or the server cannot be
   * reached (`server-unreachable`): it is tried again.
   */
  error: { readonly error: FarmError };
}

/** What shows the scene: a FarmViewer, or its element. */
export interface LiveTarget {
  /** Loads the scene. */
  load(scene: ViewerScene): Promise<unknown>;
  /** Shows states of devices. */
  setLiveState(states: Iterable<LiveState>): void;
  /** The viewer of an element: greenhouses on a plot are added to it. */
  readonly viewer?: FarmViewer | null;
}

/** Options of {@link connectLive}. */
export interface LiveOptions {
  /** Address of the platform, such as `https://farm.example`. */
  readonly server: string;
  /** The embed token. */
  readonly token: string;
  /** Id of the scene that the page means; that of any other token is refused. Default: the scene of the token. */
  readonly scene?: string | undefined;
  /** Language of values and marks. Default `zh-CN`. */
  readonly locale?: Locale | undefined;
}

/** A live scene. */
export interface LiveConnection {
  /** Calls `listener` for every event of this type. @returns a function that removes it */
  on<Type extends keyof LiveEvents>(type: Type, listener: (payload: LiveEvents[Type]) => void): () => void;
  /** Ends the connection. The viewer goes on showing the last states. A second call has no effect. */
  close(): void;
}
