import type { Http, RequestOptions } from '../client/http.ts';
import type { Alarm, AlarmQuery, AlarmSetting, AlarmSettingDraft } from '../domain/alarm.ts';
import type { ListPage } from '../domain/list-page.ts';
import { decodeAlarm, decodeAlarmSetting, encodeAlarmQuery, encodeAlarmSetting } from '../wire/alarm.ts';
import { decodeList } from '../wire/envelope.ts';

export interface AlarmsResource {
  /** Alarms of the organisation, the newest first. */
  query(query?: AlarmQuery, options?: RequestOptions): Promise<ListPage<Alarm>>;
  /** Alarms of one device, the newest first. */
  ofDevice(
    deviceId: string,
    query?: Omit<AlarmQuery, 'deviceId'>,
    options?: RequestOptions,
  ): Promise<ListPage<Alarm>>;
  /** Says that somebody has seen it. A second time changes nothing. */
  acknowledge(id: string, options?: RequestOptions): Promise<Alarm>;
  /**
   * Ends it by hand. While its condition still holds, the next reading raises a new one.
   * @throws {ApiError} 409 when it has ended already.
   */
  clear(id: string, options?: RequestOptions): Promise<Alarm>;
  /** Puts it aside for so many minutes, 1 … 43,200; 0 takes it back. @throws {ApiError} 409 when it has ended. */
  shelve(id: string, minutes: number, options?: RequestOptions): Promise<Alarm>;
  /** A device's own settings and those that its product model gives it. */
  settings(deviceId: string, options?: RequestOptions): Promise<ListPage<AlarmSetting>>;
  /** Those of them that are about one attribute. */
  settingsOf(deviceId: string, identify: string, options?: RequestOptions): Promise<ListPage<AlarmSetting>>;
  /** Replaces a device's own settings: what is not sent is removed, and its alarm ends. */
  saveSettings(
    deviceId: string,
    settings: readonly AlarmSettingDraft[],
    options?: RequestOptions,
  ): Promise<ListPage<AlarmSetting>>;
  /** Settings for every device of a product model. */
  productSettings(productModelId: string, options?: RequestOptions): Promise<ListPage<AlarmSetting>>;
  /** Replaces them. */
  saveProductSettings(
    productModelId: string,
    settings: readonly AlarmSettingDraft[],
    options?: RequestOptions,
  ): Promise<ListPage<AlarmSetting>>;
}

export function createAlarmsResource(http: Http): AlarmsResource {
  const decodeSettings = (data: unknown) => decodeList(data, decodeAlarmSetting);
  const requests = (settings: readonly AlarmSettingDraft[]) => ({
    settingRequests: settings.map((setting) => encodeAlarmSetting(setting)),
  });
  return {
    query: (query = {}, { signal } = {}) =>
      http.call('alarms.query', { query: encodeAlarmQuery(query), signal }, (data) =>
        decodeList(data, decodeAlarm),
      ),
    ofDevice: (id, query = {}, { signal } = {}) =>
      http.call('alarms.ofDevice', { path: { id }, query: encodeAlarmQuery(query), signal }, (data) =>
        decodeList(data, decodeAlarm),
      ),
    acknowledge: (id, { signal } = {}) =>
      http.call('alarms.acknowledge', { path: { id }, body: {}, signal }, decodeAlarm),
    clear: (id, { signal } = {}) =>
      http.call('alarms.clear', { path: { id }, body: {}, signal }, decodeAlarm),
    shelve: (id, minutes, { signal } = {}) =>
      http.call('alarms.shelve', { path: { id }, body: { minutes }, signal }, decodeAlarm),
    settings: (id, { signal } = {}) =>
      http.call('alarmSettings.list', { path: { id }, signal }, decodeSettings),
    settingsOf: (id, x, { signal } = {}) =>
      http.call('alarmSettings.ofAttribute', { path: { id, x }, signal }, decodeSettings),
    saveSettings: (id, settings, { signal } = {}) =>
      http.call(
        'alarmSettings.save',
        { path: { id }, body: { id, ...requests(settings) }, signal },
        decodeSettings,
      ),
    productSettings: (id, { signal } = {}) =>
      http.call('alarmSettings.ofProduct', { path: { id }, signal }, decodeSettings),
    saveProductSettings: (id, settings, { signal } = {}) =>
      http.call(
        'alarmSettings.saveProduct',
        { path: { id }, body: { id, ...requests(settings) }, signal },
        decodeSettings,
      ),
  };
}
