import type { Env } from '../server/platform/config/env.ts'
import { settingsOf } from '../server/platform/config/env.ts'
import type { Step } from './site.ts'

export const step: Step = async (name, work) => {
  process.stdout.write(`${name} ... `)
  const begun = Date.now()
  try {
    const result = await work()
    process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}

export function welcome(env: Env): string {
  if (env.production) return `Serving ${env.publicUrl}`
  const { mailboxUrl } = settingsOf(env)
  const { paypal } = env
  return boxed([
    'TEST MODE: sample data, nothing here is real',
    '',
    `Site      ${env.publicUrl}`,
    ...(mailboxUrl ? [`Mailbox   ${env.publicUrl}/dev/mailbox  (${mailboxUrl})`] : []),
    '',
    ...(env.demo ? demoAccounts(env) : []),
    ...(paypal.standIn ? ['Test card 4012 8888 8888 1881, any future date, any code'] : []),
    '',
    'Stop with Ctrl-C',
  ])
}

function boxed(lines: string[]): string {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  const rows = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return [`┌${edge}┐`, ...rows, `└${edge}┘`].join('\n')
}

function demoAccounts({ publicUrl }: Env): string[] {
  return [
    'Sign in   member@example.org    has appointments and results',
    '          newcomer@example.org  has nothing yet',
    '          amber@, red@, repeat@example.org  have other results',
    '          due@example.org       is due for the next test',
    'Password  screening-demo',
    '',
    `Office    ${publicUrl}/office`,
    '          admin@, second.admin@, office@, venue@, clinician@, second.clinician@, treasurer@example.org',
    'Password  screening-demo-2026',
    `Codes     ${publicUrl}/dev/authenticator`,
  ]
}
