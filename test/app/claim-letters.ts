import { CLAIM_DAYS } from '../../domain/claim-code.ts'
import { drawClaimCode, hashOfClaimCode } from '../../server/records/claims/claim-code.ts'
import { replaceClaimLetter } from '../../server/records/claims/claim-letters.queries.ts'
import { readPdf } from './read-pdf.ts'
import type { TestApp } from './test-app.ts'

type Clerk = { cookie: string }

export const BORN = '1955-02-03'
export const LONELY = {
  first_name: 'Albert',
  last_name: 'Rungin',
  date_of_birth: BORN,
  address_lines: ['Rose Cottage', '3 Mill Lane'],
  town: 'Bures',
  postcode: 'CO8 5AA',
  contact_by: 'post',
  confirmed_new: true,
}

/** A member whom the office made, without an account. */
export async function addByOffice(site: TestApp, clerk: Clerk, more: object = {}): Promise<number> {
  const body = { ...LONELY, ...more }
  const made = await site.ask('POST', '/api/office/members', { as: clerk, body })
  if (made.status !== 201) throw new Error(`not made: ${JSON.stringify(made.body)}`)
  return made.body.id
}

/** The code that is printed on a new letter to the member. */
export async function postLetter(site: TestApp, clerk: Clerk, memberId: number): Promise<string> {
  return codeIn(await readPdf(await letterPdfOf(site, clerk, memberId)))
}

/** The code of a letter that is stored as one that was printed; much faster. */
export async function storeLetter(
  { deps }: TestApp,
  { id: madeBy }: { id: number },
  memberId: number,
  replacesAccount: string | null = null,
): Promise<string> {
  const code = drawClaimCode()
  const madeAt = deps.now()
  const expiresAt = new Date(madeAt.getTime() + CLAIM_DAYS * 86_400_000)
  const codeHash = hashOfClaimCode(deps, code)
  await deps.database.transaction((tx) =>
    replaceClaimLetter(tx, { memberId, replacesAccount, codeHash, madeBy, madeAt, expiresAt }),
  )
  return code
}

/** The clerk asks for it and a clinician prints it. */
export async function letterPdfOf(site: TestApp, clerk: Clerk, memberId: number): Promise<Buffer> {
  const url = `/api/office/members/${memberId}/claim-letters`
  const asked = await site.ask('POST', url, { as: clerk })
  if (asked.status !== 201) throw new Error(`not asked for: ${JSON.stringify(asked.body)}`)
  const clinician = await site.staff(['clinician'])
  const printed = await printLetter(site, clinician, await requestFor(site, memberId))
  if (printed.statusCode !== 201) throw new Error(`no letter: ${printed.body}`)
  return printed.rawPayload
}

/** The member number's newest request. */
export async function requestFor({ deps }: TestApp, memberId: number): Promise<number> {
  const { rows } = await deps.database.pool.query(
    'select id from claim_letter_requests where member_id = $1 order by id desc limit 1',
    [memberId],
  )
  return Number(rows[0]?.id)
}

export function printLetter(site: TestApp, as: Clerk, requestId: number) {
  return site.app.inject({
    method: 'POST',
    url: `/api/office/claim-letter-requests/${requestId}/print`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: as.cookie },
  })
}

export function codeIn(pages: Awaited<ReturnType<typeof readPdf>>): string {
  const text = pages.flat().map((item) => item.text.replaceAll(' ', ''))
  const code = text.find((item) => /^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/.test(item))
  if (!code) throw new Error('there is no code in this letter')
  return code
}
