// `npm run ops -- COMMAND` runs a command of the person who operates the site; without one it lists them.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Each is the file of that name in this folder, which reads the rest of the line. */
export const OPS_COMMANDS = {
  admin:
    'makes an account staff, removes a lost second factor, bans an account (docs/operations.md, Accounts)',
  backup: 'takes a backup of the running database (docs/backups.md)',
  'backup-check':
    'says whether everything could be restored; exits with 1 when not (docs/backups.md)',
  'check-chain': 'checks that append-only rows are unchanged (docs/operations.md)',
  'consent-link': 'emails a member a link to a consent form (docs/operations.md)',
  'identity-review': 'lists and decides open identity reviews (docs/operations.md, Identity)',
  keys: 'makes, rotates, checks and exports keys (docs/operations.md, Keys)',
  mails: 'lists mails that could not be sent, and sends one again (docs/operations.md)',
  migrate: 'migrates an external database as its owner (docs/operations.md, Database)',
  postcodes: 'writes the postcode sectors that searches by place use, from a file',
  restore: 'restores the database to a moment, with the site stopped (docs/backups.md)',
  'sample-files': 'writes files of the laboratories of the demo, to try an import with',
  stack: 'names the sources in lines of the log (docs/operations.md, Stacks)',
} as const

if (import.meta.main) await run(process.argv.slice(2))

async function run([name, ...rest]: string[]): Promise<void> {
  if (name === undefined) return console.log(listInWords())
  if (!Object.hasOwn(OPS_COMMANDS, name)) {
    console.error(`There is no command "${name}".\n\n${listInWords()}`)
    process.exitCode = 1
    return
  }
  const file = join(import.meta.dirname, `${name}.ts`)
  process.argv.splice(1, process.argv.length, file, ...rest)
  await import(pathToFileURL(file).href)
}

function listInWords(): string {
  const width = Math.max(...Object.keys(OPS_COMMANDS).map((name) => name.length)) + 2
  const lines = Object.entries(OPS_COMMANDS).map(
    ([name, purpose]) => `  ${name.padEnd(width)}${purpose}`,
  )
  return ['Usage: npm run ops -- COMMAND', ...lines].join('\n')
}
