// The real app without its pages, on a database of its own, with a test clock and test keys of
// the authentication service.
import { randomUUID } from 'node:crypto'
import { HookRefused } from '../../auth/mail/signed-hook.ts'
import { CONSENT_VERSION, CONSENT_WORDS } from '../../domain/consent.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Role } from '../../domain/office/permissions.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { buildApp } from '../../server/app.ts'
import { insertConsent, saveConsentText } from '../../server/bookings/consent/consent.queries.ts'
import { sealConsent } from '../../server/bookings/consent/sealed-consent.ts'
import type { Deps, Settings } from '../../server/deps.ts'
import { createEvent, type NewEvent } from '../../server/events/create-event.ts'
import { insertLab, insertProduct } from '../../server/events/publishing.queries.ts'
import { startJobs } from '../../server/jobs/jobs.ts'
import { passGate } from '../../server/jobs/message-gate.ts'
import { type AccountHolderRow, insertMember } from '../../server/members/members.queries.ts'
import type { Leaving } from '../../server/messages/mails/leaving.ts'
import { openPayPal, type PayPal } from '../../server/money/paypal/paypal.ts'
import { createResponseCache } from '../../server/platform/cache/response-cache.ts'
import type { members } from '../../server/platform/db/schema.ts'
import { makeFieldKeys, openFieldKeys } from '../../server/platform/keys/field-keys.ts'
import type { Mail, Message } from '../../server/platform/mail.ts'
import type { Sms } from '../../server/platform/sms.ts'
import { openSite } from '../../server/site/present.ts'
import { insertStaff, replaceStaffEvents } from '../../server/staff/staff.queries.ts'
import { rememberKeys } from '../care-loops/real-rows.ts'
import { openTestDatabase } from '../database/database.ts'
import { testCharity, testLimits, testSettings } from './settings.ts'
import { createTestSignIn } from './sign-in.ts'
import {
  addAccessGrant,
  everythingStored,
  markNhsConfirmed,
  sampleRow,
} from './test-app.queries.ts'

export type TestApp = Awaited<ReturnType<typeof openTestApp>>
export type TestMember = AccountHolderRow & { cookie: string }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Opens the app; its clock stands at `now` until a test moves it. Call `close` at the end. */
export async function openTestApp({
  now: start = new Date('2027-01-12T09:00:00Z'),
  confirmEmail = false,
  settings = {},
  paypal = openPayPal(outOfReach),
  fieldKeys: keyRing = makeFieldKeys(),
  mailsAtOnce = 1,
}: {
  now?: Date
  /** New addresses must be confirmed by mail, so a profile exists before the first sign-in. */
  confirmEmail?: boolean
  settings?: Partial<Settings>
  /** The payment provider; unavailable by default. */
  paypal?: PayPal
  fieldKeys?: string
  mailsAtOnce?: number
} = {}) {
  let moment = start
  const now = () => moment
  const database = await openTestDatabase()
  const fieldKeys = openFieldKeys(keyRing)
  rememberKeys(database.pool, fieldKeys)
  rememberKeys(database.owner.pool, fieldKeys)
  const mails: Message[] = []
  const smses: Sms[] = []
  const refused = new Set<string>()
  const faults: Error[] = []
  const mail: Mail = {
    send: async ({ id: _, about: __, ...message }) => {
      if (refused.has(message.to))
        throw Object.assign(new Error('refused'), { responseCode: 550, command: 'RCPT TO' })
      mails.push(message)
    },
  }
  const gateDeps = { database, fieldKeys, now, settings: { ...testSettings, ...settings } }
  const gate = (leaving: Leaving) => passGate(gateDeps, leaving)
  const onError = (error: Error) => faults.push(error)
  const site = openSite({ database, charity: testCharity, limits: testLimits, now, onError })
  const jobs = await startJobs(
    database,
    {
      mail: (message, id) => mail.send({ ...message, id }),
      sms: async ({ about: _, ...sms }) => {
        if (refused.has(sms.phone)) throw new HookRefused('SMS', 422)
        smses.push(sms)
      },
    },
    { fieldKeys, charity: site.charity, onError, mailsAtOnce, gate },
  )
  const { auth, signIn, signOut, users, accounts } = await createTestSignIn({ now, confirmEmail })
  const deps: Deps = {
    settings: { ...testSettings, ...settings },
    database,
    now,
    mail,
    jobs,
    auth,
    paypal,
    fieldKeys,
    cache: createResponseCache({ maxAge: 1_000, max: 500, now, staleIfErrorMs: 600_000 }),
    site,
  }
  const officeRoutes: { method: unknown; url: string; permission: unknown }[] = []
  const app = await buildApp(deps, {
    servePages: async () => undefined,
    onRoute: ({ method, url, config }) => {
      if (url.startsWith('/api/office/') && method !== 'HEAD')
        officeRoutes.push({ method, url, permission: config?.permission })
    },
  })
  await app.ready()
  const productId = await insertProduct(database.db, { name: 'Total PSA Test', pricePence: 2500 })
  let count = 0

  return {
    app,
    deps,
    officeRoutes,
    databaseUrl: database.url,
    owner: database.owner.db,
    ownerPool: database.owner.pool,
    mails,
    smses,
    /** Addresses and numbers in E.164: a message to one of them is refused for good. */
    refused,
    /** What the jobs failed with; `close` throws it. */
    faults,
    users,
    accounts,
    signIn,
    signOut,
    moveTo: (at: Date) => {
      moment = at
    },

    async ask(method: Method, url: string, { as, body, headers }: Asked = {}) {
      const response = await app.inject({
        method,
        url,
        headers: { 'sec-fetch-site': 'same-origin', ...(as && { cookie: as.cookie }), ...headers },
        ...(body !== undefined && { payload: body }),
      })
      const json = () => (response.body === '' ? null : response.json())
      return { status: response.statusCode, headers: response.headers, body: json() }
    },

    async member(row: Partial<typeof members.$inferInsert> = {}) {
      count += 1
      const email = row.email ?? `man-${count}@example.org`
      const userId = randomUUID()
      const added = await insertMember(database.db, { ...sampleRow, ...row, email, userId })
      if (!added) throw new Error('a new account has a profile already')
      return { ...added, userId, email, cookie: await signIn(userId, email) } satisfies TestMember
    },

    /** Somebody who works here, signed in with a second factor unless `level` is aal1. */
    async staff(
      roles: Role[],
      { level = 'aal2', eventIds = [] as number[], leads = [] as number[] } = {},
    ) {
      count += 1
      const email = `staff-${count}@example.org`
      const userId = randomUUID()
      const person = { userId, email, name: `Staff ${count}`, roles, since: now() }
      const id = await insertStaff(database.db, person)
      if (id === null) throw new Error('a new account has a row already')
      await replaceStaffEvents(database.db, id, { eventIds, leadEventIds: leads })
      return { ...person, id, cookie: await signIn(userId, email, level) }
    },

    /** An event with slots: public, free, in two weeks from 10:00 to 12:00, six places. */
    async event(wanted: Partial<NewEvent> = {}): Promise<CharityEvent> {
      const day = addDays(ukDate(start), 14)
      const times = { startsAt: ukInstant(day, '10:00'), endsAt: ukInstant(day, '12:00') }
      const added = await database.transaction((tx) =>
        createEvent(tx, {
          name: 'Colchester PSA screening',
          ...times,
          sessionMinutes: 20,
          places: 6,
          productId,
          pricePence: 0,
          paymentRequired: false,
          city: 'Colchester',
          ...wanted,
        }),
      )
      deps.cache.clear()
      return added
    },

    async lab({ requiresNhsNumber }: { requiresNhsNumber: boolean }): Promise<number | null> {
      return insertLab(database.db, { name: `Laboratory ${randomUUID()}`, requiresNhsNumber })
    },

    confirmNhsNumber: (member: { id: number }) => markNhsConfirmed(database.db, member.id, now()),

    async consent(
      member: { id: number },
      event: CharityEvent,
      {
        version = CONSENT_VERSION,
        answers = {},
        gpSurgery = null,
        gpSharing = gpSurgery !== null,
      }: Partial<ConsentGiven> = {},
    ): Promise<number> {
      const { db } = database
      await saveConsentText(db, { version, words: CONSENT_WORDS, now: now() })
      const whose = { memberId: member.id, eventId: event.event_id, givenAt: now() }
      return insertConsent(db, {
        ...allTicks,
        ...whose,
        psaTestDate: event.event_date,
        wordsVersion: version,
        gpSharing,
        sealed: sealConsent(deps.fieldKeys, whose, { answers, gpSurgery }),
      })
    },

    grantAccess: (member: { id: number }, event: CharityEvent, expiresAt: Date) =>
      addAccessGrant(database.db, {
        eventId: event.event_id,
        memberId: member.id,
        visitorHash: Buffer.from(randomUUID()),
        expiresAt,
      }),

    stored: () => everythingStored(database.db),

    async close() {
      await app.close()
      await jobs.stop()
      await database.close()
      if (faults.length > 0) throw new AggregateError(faults, 'the jobs had faults')
    },
  }
}

type ConsentGiven = {
  version: string
  answers: Record<string, unknown>
  gpSurgery: { name: string; town: string; email: string | null } | null
  gpSharing: boolean
}
type Asked = { as?: { cookie: string }; body?: object; headers?: Record<string, string> }

export const outOfReach = {
  apiUrl: 'http://127.0.0.1:1',
  clientId: 'local',
  secret: 'local',
  webhookId: 'local',
  isAlways: false,
}

const allTicks = { terms: true, sampleConsent: true, gpSharing: false, disclaimer: true }
