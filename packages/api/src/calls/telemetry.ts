import { call } from './call.ts';

export const telemetry = {
  latest: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/latest/timeseries',
    embed: 'device',
    summary: { zh: '', en: '' },
  }),
  history: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries',
    embed: 'device',
    summary: { zh: '', en: '' },
  }),
  latestShared: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/latest/timeseries/authorize',
    summary: { zh: '', en: '' },
  }),
  historyShared: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/authorize',
    summary: { zh: '', en: '' },
  }),
  daily: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/daily',
    summary: { zh: '', en: '' },
  }),
  drought: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/droughtassessment',
    summary: { zh: '', en: '' },
  }),
  warning: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/predicate/warning',
    summary: { zh: '', en: '' },
  }),
  irrigation: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/irrigate',
    summary: { zh: '', en: '' },
  }),
  count: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/timeseries/count',
    summary: { zh: '', en: '' },
  }),
  export: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/export',
    form: 'binary',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  chart: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/chart',
    embed: 'device',
    summary: { zh: '', en: '' },
  }),
};
