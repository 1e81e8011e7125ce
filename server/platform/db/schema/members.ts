import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
import {
  CONTACT_WAYS,
  type ContactWay,
  SUPPORT_NEEDS,
  type SupportNeed,
  WANTED_CONTACTS,
  type WantedContact,
} from '../../../../domain/contact-and-support.ts'
import { bytes, moment } from './columns.ts'

type Searched = Record<'firstName' | 'lastName' | 'email' | 'phone' | 'postcode', SQLWrapper>

/**
 * What the office searches: the words of name and e-mail address, the telephone number's digits,
 * and the postcode with and without its space.
 */
export function wordsOf(t: Searched): SQL {
  return sql`array_to_tsvector(array_remove(regexp_split_to_array(lower(${t.firstName} || ' ' || ${t.lastName} || ' ' || coalesce(${t.email}, '') || ' ' || regexp_replace(regexp_replace(${t.phone}, '[^0-9]+', '', 'g'), '^(0044|44|0)', '') || ' ' || coalesce(${t.postcode} || ' ' || replace(${t.postcode}, ' ', ''), '')), '[^[:alnum:]]+'), ''))`
}

type Named = Searched & Record<'latinFirstName' | 'latinLastName', SQLWrapper>

/** As wordsOf, with the name in Latin letters; indexed for members who have one. */
export function latinWordsOf(t: Named): SQL {
  const firstName = sql`${t.firstName} || ' ' || coalesce(${t.latinFirstName}, '') || ' ' || coalesce(${t.latinLastName}, '')`
  return wordsOf({ ...t, firstName })
}

/** SQL: whether the member has a name in Latin letters beside their own. */
export function hasLatinName(t: Pick<Named, 'latinFirstName' | 'latinLastName'>): SQL {
  return sql`(${t.latinFirstName} is not null or ${t.latinLastName} is not null)`
}

/**
 * `id` is the short public profileId; `user_id` is the account of the authentication service, null
 * for a member who has none. `seal_id` is what sealed values are bound to where the member was made
 * without an account; it stays when they claim one. `home_address` is the address in one text: as
 * the member typed it, or made from the lines, town and postcode that the office entered.
 */
export const members = pgTable(
  'members',
  {
    id: bigint('id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: uuid('user_id').unique(),
    sealId: uuid('seal_id'),
    email: text('email'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** The name in Latin letters, where the documents' fonts lack a letter of it (domain/latin-names.ts). */
    latinFirstName: text('latin_first_name'),
    latinLastName: text('latin_last_name'),
    gender: text('gender').notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    ethnicity: text('ethnicity').notNull(),
    occupation: text('occupation'),
    phone: text('phone').notNull(),
    /** The number that a code or a member of staff confirmed: SMS go to `phone` while it is the same. */
    provenPhone: text('proven_phone'),
    /** Keyed hash of the code last sent to `phone`, with that number; when, and its wrong attempts. */
    phoneCodeHash: bytes('phone_code_hash'),
    phoneCodeSentAt: moment('phone_code_sent_at'),
    phoneCodeTries: integer('phone_code_tries').notNull().default(0),
    homeAddress: text('home_address').notNull(),
    /** The person or place that takes letters in: printed under the name. */
    careOf: text('care_of'),
    /** Whether the staff of that place may open letters; null where nobody has said. */
    staffMayOpen: boolean('staff_may_open'),
    addressLines: text('address_lines').array().notNull().default([]),
    town: text('town'),
    postcode: text('postcode'),
    contactBy: text('contact_by').$type<ContactWay>().notNull().default('email'),
    supportNeeds: text('support_needs').array().$type<SupportNeed[]>().notNull().default([]),
    /** Null where it is sealed, or nobody wrote one. */
    supportNote: text('support_note'),
    supportNoteSealId: uuid('support_note_seal_id'),
    supportNoteSealed: bytes('support_note_sealed'),
    billingAddress: text('billing_address'),
    nhsNumber: bytes('nhs_number'),
    /** Null without a number, and for a placeholder. */
    nhsNumberIndex: bytes('nhs_number_index'),
    nhsConfirmedAt: moment('nhs_confirmed_at'),
    niNumber: bytes('ni_number'),
    nhsGpEmail: text('nhs_gp_email'),
    nhsGpPhoneNumber: text('nhs_gp_phone_number'),
    isVerified: boolean('is_verified').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** When the charity recorded that the member has died; null while alive, or once revoked. */
    diedAt: moment('died_at'),
    /** `results`: only what concerns a test already taken; `none`: not even that by message. */
    wantsContact: text('wants_contact').$type<WantedContact>().notNull().default('all'),
    /** When the data was erased at the member's request; the row then has none of it. */
    erasedAt: moment('erased_at'),
    /** The record that this one was merged into; this one then has no account. */
    mergedInto: bigint('merged_into', { mode: 'number' }).references((): AnyPgColumn => members.id),
    /** Counts the changes. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('members_by_nhs_number').on(t.nhsNumberIndex),
    index('members_by_name').on(sql`lower(${t.lastName})`, sql`lower(${t.firstName})`, t.id),
    index('members_by_email').on(sql`lower(${t.email})`),
    index('members_by_words').using('gin', wordsOf(t)),
    index('members_by_latin_words').using('gin', latinWordsOf(t)).where(hasLatinName(t)),
    index('members_by_birth_date').on(t.dateOfBirth),
    index('members_who_died').on(t.id).where(sql`${t.diedAt} is not null`),
    index('members_merged_into').on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
    check(
      'member_merged_has_neither_account_nor_number',
      sql`${t.mergedInto} is null or (${t.userId} is null and ${t.nhsNumber} is null and not ${t.isActive} and ${t.mergedInto} <> ${t.id})`,
    ),
    check(
      'member_index_is_of_an_nhs_number',
      sql`${t.nhsNumberIndex} is null or ${t.nhsNumber} is not null`,
    ),
    check(
      'member_sealed_values_are_bound',
      sql`${t.userId} is not null or ${t.sealId} is not null`,
    ),
    check('member_account_has_an_email', sql`${t.userId} is null or ${t.email} is not null`),
    check('member_address_has_three_lines_at_most', sql`cardinality(${t.addressLines}) <= 3`),
    check(
      'member_support_needs_are_known',
      sql`${t.supportNeeds} <@ array[${sql.raw(quoted(SUPPORT_NEEDS))}]`,
    ),
    check('member_contact_way_is_known', sql`${t.contactBy} in (${sql.raw(quoted(CONTACT_WAYS))})`),
    check(
      'member_wanted_contact_is_known',
      sql`${t.wantsContact} in (${sql.raw(quoted(WANTED_CONTACTS))})`,
    ),
    check(
      'member_can_be_reached',
      sql`not ${t.isActive} or case ${t.contactBy} when 'email' then ${t.email} is not null when 'post' then cardinality(${t.addressLines}) > 0 and ${t.postcode} is not null when 'collect' then true else ${t.phone} <> '' end`,
    ),
  ],
)

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}

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
