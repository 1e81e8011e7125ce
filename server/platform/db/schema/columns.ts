import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
