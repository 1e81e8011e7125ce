import * as z from 'zod/mini'
import { LimitTextsSchema } from '../../office/limit-settings.ts'
import {
  SettingGroupSchema,
  SettingHistorySchema,
  SettingsChangeSchema,
} from '../../office/settings.ts'
import { endpoints } from '../endpoint.ts'

/** Each group has a permission of its own to change it. */
export const settingsOfficeEndpoints = endpoints({
  'GET /api/office/settings': {
    permission: 'settings.read',
    response: { 200: z.object({ data: z.array(SettingGroupSchema) }) },
  },
  /** What everybody in the office works under. */
  'GET /api/office/limits': {
    permission: 'rules.read',
    response: { 200: LimitTextsSchema },
  },
  'GET /api/office/settings/:group': {
    permission: 'settings.read',
    response: { 200: SettingHistorySchema },
  },
  'PUT /api/office/settings/:group': {
    permission: 'settings.read',
    body: SettingsChangeSchema,
    response: { 200: SettingGroupSchema },
  },
})
