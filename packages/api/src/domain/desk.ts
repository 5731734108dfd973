import type { TelemetryValue } from './telemetry.ts';

export interface Feedback {
  id: string;
  content: string;
  contact: string;
  photos: string[];
}

/** A notice, a tutorial or a product instruction. */
export interface Article {
  id: string;
  title: string;
  content: string;
  cover: string | null;
  published: boolean;
  productModelId: string | null;
}

export interface ArticleDraft {
  kind: 'notice' | 'tutorial' | 'instruction';
  title: string;
  content: string;
  cover?: string | null;
  /** Default true; a draft stands in no list unless asked for. */
  published?: boolean;
  productModelId?: string | null;
}

/** Where an organisation's maps begin. */
export interface MapSetting {
  /** Degrees. */
  longitude: number;
  latitude: number;
  /** 0 … 24 */
  zoom: number;
  mapType: 'vector' | 'satellite' | 'terrain';
}

export interface Department {
  id: string;
  name: string;
  children: Department[];
}

/** What a plot can be covered with. */
export interface PlotSkin {
  id: string;
  name: string;
  /** Address of the image, on this server. */
  url: string;
}

/** Who told which device to do what, and what came of it. */
export interface OperateLogEntry {
  id: string;
  deviceId: string;
  deviceName: string;
  username: string | null;
  method: string;
  params: TelemetryValue;
  state: string;
  /** What the device answered; null: nothing. */
  answer: TelemetryValue;
  /** Why it did not succeed. */
  error: string | null;
  /** 'user', 'linkage' or 'interlock'. */
  source: string;
  /** Why, in the words of who gave it. */
  reason: string | null;
  /** Epoch milliseconds. */
  at: number;
}
