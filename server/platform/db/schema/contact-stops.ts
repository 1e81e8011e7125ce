import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  CONTACT_STOP_KINDS,
  type ContactStopKind,
  ERASURE_BLOCKERS,
  type ErasureBlocker,
} from '../../../../domain/office/contact-stops.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'
import { memberMerges } from './merges.ts'
import { staff } from './staff.ts'

const words = (list: readonly string[]) => sql.raw(list.map((word) => `'${word}'`).join(', '))
const by = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => staff.id)

/**
 * A member has died or wants less contact, and its revocation by a second person. `sealed`: who told
 * the charity, and what was stopped or started again. Append-only.
 */
export const contactStops = pgTable(
  'contact_stops',
  {
    id: id(),
    memberId: member(),
    kind: text('kind').$type<ContactStopKind | 'revoked'>().notNull(),
    revokes: bigint('revokes', { mode: 'number' }).references((): AnyPgColumn => contactStops.id),
    madeBy: by('made_by'),
    at: moment('at').notNull(),
    sealId: uuid('seal_id').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (t) => [
    unique('a_contact_stop_is_revoked_once').on(t.revokes),
    index('contact_stops_by_member').on(t.memberId, t.id),
    check(
      'contact_stop_kind_is_known',
      sql`${t.kind} in (${words([...CONTACT_STOP_KINDS, 'revoked'])})`,
    ),
    check('contact_stop_revokes_one', sql`(${t.kind} = 'revoked') = (${t.revokes} is not null)`),
  ],
)

/** A clinician's signature that a record may be erased although this is under way. Append-only. */
export const erasureExceptions = pgTable(
  'erasure_exceptions',
  {
    id: id(),
    memberId: member(),
    blockers: text('blockers').array().$type<ErasureBlocker[]>().notNull(),
    signedBy: by('signed_by'),
    at: moment('at').notNull(),
    sealId: uuid('seal_id').notNull(),
    /** The clinician's reason. */
    sealed: bytes('sealed').notNull(),
  },
  (t) => [
    index('erasure_exceptions_by_member').on(t.memberId, t.id),
    check(
      'erasure_exception_is_of_known_blockers',
      sql`cardinality(${t.blockers}) > 0 and ${t.blockers} <@ array[${words(ERASURE_BLOCKERS)}]`,
    ),
  ],
)

/** A merge that was ended: its two records are of two people. Append-only. */
export const memberPartings = pgTable('member_partings', {
  mergeId: bigint('merge_id', { mode: 'number' })
    .primaryKey()
    .references(() => memberMerges.id),
  partedBy: by('parted_by'),
  at: moment('at').notNull(),
})
