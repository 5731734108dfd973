import { call } from './call.ts';

export const system = {
  health: call({
    method: 'GET',
    path: '/healthz',
    service: 'system',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    summary: { zh: '进程是否在运行', en: 'Whether the process runs' },
  }),
  ready: call({
    method: 'GET',
    path: '/readyz',
    service: 'system',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    summary: { zh: '是否可以服务', en: 'Whether database and broker answer' },
  }),
  metrics: call({
    method: 'GET',
    path: '/metrics',
    service: 'system',
    auth: 'none',
    form: 'text',
    origin: 'own',
    summary: { zh: 'Prometheus 指标', en: 'Numbers for Prometheus' },
  }),
};
