import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { InvitationEnd } from '../../../../domain/office/invitations.ts'
import { bytes, id, moment } from './columns.ts'
import { event } from './events.ts'
import { members } from './members.ts'
import { staff } from './staff.ts'

/**
 * A place held for somebody who is named, with their own link to book it. The place is held for
 * `key_hash`, as for a visitor, until somebody opens the link.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    eventId: event(),
    slotStartsAt: moment('slot_starts_at').notNull(),
    /** Hash of the newest link. */
    keyHash: bytes('key_hash').notNull().unique('one_invitation_per_link'),
    sealId: uuid('seal_id').notNull(),
    /** Name, email address and mobile number. */
    sealed: bytes('sealed').notNull(),
    /** Null when a member of the public asked for the place. */
    invitedBy: bigint('invited_by', { mode: 'number' }).references(() => staff.id),
    createdAt: moment('created_at').notNull(),
    heldUntil: moment('held_until').notNull(),
    /** When the link was last sent; null when it was not, or was printed. */
    sentAt: moment('sent_at'),
    /** Keyed hash of the browser that opened the link; it holds the place instead. */
    openedBy: bytes('opened_by'),
    openedAt: moment('opened_at'),
    /** Who signed in to book the place. */
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id),
    endedAt: moment('ended_at'),
    endedBecause: text('ended_because').$type<InvitationEnd>(),
  },
  (t) => [
    index('invitations_by_event').on(t.eventId),
    index('invitations_by_opener').on(t.openedBy).where(sql`${t.openedBy} is not null`),
    index('invitations_by_member').on(t.memberId).where(sql`${t.memberId} is not null`),
    unique('one_invitation_per_seal').on(t.sealId),
    check('invitation_holds_for_a_time', sql`${t.heldUntil} > ${t.createdAt}`),
    check(
      'invitation_is_opened_by_somebody',
      sql`(${t.openedBy} is null) = (${t.openedAt} is null)`,
    ),
    check(
      'invitation_ends_for_a_reason',
      sql`(${t.endedAt} is null) = (${t.endedBecause} is null) and coalesce(${t.endedBecause}, 'withdrawn') in ('withdrawn', 'event cancelled', 'time changed')`,
    ),
  ],
)
