import type { LetterPerson } from '../../../domain/office/result-letters.ts'
import type { Deps } from '../../deps.ts'
import { findPersonState } from '../../facts/person-state.queries.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { nameOf } from './letter-content.ts'
import { findAddressee } from './letters.queries.ts'

/** Whom a letter is about, and what stands on top of their record. Logs the access. Throws Refused not_found. */
export function readLetterPerson(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { id, by }: { id: number; by: Staff },
): Promise<LetterPerson> {
  return database.transaction(async (tx) => {
    const addressee = await findAddressee(tx, id)
    const at = now()
    const person =
      addressee && (await findPersonState(tx, { memberId: addressee.memberId, now: at }))
    if (!addressee || !person) throw new Refused('not_found')
    const { memberId, recipient, dateOfBirth } = addressee
    await insertStaffAccess(tx, { staff: by, memberId, what: 'member', reason: 'result', at })
    const who = { name: nameOf(addressee), date_of_birth: dateOfBirth }
    return { letter_id: id, member_id: memberId, ...who, recipient, person }
  })
}
