import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import {
  IDENTITY_PROOFS,
  type IdentityProof,
  LETTER_STATES,
  type LetterState,
  RECIPIENTS,
  RETURN_REASONS,
  type Recipient,
  type ReturnReason,
} from '../../../../domain/office/result-letters.ts'
import { bytes, id, moment } from './columns.ts'
import { member } from './members.ts'
import { results } from './results.ts'
import { staff } from './staff.ts'

const staffMember = (name: string) => bigint(name, { mode: 'number' }).references(() => staff.id)
const words = (list: readonly string[]) => sql.raw(list.map((word) => `'${word}'`).join(', '))

/** Letters that are printed and posted together. `reason` of a reprint. */
export const letterBatches = pgTable(
  'letter_batches',
  {
    id: id(),
    reason: text('reason'),
    madeBy: staffMember('made_by').notNull(),
    madeAt: moment('made_at').notNull(),
    /** SHA-256 of the last PDF with the letters. */
    pdfHash: bytes('pdf_hash'),
    printedAt: moment('printed_at'),
    printedBy: staffMember('printed_by'),
    postedAt: moment('posted_at'),
    postedBy: staffMember('posted_by'),
  },
  (t) => [
    check(
      'letter_batch_steps_have_a_person',
      sql`(${t.printedAt} is null) = (${t.printedBy} is null) and (${t.postedAt} is null) = (${t.postedBy} is null)`,
    ),
    check(
      'letter_batch_is_printed_before_it_is_posted',
      sql`${t.postedAt} is null or ${t.printedAt} is not null`,
    ),
  ],
)

/** A letter with a released result, or its reprint, which is the next `copy`. It has no content. */
export const resultLetters = pgTable(
  'result_letters',
  {
    id: id(),
    resultId: bigint('result_id', { mode: 'number' })
      .notNull()
      .references(() => results.id),
    memberId: member(),
    recipient: text('recipient').$type<Recipient>().notNull(),
    copy: integer('copy').notNull().default(1),
    state: text('state').$type<LetterState>().notNull().default('waiting'),
    waitingSince: moment('waiting_since').notNull(),
    batchId: bigint('batch_id', { mode: 'number' }).references(() => letterBatches.id),
    /** Of a letter to a GP: the surgery's address, sealed; null while nobody has entered it. */
    surgery: bytes('surgery'),
    /** A keyed hash of the surgery that the consent named when its address was entered. */
    surgeryIndex: bytes('surgery_index'),
    /** A keyed hash of the address on the letter. */
    addressIndex: bytes('address_index'),
    returnedOn: date('returned_on', { mode: 'string' }),
    returnReason: text('return_reason').$type<ReturnReason>(),
    collectedAt: moment('collected_at'),
    handedOverBy: staffMember('handed_over_by'),
    identityProof: text('identity_proof').$type<IdentityProof>(),
  },
  (t) => [
    unique('each_letter_of_a_result_once').on(t.resultId, t.recipient, t.copy),
    index('result_letters_by_state').on(t.state, t.id),
    index('result_letters_by_member').on(t.memberId),
    index('result_letters_by_batch').on(t.batchId),
    index('result_letters_by_surgery').on(t.surgeryIndex),
    check('result_letter_state_is_known', sql`${t.state} in (${words(LETTER_STATES)})`),
    check('result_letter_recipient_is_known', sql`${t.recipient} in (${words(RECIPIENTS)})`),
    check('result_letter_return_is_known', sql`${t.returnReason} in (${words(RETURN_REASONS)})`),
    check(
      'result_letter_returned_on_a_day_for_a_reason',
      sql`(${t.state} = 'returned') = (${t.returnedOn} is not null) and (${t.returnedOn} is null) = (${t.returnReason} is null)`,
    ),
    check(
      'result_letter_collected_from_a_person',
      sql`(${t.state} = 'collected') = (${t.collectedAt} is not null) and (${t.collectedAt} is null) = (${t.handedOverBy} is null) and (${t.handedOverBy} is null) = (${t.identityProof} is null)`,
    ),
    check('result_letter_proof_is_known', sql`${t.identityProof} in (${words(IDENTITY_PROOFS)})`),
    check(
      'result_letter_surgery_of_a_gp',
      sql`(${t.surgery} is null) = (${t.surgeryIndex} is null) and (${t.recipient} = 'gp' or ${t.surgery} is null)`,
    ),
    check(
      'result_letter_printed_in_a_batch',
      sql`${t.state} in ('waiting', 'stopped') or (${t.batchId} is not null and ${t.addressIndex} is not null)`,
    ),
  ],
)
