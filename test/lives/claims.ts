// Acts about a record that the office holds: a letter with a code, who claims the record by it, and
// what the contact and the clinicians say.
import { codeIn } from '../app/claim-letters.ts'
import { readPdf } from '../app/read-pdf.ts'
import type { Random } from '../app/seeded.ts'
import { hasHealth } from './check-claims.ts'
import { pickFrom } from './choose.ts'
import type { Facts } from './facts.queries.ts'
import type { Account } from './held.ts'
import { type Life, nameOf, type Staff, send } from './world.ts'

const WAIT_MS = 5 * 24 * 3_600_000
const REASON = 'They came with a passport'

export async function inviteByLetter(life: Life, random: Random): Promise<string | null> {
  const held = pickFrom(random, life.held)
  const member = life.members.find(({ id }) => id === held?.memberId)
  if (!held || !member) return null
  const by = random.pick([life.staff.office, life.staff.admin])
  const url = `/api/office/members/${held.memberId}/claim-letters`
  const asked = await send(life, 'POST', url, { as: by })
  if (asked.status !== 201) return null
  const clinician = random.pick<Staff>([life.staff.clinician, life.staff.second])
  const list = await life.site.ask('GET', '/api/office/claim-letter-requests?limit=500', {
    as: clinician,
  })
  const request = list.body.data.find(
    (one: { member_id: number }) => one.member_id === held.memberId,
  )
  if (!request) return `A letter to ${member.firstName} is asked for, and is on no list.`
  const printed = await life.site.app.inject({
    method: 'POST',
    url: `/api/office/claim-letter-requests/${request.request_id}/print`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: clinician.cookie },
  })
  if (printed.statusCode !== 201) return null
  const code = codeIn(await readPdf(printed.rawPayload))
  const { memberId } = held
  life.codes.push({ memberId, code, born: member.dateOfBirth, printedBy: clinician.id })
  return `A letter with a code is printed for ${member.firstName}.`
}

/** The right account, a stranger, or a member with a record of their own types the code of a letter. */
export async function claim(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const letter = pickFrom(random, life.codes)
  const held = life.held.find(({ memberId }) => memberId === letter?.memberId)
  if (!letter || !held) return null
  const others = life.members.filter(({ id }) => id !== held.memberId)
  const as = random.pick<Account>([
    ...held.accounts,
    held.accounts[0] ?? random.pick(others),
    random.pick(others),
  ])
  const isRight = random.chance(0.85)
  const date_of_birth = isRight ? letter.born : '1931-01-01'
  const hadHealth = hasHealth(facts, held.memberId)
  const wasOwn = isOwnedBy(facts, held.memberId, as.userId)
  const { status, body } = await send(life, 'POST', '/api/record-claims', {
    as,
    body: { code: letter.code, date_of_birth },
  })
  if (status !== 200) return null
  const of = `the record of ${nameOf(life, held.memberId)}`
  if (!isRight) life.untrue.push(`${of} was claimed with a wrong date of birth`)
  if (hadHealth && !wasOwn && body.state === 'linked')
    life.untrue.push(`${of} was linked at once, and something of health is known`)
  const { memberId } = held
  const place = life.story.length
  life.claimed.push({ memberId, userId: as.userId, hadHealth, place })
  return `${as.email} claims ${of} by its letter: ${body.state}.`
}

function isOwnedBy({ men }: Facts, memberId: number, userId: string): boolean {
  return men.some(({ id, account }) => id === memberId && account === userId)
}

/** The contact that the record has reads the message and presses one of the two. */
export async function answerLink(life: Life, random: Random): Promise<string | null> {
  const held = pickFrom(random, life.held)
  const mail = life.site.mails.findLast(
    ({ to, text }) => to === held?.contact && text.includes('#claim='),
  )
  const key = mail && /#claim=([\w-]{22})/.exec(mail.text)?.[1]
  if (!held || !key) return null
  const answer = random.chance(0.6) ? 'me' : 'not_me'
  const { status, body } = await send(life, 'POST', '/api/claim-link/answer', {
    as: { cookie: '' },
    body: { key, answer },
  })
  const isDone = body.state === (answer === 'me' ? 'confirmed' : 'not_me')
  if (status !== 200 || !isDone) return null
  const word = answer === 'me' ? 'me' : 'not me'
  life.words.push({ memberId: held.memberId, word, place: life.story.length })
  return `The contact of ${nameOf(life, held.memberId)} answers the link: ${answer}.`
}

/** The account that claims types the number of a tube, its own or another. */
export async function proveByTube(life: Life, random: Random, facts: Facts) {
  const waiting = pickFrom(
    random,
    facts.claims.filter(({ ended }) => ended === null),
  )
  const as = waiting && accountOf(life, waiting.userId)
  const own = life.bloods.filter(({ memberId }) => memberId === waiting?.member)
  const blood = pickFrom(random, random.chance(0.7) ? own : life.bloods)
  if (!waiting || !as || !blood) return null
  const body = { tube_code: blood.tube }
  const { status } = await send(life, 'POST', '/api/record-claims/tube', { as, body })
  return status === 200 ? `${as.email} proves the claim by the tube ${blood.tube}.` : null
}

/** A clinician prints the letter to the contact where it is due, and releases or refuses. */
export async function decideClaim(life: Life, random: Random, facts: Facts) {
  const waiting = pickFrom(
    random,
    facts.claims.filter(({ ended }) => ended === null),
  )
  if (!waiting) return null
  const as = random.pick<Staff>([life.staff.clinician, life.staff.second])
  const url = `/api/office/record-claims/${waiting.id}`
  if (waiting.notice === 'letter' && waiting.toldAt === null) {
    const { statusCode } = await life.site.app.inject({
      method: 'POST',
      url: `${url}/letter`,
      headers: { 'sec-fetch-site': 'same-origin', cookie: as.cookie },
    })
    return statusCode === 201
      ? `The contact of ${nameOf(life, waiting.member)} gets a letter about the claim.`
      : null
  }
  const act = random.chance(0.75) ? 'release' : 'refusal'
  const { status } = await send(life, 'POST', `${url}/${act}`, { as, body: { reason: REASON } })
  if (status !== 200) return null
  const of = `the claim of ${nameOf(life, waiting.member)}`
  const isHandler = life.codes.some(
    ({ memberId, printedBy }) => memberId === waiting.member && printedBy === as.id,
  )
  if (isHandler) life.untrue.push(`${of} was decided by who printed the letter`)
  const told = waiting.notice === 'nobody' ? waiting.at : waiting.toldAt
  const isEarly = told === null || life.site.deps.now().getTime() < told.getTime() + WAIT_MS
  const mayBeEarly = waiting.isProven && waiting.notice !== 'message'
  if (act === 'release' && isEarly && !mayBeEarly)
    life.untrue.push(`${of} was released before the contact had five days to answer`)
  const word = act === 'release' ? 'released' : 'refused'
  life.words.push({ memberId: waiting.member, word, place: life.story.length })
  return `A clinician decides ${of}: ${word}.`
}

function accountOf(life: Life, userId: string): Account | undefined {
  const accounts = life.held.flatMap((one) => one.accounts)
  return (
    accounts.find((one) => one.userId === userId) ??
    life.members.find((one) => one.userId === userId)
  )
}

/** Whoever has the record now acts as the member. */
export function followAccounts(life: Life, facts: Facts): void {
  for (const { memberId } of life.held) {
    const owner = facts.men.find(({ id }) => id === memberId)?.account
    const account = owner && accountOf(life, owner)
    const member = life.members.find(({ id }) => id === memberId)
    if (!account || !member) continue
    const { userId, email, cookie } = account
    Object.assign(member, { userId, email, cookie })
  }
}
