// Review, release and letters.
import { BANDS } from '../../domain/results.ts'
import type { Random } from '../app/seeded.ts'
import { pickFrom } from './choose.ts'
import type { Facts, LabResult } from './facts.queries.ts'
import { readLetters } from './papers.ts'
import { type Life, nameOf, type Staff, send } from './world.ts'

const REASON = 'A slip'

export function review(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const result = pickFrom(
    random,
    facts.labResults.filter(({ state }) => state === 'review'),
  )
  const body = decision(random, result)
  return act(life, random, { result, path: 'review', body })
}

export function reviewAgain(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const result = pickFrom(
    random,
    facts.labResults.filter(({ state }) => state === 'second'),
  )
  return act(life, random, { result, path: 'second-review', body: decision(random, result) })
}

export const sendBack = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(random, facts.labResults),
    path: 'send-back',
    body: { note: REASON },
  })

export const ring = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(
      random,
      facts.labResults.filter(({ state }) => state === 'ring first'),
    ),
    path: 'call',
    body: { note: 'Reached' },
  })

export const release = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(
      random,
      facts.labResults.filter(({ state }) => state === 'ready'),
    ),
    path: 'release',
    body: { override: REASON },
  })

export const takeBack = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(random, facts.labResults),
    path: 'take-back',
    body: { note: REASON },
  })

export async function readOwn(life: Life, random: Random): Promise<string | null> {
  const as = random.pick(life.members)
  const { status } = await life.site.ask('GET', `/api/medical/results/${as.id}`, { as })
  return status === 200 ? `${as.firstName} reads the results.` : null
}

/** All letters that wait are made into a batch, and the batch is posted. */
export async function post(life: Life): Promise<string | null> {
  const as = life.staff.clinician
  const made = await send(life, 'POST', '/api/office/letter-batches', { as, body: {} })
  if (made.status !== 201) return null
  life.batches.push(made.body.id)
  const url = `/api/office/letter-batches/${made.body.id}`
  for (const step of ['printed', 'posted']) {
    const { body: batch } = await life.site.ask('GET', url, { as })
    const taken_out = (batch.take_out ?? []).map(({ id }: { id: number }) => id)
    const body = { step, count: batch.letters - batch.stopped - taken_out.length, taken_out }
    await readLetters(life, made.body.id)
    const { status } = await send(life, 'PUT', url, { as, body })
    if (status !== 200) return `Letters of batch ${made.body.id} are not ${step}.`
  }
  return `Letters of batch ${made.body.id} are posted.`
}

function decision(random: Random, result: LabResult | null) {
  const band = result?.isWithdrawal ? null : random.pick(BANDS)
  return { band, retest_months: null, ring_first: random.chance(0.2) }
}

/** What becomes of a result after a withdrawn consent or a death. */
export const choose = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(random, facts.labResults),
    path: 'choice',
    body: { choice: random.pick(['tell', 'gp_only', 'destroy']), note: REASON },
  })
export const letStand = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(random, releasedIn(facts)),
    path: 'stands',
    body: { note: REASON },
  })
export const askTakeBack = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(random, releasedIn(facts)),
    path: 'take-back-request',
    body: { because: random.pick(['wrong_man', 'wrong_band', 'wrong_words']), note: REASON },
  })
export const confirmTakeBack = (life: Life, random: Random, facts: Facts) =>
  act(life, random, {
    result: pickFrom(random, releasedIn(facts)),
    path: random.chance(0.8) ? 'take-back-request/confirm' : 'take-back-request/drop',
    body: { note: REASON },
  })

function releasedIn({ labResults }: Facts): LabResult[] {
  return labResults.filter(({ state }) => state === 'released')
}

async function act(
  life: Life,
  random: Random,
  of: { result: LabResult | null; path: string; body: object },
): Promise<string | null> {
  if (!of.result) return null
  const as = random.pick<Staff>([life.staff.clinician, life.staff.second])
  const url = `/api/office/results/${of.result.id}`
  const opened = await life.site.ask('GET', url, { as })
  if (opened.status !== 200) return null
  const body = { version: opened.body.version, ...of.body }
  const { status } = await send(life, 'POST', `${url}/${of.path}`, { as, body })
  const who = as === life.staff.clinician ? 'the first clinician' : 'the second clinician'
  const { member } = of.result
  return status === 200
    ? `Result ${of.result.id} of ${nameOf(life, member)}: ${of.path} by ${who} ${JSON.stringify(of.body)}.`
    : null
}
