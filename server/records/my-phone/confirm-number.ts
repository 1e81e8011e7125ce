import { randomInt, timingSafeEqual } from 'node:crypto'
import { codeEnd, type MyPhone } from '../../../domain/my-phone.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import {
  findProfileByUser,
  lockProfileOfUser,
  type MemberRow,
  updateMember,
} from '../../members/members.queries.ts'
import { NO_PHONE_CODE } from '../../members/profile-fields.ts'
import { numberCode } from '../../messages/sms/number-code.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { consumeAlone, EVERYBODY } from '../../platform/rate-limits/rate-limits.ts'
import { countNumberTry, saveNumberCode } from './my-phone.queries.ts'

type PhoneDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'settings'>

/** Throws Refused not_found for an account without a profile. */
export async function readMyPhone(deps: PhoneDeps, userId: string): Promise<MyPhone> {
  const row = await findProfileByUser(deps.database.db, userId)
  if (!row) throw new Refused('not_found')
  return toMyPhone(deps, row)
}

/**
 * Sends six digits to the number on record; an earlier code stops working. Throws Refused not_found,
 * number_confirmed, no_mobile_of_yours, no_texts_here, too_many_requests.
 */
export async function sendNumberCode(
  deps: PhoneDeps,
  { userId, address }: { userId: string; address: string },
): Promise<MyPhone> {
  const { database, fieldKeys, now } = deps
  const before = await findProfileByUser(database.db, userId)
  if (!before) throw new Refused('not_found')
  await consumeAlone(deps, [
    ['number codes of a member', userId],
    ['number codes of an address', address],
    ['number codes to', mobileToConfirm(deps, before)],
    ['number codes', EVERYBODY],
  ])
  return database.transaction(async (tx) => {
    const row = await lockProfileOfUser(tx, userId)
    if (row?.phone !== before.phone) throw new Refused('not_found')
    const phone = mobileToConfirm(deps, row)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const sentAt = now()
    const hash = hashOf(fieldKeys, { memberId: row.id, phone, code })
    await saveNumberCode(tx, row.id, { hash, sentAt })
    await deps.jobs.enqueue(tx, 'sms', numberCode({ phone, code, memberId: row.id }))
    await insertAudit(tx, { by: userId, memberId: row.id, at: sentAt }, 'number code sent')
    return toMyPhone(deps, { ...row, phoneCodeSentAt: sentAt, phoneCodeTries: 0 })
  })
}

/**
 * Confirms the number on record by the code that was sent to it. A wrong code uses up one of its five
 * tries. Throws Refused not_found, wrong_number_code, too_many_requests.
 */
export async function confirmNumber(
  deps: PhoneDeps,
  { userId, code }: { userId: string; code: string },
): Promise<MyPhone> {
  await consumeAlone(deps, [['number codes tried by a member', userId]])
  const confirmed = await deps.database.transaction(async (tx) => {
    const row = await lockProfileOfUser(tx, userId)
    if (!row) throw new Refused('not_found')
    if (provenMobile(row) !== null) return toMyPhone(deps, row)
    const at = deps.now()
    if (!isRight(deps, row, code)) {
      if (codeEndOf(deps, row)) await countNumberTry(tx, row.id, row.phoneCodeTries + 1)
      await insertAudit(tx, { by: userId, memberId: row.id, at: at }, 'number code refused')
      return null
    }
    const proof = { provenPhone: row.phone, ...NO_PHONE_CODE }
    await updateMember(tx, row.id, { ...proof, updatedAt: at })
    await insertAudit(tx, { by: userId, memberId: row.id, at: at }, 'number confirmed')
    return toMyPhone(deps, { ...row, ...proof })
  })
  // Thrown after the commit, so that the try counts.
  if (!confirmed) throw new Refused('wrong_number_code')
  return confirmed
}

function mobileToConfirm({ settings }: Pick<Deps, 'settings'>, row: MemberRow): string {
  if (!settings.sendsSms) throw new Refused('no_texts_here')
  if (provenMobile(row) !== null) throw new Refused('number_confirmed')
  const mobile = ukMobile(row.phone)
  if (mobile === null) throw new Refused('no_mobile_of_yours')
  return mobile
}

function isRight(deps: PhoneDeps, row: MemberRow, typed: string): boolean {
  const phone = ukMobile(row.phone)
  if (phone === null || row.phoneCodeHash === null || !codeEndOf(deps, row)) return false
  const code = typed.replace(/\s/g, '')
  const hash = hashOf(deps.fieldKeys, { memberId: row.id, phone, code })
  return timingSafeEqual(hash, row.phoneCodeHash)
}

/** Bound to the member and the number: a code proves no other. */
function hashOf(
  fieldKeys: Deps['fieldKeys'],
  { memberId, phone, code }: { memberId: number; phone: string; code: string },
): Buffer {
  return fieldKeys.blindIndex(`${memberId} ${phone} ${code}`, 'code of a phone number')
}

function codeEndOf({ now }: PhoneDeps, row: MemberRow): Date | null {
  return codeEnd({ sentAt: row.phoneCodeSentAt, tries: row.phoneCodeTries }, now())
}

function toMyPhone(deps: PhoneDeps, row: MemberRow): MyPhone {
  const state = stateOf(deps, row)
  const end = state === 'to_confirm' ? codeEndOf(deps, row) : null
  return { phone: row.phone, state, code_ends_at: end?.toISOString() ?? null }
}

function stateOf({ settings }: PhoneDeps, row: MemberRow): MyPhone['state'] {
  if (ukMobile(row.phone) === null) return 'no_mobile'
  if (provenMobile(row) !== null) return 'confirmed'
  return settings.sendsSms ? 'to_confirm' : 'no_texts'
}
