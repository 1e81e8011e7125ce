import type { Problem } from '../../../auth/env/env-reader.ts'
import type { IdentitySettings } from '../../../auth/env/provider-settings.ts'
import type { AuthSettings } from '../../../auth/settings.ts'
import { LEAST_EACH, POOL } from './database-pool.ts'
import { demoProblems, isLoopbackHost } from './demo.ts'
import { productionProblems } from './env-production.ts'
import type { EnvValues } from './env-schema.ts'

export function combinedProblems(
  env: EnvValues,
  { providers, phone, phoneFactors, smsHook }: IdentitySettings & Partial<AuthSettings>,
): Problem[] {
  const problems: Problem[] = demoProblems(env)
  const isUnset = (key: keyof typeof env) => env[key] === undefined
  const needs = (key: keyof typeof env, message: string) => {
    if (isUnset(key)) problems.push({ key, message })
  }
  if (env.AUTH_URL) {
    needs('AUTH_KEY', 'is needed with AUTH_URL')
    for (const name of [...Object.keys(providers), ...(phone ? ['phone'] : [])]) {
      const key = `GOTRUE_EXTERNAL_${name.toUpperCase()}_ENABLED`
      problems.push({ key, message: 'is for the service at AUTH_URL to set' })
    }
  }
  if (env.DATABASE_POOL === undefined && env.WORKERS > POOL / LEAST_EACH)
    needs('DATABASE_POOL', `is needed with more than ${POOL / LEAST_EACH} WORKERS`)
  if (env.DATABASE_POOL !== undefined && env.DATABASE_POOL < env.WORKERS * LEAST_EACH) {
    const message = `must be at least ${LEAST_EACH} for each of ${env.WORKERS} WORKERS`
    problems.push({ key: 'DATABASE_POOL', message })
  }
  if (env.DATABASE_OWNER_URL) needs('DATABASE_URL', 'is needed with DATABASE_OWNER_URL')
  if (env.SMS_HOOK_URL) needs('SMS_HOOK_SECRET', 'is needed with SMS_HOOK_URL')
  if (env.SMS_HOOK_SECRET) needs('SMS_HOOK_URL', 'is needed with SMS_HOOK_SECRET')
  if (env.METRICS_TOKEN) needs('METRICS_PORT', 'is needed with METRICS_TOKEN')
  if (env.METRICS_PORT && !isLoopbackHost(env.METRICS_HOST))
    needs('METRICS_TOKEN', 'is needed when METRICS_HOST is not this machine')
  if (env.PAYPAL_CLIENT_ID) needs('PAYPAL_SECRET', 'is needed with PAYPAL_CLIENT_ID')
  const hasMailbox = !env.SMTP_URL && env.NODE_ENV !== 'production'
  const needsHook = phone || phoneFactors?.enrol || phoneFactors?.verify
  if (needsHook && !smsHook && !hasMailbox && !env.AUTH_URL) {
    const key = 'GOTRUE_HOOK_SEND_SMS_URI'
    problems.push({ key, message: 'is needed: without the local mailbox nothing takes an SMS' })
  }
  if (env.NODE_ENV !== 'production') return problems

  needs('PUBLIC_URL', 'is needed in production: links in mail come from it')
  if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https:'))
    problems.push({ key: 'PUBLIC_URL', message: 'must begin with https: in production' })
  needs('SMTP_URL', 'is needed in production: the local mailbox is a stand-in')
  needs('MAIL_FROM', 'is needed in production')
  needs('OFFICE_EMAIL', 'is needed in production: the contact form writes to it')
  for (const key of ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'] as const)
    needs(key, 'is needed in production: the local PayPal is a stand-in')
  for (const key of ['DONATE_URL', 'SUPPORTER_URL', 'NEWS_EXTERNAL_URL'] as const)
    if (new URL(env[key]).hostname === 'example.org')
      problems.push({ key, message: 'is needed in production: its default is a sample' })
  // Generated keys are stored beside the embedded database; a shared database needs shared keys.
  if (env.DATABASE_URL) {
    needs('FIELD_KEYS', 'is needed in production with DATABASE_URL')
    if (!env.AUTH_URL) needs('AUTH_SIGNING_KEYS', 'is needed in production with DATABASE_URL')
  }
  return [...problems, ...productionProblems(env)]
}
