// What is true of claims: nobody gets a record without the proof that it needs, and nobody sees
// anything of it meanwhile.
import type { Facts } from './facts.queries.ts'
import type { Seen } from './truth.ts'
import { type Life, nameOf } from './world.ts'

/** A sample, also one that was undone, a report or a result, of the record or one merged into it. */
export function hasHealth({ men, presses, labResults, results }: Facts, memberId: number): boolean {
  const ids = men.filter(({ id, mergedInto }) => id === memberId || mergedInto === memberId)
  const isOf = ({ member }: { member: number }) => ids.some(({ id }) => id === member)
  return (
    presses.some((one) => one.type === 'sample' && isOf(one)) ||
    labResults.some(isOf) ||
    results.some(isOf)
  )
}

/** After each act. `seen` is brought up to date. */
export function checkClaims(life: Life, facts: Facts, seen: Seen): string[] {
  const wrong = [
    ...life.held.flatMap(({ memberId }) => newOwner(life, facts, { memberId, seen })),
    ...waitingForNothing(life, facts),
    ...endings(life, facts, seen),
  ]
  for (const { id, account } of facts.men) seen.owners.set(id, account)
  for (const { id, because } of facts.claims) seen.claims.set(id, because)
  return wrong
}

/** The record has a new account: it claimed with the right code, and the proof was given. */
function newOwner(
  life: Life,
  facts: Facts,
  { memberId, seen }: { memberId: number; seen: Seen },
): string[] {
  const man = facts.men.find(({ id }) => id === memberId)
  if (!man?.account || seen.owners.get(memberId)) return []
  // An admin chose it when two records became one.
  if (facts.men.some(({ mergedInto }) => mergedInto === memberId)) return []
  const of = `the record of ${nameOf(life, memberId)}`
  const own = life.claimed.filter((one) => one.memberId === memberId)
  const claim = own.findLast(({ userId }) => userId === man.account)
  if (!claim) return [`${of} has an account that never claimed it`]
  if (!claim.hadHealth) return []
  const last = life.words.findLast((one) => one.memberId === memberId && one.place > claim.place)
  return last?.word === 'me' || last?.word === 'released'
    ? []
    : [`${of} has an account, and neither the contact nor a clinician said so`]
}

/** A claim does not wait for a record that nobody can get any more, and one waits at a time. */
function waitingForNothing(life: Life, facts: Facts): string[] {
  const waiting = facts.claims.filter(({ ended }) => ended === null)
  return waiting.flatMap((claim) => {
    const of = `a claim of the record of ${nameOf(life, claim.member)}`
    const man = facts.men.find(({ id }) => id === claim.member)
    const against = [
      man?.isDead && 'has died',
      man?.isErased && 'is erased',
      man?.mergedInto && 'is merged',
      man?.account && 'has an account',
    ].filter((word) => typeof word === 'string')
    const wrong = against.map((word) => `${of} waits, and its member ${word}`)
    if (waiting.some(({ id, member }) => member === claim.member && id < claim.id))
      wrong.push(`${of} waits beside another`)
    return wrong
  })
}

/** What ended a claim stays; by the world's words, and never both ways. */
function endings(life: Life, facts: Facts, seen: Seen): string[] {
  return facts.claims.flatMap(({ id, member, because }) => {
    const before = seen.claims.get(id) ?? null
    const of = `the claim ${id} of the record of ${nameOf(life, member)}`
    if (before !== null)
      return before === because ? [] : [`${of} ended by '${before}', and now by '${because}'`]
    const word = because === 'confirmed' ? 'me' : because
    if (word === null || word === 'record changed') return []
    const last = life.words.findLast(({ memberId }) => memberId === member)
    return last?.word === word ? [] : [`${of} ended by '${because}', which nobody said`]
  })
}

const HEALTH = /ng\/ml|\bgreen\b|\bamber\b|\bred\b|prostate|PSA/i

/** An account without a record sees no number and no word of health, and a claim is on the list. */
export async function checkClaimants(life: Life, facts: Facts): Promise<string[]> {
  const wrong: string[] = []
  const { site } = life
  const values = new Set(life.bloods.map(({ value }) => value))
  for (const { memberId, accounts } of life.held) {
    const owner = facts.men.find(({ id }) => id === memberId)?.account
    for (const as of accounts.filter(({ userId }) => userId !== owner)) {
      const of = `${as.email}, who has not got the record of ${nameOf(life, memberId)},`
      for (const url of [
        `/api/medical/results/${memberId}`,
        '/api/medical/consents',
        '/api/my-data',
        '/api/auth/profile',
        '/api/appointments',
      ]) {
        const { status, body } = await site.ask('GET', url, { as })
        const text = JSON.stringify(body)
        const told = text.match(/\d+\.\d+/g)?.find((number) => values.has(number))
        if (told) wrong.push(`${of} reads ${told} at ${url}`)
        if (status === 200 && (HEALTH.test(text) || text.includes(nameOf(life, memberId))))
          wrong.push(`${of} is shown something at ${url}`)
      }
      const { body } = await site.ask('GET', '/api/record-claims', { as })
      const text = JSON.stringify(body)
      if (HEALTH.test(text) || text.includes(nameOf(life, memberId)))
        wrong.push(`${of} is told more than that the claim waits`)
    }
    for (const { id, userId, firstName, cookie } of life.members) {
      const keeper = facts.men.find((man) => man.id === memberId)?.mergedInto
      if (id === memberId || id === keeper || userId === owner) continue
      const url = `/api/medical/results/${memberId}`
      const { status } = await site.ask('GET', url, { as: { cookie } })
      if (status === 200) wrong.push(`${firstName} reads the record of ${nameOf(life, memberId)}`)
    }
  }
  return [...wrong, ...(await checkClaimList(life, facts))]
}

async function checkClaimList(life: Life, facts: Facts): Promise<string[]> {
  const url = '/api/office/record-claims?limit=500'
  const { body } = await life.site.ask('GET', url, { as: life.staff.clinician })
  const listed = new Set(body.data.map(({ claim_id: id }: { claim_id: number }) => id))
  const { status } = await life.site.ask('GET', url, { as: life.staff.office })
  return [
    ...facts.claims
      .filter(({ id, ended }) => ended === null && !listed.has(id))
      .map(({ id }) => `the claim ${id} waits and is on no list`),
    ...(status === 403 ? [] : ['the office reads the list of claims']),
  ]
}
