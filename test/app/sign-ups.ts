// The site with the authentication service and e-mail confirmation, to test abuse of sign-ups.
import type { Message } from '../../server/platform/mail.ts'
import { openEmbeddedSite } from './embedded-site.ts'

export type SignUpSite = Awaited<ReturnType<typeof openSignUpSite>>
export type Mailed = { tokenHash: string; code: string; page: string; subject: string }

const START = new Date('2027-01-12T09:00:00Z')

export async function openSignUpSite({ publicUrl = 'http://localhost:3000' } = {}) {
  const site = await openEmbeddedSite(
    { confirmEmail: true },
    { now: START, settings: { publicUrl } },
  )
  const { auth, ask, deps, mails } = site

  return {
    ...site,
    now: deps.now,
    rows: async (sql: string, values: unknown[] = []) =>
      (await deps.database.pool.query(sql, values)).rows,
    /** The mails to this address, oldest first. */
    async mailsTo(email: string): Promise<Mailed[]> {
      await auth.idle()
      return mails.filter(({ to }) => to === email).map(readMail)
    },
    signUp: (email: string, password: string, more: { from?: string; data?: object } = {}) =>
      ask('POST', '/auth/v1/signup', {
        body: { email, password, data: more.data ?? {} },
        ...(more.from && { from: more.from }),
      }),
    verify: (type: string, mail: Mailed) =>
      ask('POST', '/auth/v1/verify', { body: { type, token_hash: mail.tokenHash } }),
    typeCode: (type: string, email: string, { code }: Mailed) =>
      ask('POST', '/auth/v1/verify', { body: { type, email, token: code } }),
    postProfile: (userId: string, email: string, firstName: string) =>
      ask('POST', '/api/auth/profile', {
        body: { ...PROFILE, email, user_id: userId, first_name: firstName },
      }),
    describe: (mail: Mailed, userId?: string) =>
      ask('POST', '/api/auth/confirmation', {
        body: { token_hash: mail.tokenHash, ...(userId && { user_id: userId }) },
      }),
    checkPassword: (mail: Mailed, password: string) =>
      ask('POST', '/api/auth/confirmation/password', {
        body: { token_hash: mail.tokenHash, password },
      }),
    discard: (mail: Mailed) =>
      ask('POST', '/api/auth/confirmation/discard', { body: { token_hash: mail.tokenHash } }),
    administer: (method: string, path: string, body: object) =>
      auth.callAsAdmin(path, { method, operator: 'test', body: JSON.stringify(body) }),
  }
}

function readMail({ text, subject }: Pick<Message, 'text' | 'subject'>): Mailed {
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? 'http://none.invalid')
  const code = /\b\d{6}\b/.exec(text.replace(link.href, ''))?.[0] ?? ''
  const tokenHash = link.searchParams.get('token_hash') ?? ''
  return { subject, code, tokenHash, page: link.origin + link.pathname }
}

const PROFILE = {
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1968-05-14',
  ethnicity: 'White - British',
  occupation: null,
  phone: '447700900118',
  home_address: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
}
