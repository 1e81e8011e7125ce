// `npm run ops -- admin show member@example.org` administers accounts of the site's own
// authentication service (docs/operations.md).
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { normaliseEmail } from '../auth/email-address.ts'
import { findAccountByEmail } from '../auth/queries/users.queries.ts'
import { nameError, visibleName } from '../domain/person-name.ts'
import { startJobs } from '../server/jobs/jobs.ts'
import { createResponseCache } from '../server/platform/cache/response-cache.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { describeError } from '../server/platform/log.ts'
import { administer, USAGE } from '../server/sign-in/auth-gateway/administer.ts'
import { mailByJobs, openEmbeddedAuth } from '../server/sign-in/auth-gateway/embedded-auth.ts'
import { addFirstAdmin } from '../server/staff/change-staff.ts'
import { type CommandSite, openSiteOf, withSite } from './with-site.ts'

try {
  const words = process.argv.slice(2)
  if (words.length === 0) throw new Error(USAGE)
  console.log(await withSite((site) => run(site, words)))
} catch (error) {
  console.error(error instanceof Error ? describeError(error).message : error)
  process.exitCode = 1
}

async function run({ env, database, fieldKeys }: CommandSite, words: string[]): Promise<string> {
  if (env.auth.url)
    throw new Error(`Accounts are kept by the service at AUTH_URL: administer them there.`)
  const { pool } = database
  const now = () => new Date()
  const { charity } = openSiteOf({ env, database })
  // The site sends the mails that notify the owner.
  const jobs = await startJobs(
    database,
    {},
    {
      fieldKeys: openFieldKeys(fieldKeys),
      charity,
      onError: console.error,
    },
  )
  const { confirmEmail, passwordMinLength, identities, phone } = env.auth
  const auth = await openEmbeddedAuth({
    pool,
    now,
    publicUrl: env.publicUrl,
    confirmEmail,
    passwordMinLength,
    identities,
    phone,
    fieldKeys,
    signingKeys: env.auth.signingKeys ?? (await readSigningKeys(env.dataDir)),
    mail: mailByJobs(database, () => jobs),
    charity,
  })
  try {
    const [verb, email, name, ...rest] = words
    if (verb === 'first-admin' && email && name && rest.length === 0) {
      const error = nameError(name)
      if (error !== null) throw new Error(error)
      const cache = createResponseCache({ maxAge: 0, max: 1, now })
      const { publicUrl } = env
      await addFirstAdmin(
        { database, now, jobs, cache, auth, settings: { publicUrl } },
        { email, name: visibleName(name) },
      )
      return `An invitation to ${publicUrl}/office goes to ${email}.`
    }
    return await administer(
      {
        auth,
        findAccount: async (typed) =>
          (await findAccountByEmail(pool, normaliseEmail(typed)))?.id ?? null,
        operator: userInfo().username,
      },
      words,
    )
  } finally {
    await auth.idle()
    await auth.close()
    await jobs.stop()
  }
}

async function readSigningKeys(dataDir: string): Promise<string> {
  const path = join(dataDir, 'keys', 'auth-signing-keys.json')
  return readFile(path, 'utf8').catch((cause) => {
    const says = `AUTH_SIGNING_KEYS is not set, and ${path} cannot be read: has the site ever started?`
    throw new Error(says, { cause })
  })
}
