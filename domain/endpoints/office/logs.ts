import {
  AccessRowSchema,
  AuditQuerySchema,
  AuditRowSchema,
  LogQuerySchema,
  listOf,
} from '../../office/contract.ts'
import { OverrideQuerySchema, OverrideRowSchema } from '../../office/overrides.ts'
import { endpoints } from '../endpoint.ts'

export const logsOfficeEndpoints = endpoints({
  'GET /api/office/audit': {
    permission: 'audit.read',
    query: AuditQuerySchema,
    response: { 200: listOf(AuditRowSchema) },
  },
  'GET /api/office/access-log': {
    permission: 'audit.read',
    query: LogQuerySchema,
    response: { 200: listOf(AccessRowSchema) },
  },
  'GET /api/office/overrides': {
    permission: 'overrides.read',
    query: OverrideQuerySchema,
    response: { 200: listOf(OverrideRowSchema) },
  },
})
