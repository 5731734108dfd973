import * as v from 'valibot';
import { call } from './call.ts';

/** Characters of a password at most. */
const MAX_PASSWORD_LENGTH = 1024;

/** Name and password, as every form of a login sends them. */
export const credentials = v.object({
  username: v.pipe(
    v.string('login.username.required'),
    v.trim(),
    v.nonEmpty('login.username.required'),
    v.maxLength(128),
  ),
  password: v.pipe(
    v.string('login.password.required'),
    v.nonEmpty('login.password.required'),
    v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
  ),
});

export const auth = {
  login: call({
    method: 'POST',
    path: '/auth/login',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: 16 * 1024,
    summary: { zh: '', en: '' },
  }),
  refresh: call({
    method: 'POST',
    path: '/auth/refresh',
    service: 'system',
    auth: 'refresh-cookie',
    origin: 'own',
    maxBody: 16 * 1024,
    summary: { zh: '', en: '' },
  }),
  logout: call({
    method: 'POST',
    path: '/auth/logout',
    service: 'system',
    auth: 'refresh-cookie',
    origin: 'own',
    maxBody: 16 * 1024,
    summary: { zh: '', en: '' },
  }),
  me: call({
    method: 'GET',
    path: '/auth/me',
    service: 'system',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  updateMe: call({
    method: 'PUT',
    path: '/auth/me',
    service: 'system',
    right: 'personal',
    audit: 'update',
    origin: 'own',
    maxBody: 16 * 1024,
    summary: { zh: '', en: '' },
  }),
  changePassword: call({
    method: 'POST',
    path: '/auth/password',
    service: 'system',
    right: 'personal',
    audit: 'act',
    origin: 'own',
    maxBody: 16 * 1024,
    summary: { zh: '', en: '' },
  }),
};
