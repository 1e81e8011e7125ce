import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'

/** What the office searches: the words of name and address, and the telephone number's digits. */
export function wordsOf(t: Record<'firstName' | 'lastName' | 'email' | 'phone', SQLWrapper>): SQL {
  return sql`to_tsvector('simple', regexp_replace(${t.firstName} || ' ' || ${t.lastName} || ' ' || ${t.email}, '[^[:alnum:]]+', ' ', 'g') || ' ' || regexp_replace(regexp_replace(${t.phone}, '[^0-9]+', '', 'g'), '^(0044|44|0)', ''))`
}

/** `id` is the short public profileId; `user_id` is the account of the authentication service. */
export const members = pgTable(
  'members',
  {
    id: bigint('id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: uuid('user_id').notNull().unique(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    gender: text('gender').notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    ethnicity: text('ethnicity').notNull(),
    occupation: text('occupation'),
    phone: text('phone').notNull(),
    homeAddress: text('home_address').notNull(),
    billingAddress: text('billing_address'),
    nhsNumber: bytes('nhs_number'),
    nhsNumberIndex: bytes('nhs_number_index'),
    nhsConfirmedAt: moment('nhs_confirmed_at'),
    niNumber: bytes('ni_number'),
    nhsGpEmail: text('nhs_gp_email'),
    nhsGpPhoneNumber: text('nhs_gp_phone_number'),
    isVerified: boolean('is_verified').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** Counts the changes. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('members_by_nhs_number').on(t.nhsNumberIndex),
    index('members_by_name').on(sql`lower(${t.lastName})`, sql`lower(${t.firstName})`, t.id),
    index('members_by_words').using('gin', wordsOf(t)),
    index('members_by_birth_date').on(t.dateOfBirth),
    check(
      'member_nhs_number_is_indexed',
      sql`(${t.nhsNumber} is null) = (${t.nhsNumberIndex} is null)`,
    ),
  ],
)

export const pendingProfiles = pgTable(
  'pending_profiles',
  {
    userId: uuid('user_id').primaryKey(),
    form: bytes('form').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('pending_profiles_by_age').on(t.createdAt)],
)

export const member = () =>
  bigint('member_id', { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'restrict' })
