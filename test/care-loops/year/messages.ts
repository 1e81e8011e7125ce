// Every mail and SMS that left in the simulated year, counted by what it says to whom.
import { expect } from 'vitest'
import type { TestApp } from '../../app/test-app.ts'
import { until } from '../../until.ts'

export type Sent = { to: string; subject: string; text: string }

/** What these say does not name their cause, so each person gets at most one for each result. */
const PER_RESULT = [
  'Your CHAPS result is ready',
  'There is news about your CHAPS result',
  'Your CHAPS result is waiting for you',
]
const PER_INVITATION = 'It is time for your next CHAPS appointment'
/** Counted by its jobs, which name the result. */
const NEWS_BY_SMS = 'News for the member'
/** After six weeks and after six months. */
const QUESTION_BY_SMS = 'One question'
const NEXT_BY_SMS = 'Next appointment due'
const COUNTED_ALIKE = [NEXT_BY_SMS, QUESTION_BY_SMS]
/** A week before, and the day before. */
const REMINDER = 'Your CHAPS appointment is coming up'
const LINK = /https?:\/\/\S+/g

export function openMessages(site: TestApp) {
  const tally = new Map<string, number>()
  let sms = 0
  const add = (key: string) => tally.set(key, (tally.get(key) ?? 0) + 1)

  return {
    counted: () => ({ mails: [...tally.values()].reduce((sum, n) => sum + n, 0), sms }),

    /** Waits for those that are on their way; returns what has left since the last time. */
    async take(): Promise<Sent[]> {
      await until(async () => expect(await countWaiting(site)).toBe(0))
      const sent = site.mails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }))
      for (const { to, subject, text } of sent)
        add(JSON.stringify(isGeneric(subject) ? [to, subject] : [to, subject, wordsOf(text)]))
      const texts = site.smses
        .splice(0)
        .map(({ phone: to, subject, text }) => ({ to, subject, text }))
      sms += texts.length
      for (const { to, subject, text } of texts)
        if (subject !== NEWS_BY_SMS)
          add(
            JSON.stringify(
              COUNTED_ALIKE.includes(subject) ? [to, subject] : [to, subject, wordsOf(text)],
            ),
          )
      return [...sent, ...texts]
    },

    /** Messages that left more often than they have causes. */
    async repeated(invitations: ReadonlyMap<string, number>): Promise<string[]> {
      const results = await countResults(site)
      const tooMany = [...tally].filter(([key, n]) => {
        const [to, subject] = JSON.parse(key)
        if (subject === PER_INVITATION || subject === NEXT_BY_SMS)
          return n > (results.get(to) ?? 0) + (invitations.get(to) ?? 0)
        if (subject === QUESTION_BY_SMS) return n > 2 * (results.get(to) ?? 0)
        if (subject.startsWith(REMINDER)) return n > 2
        return n > (PER_RESULT.includes(subject) ? (results.get(to) ?? 0) : 1)
      })
      const found = tooMany.map(([key, n]) => `message ${n} times: ${key.slice(0, 120)}`)
      return [...found, ...(await repeatedBySms(site))]
    },
  }
}

function isGeneric(subject: string): boolean {
  return PER_RESULT.includes(subject) || subject === PER_INVITATION
}

function wordsOf(text: string): string {
  return text.replaceAll(LINK, '')
}

async function countWaiting({ deps }: TestApp): Promise<number> {
  const { rows } = await deps.database.pool.query<{ n: number }>(
    `select count(*)::int as n from jobs.job
      where name in ('mail', 'sms') and state in ('created', 'retry', 'active')`,
  )
  return rows[0]?.n ?? 0
}

async function countResults({ deps }: TestApp): Promise<Map<string, number>> {
  const { rows } = await deps.database.pool.query<{ email: string; phone: string; n: number }>(
    `select m.email, m.phone, count(*)::int as n from results r join members m on m.id = r.member_id
      group by 1, 2`,
  )
  return new Map(rows.flatMap(({ email, phone, n }) => [[email, n] as const, [phone, n] as const]))
}

/** News of a result goes to those who chose SMS, and once more to those who do not read it. */
async function repeatedBySms({ deps }: TestApp): Promise<string[]> {
  const { rows } = await deps.database.pool.query<{ about: string; n: number }>(
    `select j.about, count(*)::int as n
      from (select data->>'about' as about from jobs.job where name = 'sms') j
      join results r on r.id::text = substring(j.about from '^sms-news (.+)$')
      join members m on m.id = r.member_id
      group by 1, m.contact_by
      having count(*) > case when m.contact_by = 'sms' then 2 else 1 end`,
  )
  return rows.map(({ about, n }) => `SMS ${n} times: ${about}`)
}
