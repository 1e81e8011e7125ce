// Acts about whole people: deaths, less contact, erasure, merging, and the rounds of the day.

import { remindOfTests } from '../../server/care/recalls/remind-of-tests.ts'
import { sendNotices } from '../../server/care/reminders/send-notices.ts'
import { chaseLoops } from '../../server/care/task-list/chase-loops.ts'
import type { Random } from '../app/seeded.ts'
import { pickFrom } from './choose.ts'
import type { Facts } from './facts.queries.ts'
import { type Life, nameOf, send } from './world.ts'

/** A member dies, or wants less contact; a clerk or a clinician records it. */
export async function stopContact(life: Life, random: Random): Promise<string | null> {
  const member = random.pick(life.members)
  const kind = random.pick(['died', 'results_only', 'no_contact'] as const)
  const as = random.pick([life.staff.office, life.staff.clinician])
  const url = `/api/office/members/${member.id}/contact-stops`
  const { body: now } = await life.site.ask('GET', url, { as })
  const body = { kind, version: now.version, told_by: 'A relative' }
  const { status } = await send(life, 'POST', url, { as, body })
  if (status !== 200) return null
  return `${member.firstName}: ${kind}.`
}

export async function revokeStop(life: Life, random: Random): Promise<string | null> {
  const member = random.pick(life.members)
  const as = random.pick([life.staff.office, life.staff.clinician, life.staff.admin])
  const url = `/api/office/members/${member.id}/contact-stops`
  const { body: now } = await life.site.ask('GET', url, { as })
  const stop = now.stops?.find((one: { may_revoke: boolean }) => one.may_revoke)
  if (!stop) return null
  const restart = stop.stopped
    .filter((one: { can_restart: boolean }) => one.can_restart && random.chance(0.7))
    .map(({ place }: { place: number }) => place)
  const body = { reason: 'A mistake', restart }
  const { status } = await send(life, 'POST', `${url}/${stop.id}/revocation`, { as, body })
  if (status !== 200) return null
  return `${member.firstName}: ${stop.kind} is revoked.`
}

/** Asked for by telephone, and carried out by an admin at once. */
export async function erase(life: Life, random: Random): Promise<string | null> {
  const member = random.pick(life.members)
  const request = { asked_by: 'The member', identity: 'Birth date', reason: 'Wants it' }
  const url = `/api/office/members/${member.id}/erasure-requests`
  await send(life, 'POST', url, { as: life.staff.office, body: request })
  const { body: list } = await life.site.ask('GET', '/api/office/erasures', {
    as: life.staff.admin,
  })
  const own = list.data.find((one: { member_id: number }) => one.member_id === member.id)
  if (!own) return null
  const { status } = await send(life, 'POST', `/api/office/erasures/${own.request_id}/approval`, {
    as: life.staff.admin,
    body: { member_id: member.id },
  })
  return status === 204 ? `${member.firstName} is erased.` : null
}

export async function merge(life: Life, random: Random): Promise<string | null> {
  const [kept, other] = [random.pick(life.members), random.pick(life.members)]
  if (kept.id === other.id) return null
  const as = life.staff.admin
  const url = `/api/office/members/${kept.id}/merges`
  const { status: found, body: shown } = await life.site.ask('GET', `${url}/${other.id}`, { as })
  if (found !== 200) return null
  const fields = Object.fromEntries(shown.differs.map((name: string) => [name, 'kept']))
  const body = {
    member_id: other.id,
    kept_version: shown.kept.version,
    merged_version: shown.merged.version,
    fields,
    account: 'kept',
    reason: 'One man',
  }
  const { status: sent, body: answer } = await send(life, 'POST', url, { as, body })
  const confirmation = `/api/office/merge-requests/${answer?.request_id}/confirmation`
  const { status } =
    sent === 202
      ? await send(life, 'POST', confirmation, { as: life.staff.otherAdmin })
      : { status: sent }
  return status === 200 || status === 204
    ? `${other.firstName} is merged into ${kept.firstName}.`
    : null
}

/** Another admin parts two records that were merged; what was booked meanwhile stays or goes back. */
export async function part(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const merge = pickFrom(random, facts.merges)
  if (!merge) return null
  const as = life.staff.otherAdmin
  const url = `/api/office/merges/${merge.id}/part`
  const { status: found, body: shown } = await life.site.ask('GET', url, { as })
  if (found !== 200 || shown.against) return null
  const body = {
    kept_version: shown.kept.version,
    merged_version: shown.merged.version,
    appointment_ids: [],
    wait_ids: [],
    reason: 'Different people',
  }
  const { status } = await send(life, 'POST', url, { as, body })
  return status === 200
    ? `${nameOf(life, merge.merged)} is parted from ${nameOf(life, merge.kept)}.`
    : null
}

/** What the site does by itself. */
export async function rounds({ site, shop }: Life): Promise<string | null> {
  const onError = (error: Error) => {
    throw error
  }
  await sendNotices(site.deps, onError)
  await remindOfTests(site.deps, onError)
  await chaseLoops(site.deps, onError)
  await shop.work()
  await shop.reconcile()
  return 'The rounds run.'
}
