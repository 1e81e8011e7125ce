// `npm run ops -- mails failed` lists the mails that were given up: recipient, subject and reason.
// `npm run ops -- mails retry ID` sends one of them again (docs/operations.md).
import { parseArgs } from 'node:util'
import { failedMailLines } from '../server/messages/mail-jobs/failed-mails.ts'
import { listFailedMails, retryFailedMail } from '../server/messages/mail-jobs/mail-jobs.queries.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { describeError } from '../server/platform/log.ts'
import { type CommandSite, withSite } from './with-site.ts'

const USAGE = 'Usage: npm run ops -- mails failed, or npm run ops -- mails retry ID'

try {
  const { positionals } = parseArgs({ allowPositionals: true })
  console.log(await withSite((site) => run(site, positionals)))
} catch (error) {
  console.error(error instanceof Error ? describeError(error).message : error)
  process.exitCode = 1
}

async function run(
  { database, fieldKeys }: CommandSite,
  [verb, id = '', ...rest]: string[],
): Promise<string> {
  if (verb === 'failed' && id === '') {
    const mails = await listFailedMails(database.db)
    return failedMailLines(openFieldKeys(fieldKeys), mails).join('\n\n')
  }
  if (verb !== 'retry' || !/^[0-9a-f-]{36}$/.test(id) || rest.length > 0) throw new Error(USAGE)
  const isRetried = await retryFailedMail(database.db, id)
  return isRetried ? 'The mail is sent again.' : 'There is no failed mail of that id.'
}
