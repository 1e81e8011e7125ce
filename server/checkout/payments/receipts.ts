import { OUR, wording } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import { printedName } from '../../../domain/latin-names.ts'
import { isUndone } from '../../../domain/money-of.ts'
import { paymentSums } from '../../../domain/money-shown.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import {
  hasReceipt,
  type ListedReceipt,
  type Receipt,
  receiptHow,
  receiptLines,
} from '../../../domain/receipts.ts'
import { dayInWords, ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { nameIn } from '../../members/latin-columns.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { type Letter, letterPdf } from '../../messages/letters/letter-pdf.ts'
import { receiptSent } from '../../messages/mails/receipt-sent.ts'
import { readCard } from '../../money/ledger/transaction.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../../staff/guard.ts'
import { findReceipt, listReceipts, type ReceiptRow } from './receipts.queries.ts'

type DrawDeps = Pick<Deps, 'database' | 'now' | 'site'>
type MailDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys' | 'settings' | 'site'
>
type Sent = { sent_to: string }

/** The receipts of a member; of an undone entry only that it was undone. */
export async function ownReceipts(
  { database }: Pick<Deps, 'database'>,
  memberId: number,
): Promise<ListedReceipt[]> {
  const rows = await listReceipts(database.db, memberId)
  const paid = rows.filter(({ record }) => record.capturedPence > 0)
  return paid.map((row) => ({
    payment_id: row.id,
    number: numberOf(row),
    event_name: row.eventName,
    date: ukDate(row.startsAt),
    time: ukTime(row.startsAt),
    how: receiptHow(receiptOf(row)),
    paid_at: row.record.paidAt.toISOString(),
    amount_pence: row.record.capturedPence,
    refunded_pence: isUndone(row.record) ? 0 : paymentSums(row.record).refunded_pence,
    is_undone: isUndone(row.record),
  }))
}

/** A member's own receipt. Throws Refused not_found for any other payment, or one without a receipt. */
export async function drawOwnReceipt(
  deps: DrawDeps,
  { id, memberId }: { id: string; memberId: number },
): Promise<Buffer> {
  const row = await findReceipt(deps.database.db, { id, memberId })
  if (!row || !hasReceipt(row.record)) throw new Refused('not_found')
  return drawReceipt(deps, row, deps.now())
}

/** For staff; logs the access. Throws Refused not_found, record_erased or no_receipt. */
export async function drawStaffReceipt(
  deps: DrawDeps,
  { id, staff }: { id: string; staff: Staff },
): Promise<Buffer> {
  const at = deps.now()
  const row = await deps.database.transaction(async (tx) => {
    const found = standing(await findReceipt(tx, { id }))
    const { id: memberId } = found.member
    await insertStaffAccess(tx, { staff, memberId, what: 'payment', reason: 'payment', at })
    return found
  })
  return drawReceipt(deps, row, at)
}

/**
 * Sends the receipt to the address that the member signs in with, and returns it. Throws Refused
 * not_found, record_erased, no_receipt, has_died, wants_no_messages, no_account or too_many_requests.
 */
export function mailReceipt(
  deps: MailDeps,
  { id, staff, saveResponse }: { id: string; staff: Staff; saveResponse: SaveResponse<Sent> },
): Promise<Sent> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const row = standing(await findReceipt(tx, { id }))
    const { id: memberId, firstName, email, userId, diedAt } = row.member
    if (diedAt !== null) throw new Refused('has_died')
    if (!(await mayTellMember(tx, memberId, 'appointment'))) throw new Refused('wants_no_messages')
    if (userId === null || email === null) throw new Refused('no_account')
    await consumeOrThrow(tx, deps, 'help mails of a person', staff.userId)
    await consumeOrThrow(tx, deps, 'help mails to', email.toLowerCase())
    const lines = await linesOf(deps, tx, row)
    const enclosed = { name: `${fileNameOf(row)}.pdf`, letter: receiptLetter(row, { lines, at }) }
    const mail = receiptSent({ memberId, to: email, firstName, lines, enclosed })
    await deps.jobs.enqueue(tx, 'mail', mail)
    const entry = { by: staff, memberId, subject: `payment ${id}`, at }
    await insertAudit(tx, entry, 'receipt sent', {})
    await insertStaffAccess(tx, { staff, memberId, what: 'payment', reason: 'payment', at })
    const sent = { sent_to: email }
    await saveResponse(tx, sent)
    return sent
  })
}

/** Its payer's record stands, and it has a receipt. */
function standing(row: ReceiptRow | null): ReceiptRow {
  if (!row) throw new Refused('not_found')
  ownRecord(row.member)
  if (!hasReceipt(row.record)) throw new Refused('no_receipt')
  return row
}

async function drawReceipt(deps: DrawDeps, row: ReceiptRow, at: Date): Promise<Buffer> {
  const lines = await linesOf(deps, deps.database.db, row)
  const { charity } = await deps.site.present()
  return letterPdf(receiptLetter(row, { lines, at }), charity)
}

async function linesOf({ site }: Pick<Deps, 'site'>, q: Queryable, row: ReceiptRow) {
  const { vat_line } = await site.charityAt(q, row.record.paidAt)
  return receiptLines(receiptOf(row), vat_line)
}

type Lines = ReturnType<typeof receiptLines>

function receiptLetter(row: ReceiptRow, { lines, at }: { lines: Lines; at: Date }): Letter {
  const { careOf, addressLines, town, postcode, supportNeeds } = row.member
  const receipt = receiptOf(row)
  const { payer: name } = receipt
  return {
    title: 'Receipt',
    to: letterAddress({ name, careOf, lines: addressLines, town, postcode }) ?? [name],
    reference: `Receipt ${receipt.number}`,
    isLargePrint: supportNeeds.includes('large print'),
    at,
    parts: [
      { paragraph: lines.map(([label, text]) => `${label}: ${text}`).join('\n') },
      { paragraph: wording`${CHARITY_NAME}. ${OUR.registration}.` },
    ],
  }
}

function fileNameOf(row: Pick<ReceiptRow, 'id' | 'orderId'>): string {
  return `receipt-${numberOf(row)}`
}

function receiptOf(row: ReceiptRow): Receipt {
  const { first_name: first, last_name: last } = printedName(nameIn(row.member))
  const { eventName, startsAt, reference } = row
  const time = `${ukTime(startsAt)} on ${dayInWords(ukDate(startsAt))}`
  const card = readCard(row)
  const digits = card?.lastDigits
  return {
    number: numberOf(row),
    payer: `${first} ${last}`,
    appointment: `${eventName}, ${time}${reference === null ? '' : `, reference ${reference}`}`,
    card: digits ? `${card.brand ?? 'card'} ending in ${digits}` : null,
    record: row.record,
  }
}

function numberOf({ id, orderId }: Pick<ReceiptRow, 'id' | 'orderId'>): string {
  return orderId ?? id
}
