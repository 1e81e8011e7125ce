import type { OpenedResult } from '../../domain/office/lab-result-schemas.ts'
import type { Band } from '../../domain/results.ts'
import {
  type Clinician,
  importLines,
  lineOf,
  type openReviews,
  type SampledPerson,
} from './laboratory.ts'
import type { TestApp } from './test-app.ts'

export type Reviews = Awaited<ReturnType<typeof openReviews>>

/** The result of one person, as the clinician opens it. */
export async function importOne(
  site: TestApp,
  { labId, clinician }: Reviews,
  person: SampledPerson,
  written: Parameters<typeof lineOf>[1] = {},
): Promise<OpenedResult> {
  const lines = [lineOf(person, written)]
  const [result] = await importLines(site, { labId, lines, as: clinician })
  if (!result) throw new Error('no result was imported')
  return result
}

/** Presses a button of the review; the result afterwards. */
export async function pressOn(
  site: TestApp,
  {
    result,
    path,
    as,
    body = {},
  }: { result: OpenedResult; path: string; as: Clinician; body?: object },
): Promise<OpenedResult> {
  const url = `/api/office/results/${result.id}/${path}`
  const answer = await site.ask('POST', url, { as, body: { version: result.version, ...body } })
  if (answer.status !== 200)
    throw new Error(`${path} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Imports, reviews and releases a result of this band; red by two clinicians. */
export async function releaseOne(
  site: TestApp,
  reviews: Reviews,
  {
    person,
    band,
    retest_months = null,
  }: { person: SampledPerson; band: Band; retest_months?: number | null },
): Promise<void> {
  const body = { band, retest_months }
  const result = await importOne(site, reviews, person)
  const reviewed = await pressOn(site, { result, path: 'review', as: reviews.clinician, body })
  const ready =
    band === 'Red'
      ? await pressOn(site, { result: reviewed, path: 'second-review', as: reviews.other, body })
      : reviewed
  await pressOn(site, { result: ready, path: 'release', as: reviews.clinician })
}

/** The member opens the page with their results. */
export async function readOwnResults(site: TestApp, memberId: number): Promise<void> {
  const { rows } = await site.deps.database.pool.query<{ user_id: string; email: string }>(
    'select user_id, email from members where id = $1',
    [memberId],
  )
  const [account] = rows
  if (!account) throw new Error('the member has no account')
  const as = { cookie: await site.signIn(account.user_id, account.email) }
  const { status } = await site.ask('GET', `/api/medical/results/${memberId}`, { as })
  if (status !== 200) throw new Error(`the results were answered ${status}`)
}
