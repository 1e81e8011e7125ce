// Every mail and SMS, looked at as soon as it was sent.
import { expect } from 'vitest'
import { until } from '../until.ts'
import { countWaitingMessages, type Facts } from './facts.queries.ts'
import type { Life } from './world.ts'

/** `seenDead`: members whose death was recorded before the act. */
export async function checkMessages(
  life: Life,
  facts: Facts,
  deadBefore: ReadonlySet<number>,
): Promise<string[]> {
  const { site, looked } = life
  await until(async () => expect(await countWaitingMessages(site.deps.database.pool)).toBe(0))
  const mails = site.mails.slice(looked.mails)
  const smses = site.smses.slice(looked.smses)
  life.looked = { mails: site.mails.length, smses: site.smses.length }
  const values = new Set(life.bloods.map(({ value }) => value))
  return life.members.flatMap((member) => {
    const own = [
      ...mails
        .filter(({ to }) => to === member.email)
        .map(({ subject, text }) => ({ subject, text })),
      ...smses
        .filter(({ phone }) => isSamePhone(phone, member.phone) && hasOwnPhone(life, member))
        .map(({ subject, text }) => ({ subject, text })),
    ]
    return own.flatMap(({ subject, text }) => {
      const wrong: string[] = []
      const of = `'${subject}' to ${member.firstName}`
      if (deadBefore.has(member.id)) wrong.push(`${of} was sent after the death`)
      const told = text.match(/\d+\.\d+/g)?.find((number) => values.has(number))
      if (told) wrong.push(`${of} tells the number ${told}`)
      if (IS_NEWS.test(subject) && !hasNews(facts, member.id))
        wrong.push(`${of} was sent, and there is no result to read`)
      if (IS_REMINDER.test(subject) && !isBooked(facts, member.id))
        wrong.push(`${of} was sent, and nothing is booked`)
      return wrong
    })
  })
}

const IS_NEWS = /CHAPS result (is ready|of yours was replaced|waits)|news of your CHAPS result/
const IS_REMINDER = /reminder|tomorrow/i

/** A result that was released and that nothing has replaced. */
function hasNews({ results }: Facts, memberId: number): boolean {
  const replaced = new Set(results.map(({ supersedes }) => supersedes))
  return results.some(
    ({ id, member, released }) => member === memberId && released && !replaced.has(id),
  )
}

function isBooked({ appointments }: Facts, memberId: number): boolean {
  return appointments.some(({ member, status }) => member === memberId && status === 'booked')
}

function isSamePhone(one: string, other: string): boolean {
  return one.slice(-9) === other.slice(-9)
}

function hasOwnPhone({ members }: Life, { phone }: { phone: string }): boolean {
  return members.filter((one) => isSamePhone(one.phone, phone)).length === 1
}
