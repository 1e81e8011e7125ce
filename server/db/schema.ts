// All tables. Append-only guards are in migrations/0001_append_only.sql.

export * from './schema/appointments.ts'
export * from './schema/bulk-actions.ts'
export * from './schema/consent.ts'
export * from './schema/events.ts'
export * from './schema/field-keys.ts'
export * from './schema/identity.ts'
export * from './schema/letters.ts'
export * from './schema/members.ts'
export * from './schema/payments.ts'
export * from './schema/requests.ts'
export * from './schema/results.ts'
export * from './schema/staff.ts'
