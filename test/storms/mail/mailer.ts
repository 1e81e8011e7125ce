// A separate process, to be killed, that queues mails and sends them with the site's own jobs.
import { TransactionRollbackError } from 'drizzle-orm'
import { insertNotice } from '../../../server/care/reminders/notices.queries.ts'
import { startJobs } from '../../../server/jobs/jobs.ts'
import { resultReady } from '../../../server/messages/mails/result-ready.ts'
import { openDatabase } from '../../../server/platform/db/database.ts'
import { openFieldKeys } from '../../../server/platform/keys/field-keys.ts'
import { type Message, openMail } from '../../../server/platform/mail.ts'
import { testCharity } from '../../app/settings.ts'

export type MailerOptions = {
  fieldKeys: string
  databaseUrl: string
  smtpUrl: string
  memberId: number
  /** Numbers of the mails to queue; those above `lastCommitted` are rolled back. */
  numbers: number[]
  lastCommitted: number
  mailsAtOnce: number
  without: Protection | undefined
}

export type Protection =
  | 'a job completes after its mail is sent'
  | 'a mail is queued in the transaction of its fact'
  | 'a worker sends one mail at a time'

const TIMEOUTS = { connectionTimeout: 2_000, greetingTimeout: 400, socketTimeout: 400 }
const EVERY_SECOND = { superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 }

const options: MailerOptions = JSON.parse(process.argv[2] ?? '')
const { databaseUrl, smtpUrl, memberId, numbers, lastCommitted, mailsAtOnce, without } = options
const fieldKeys = openFieldKeys(options.fieldKeys)
const database = openDatabase(databaseUrl, { max: 4 })
const mail = openMail(smtpUrl, 'CHAPS <bookings@example.org>', {
  ...TIMEOUTS,
  atOnce: 10 * mailsAtOnce,
})
const jobs = await startJobs(
  database,
  { mail: send },
  {
    fieldKeys,
    charity: () => testCharity,
    onError: (error) => console.error(error),
    supervision: EVERY_SECOND,
    mailsAtOnce: without === 'a worker sends one mail at a time' ? 10 : mailsAtOnce,
  },
)
for (const number of numbers) await commitWithMail(number)

async function send(message: Message, id: string): Promise<void> {
  const sent = mail.send({ ...message, id })
  if (without === 'a job completes after its mail is sent') sent.catch(() => undefined)
  else await sent
}

/** Stores the fact and its mail in one transaction, as every command of the site does. */
async function commitWithMail(number: number): Promise<void> {
  const member = { firstName: 'Sample', email: `man-${number}@example.org` }
  const notice = { memberId, kind: 'result ready', cause: `result ${number}` } as const
  await database
    .transaction(async (tx) => {
      if (!(await insertNotice(tx, { ...notice, at: new Date() }))) return
      const letter = resultReady({
        member,
        news: 'ready',
        byLetter: false,
        publicUrl: 'https://example.org',
      })
      const isInside = without !== 'a mail is queued in the transaction of its fact'
      await jobs.enqueue(isInside ? tx : database.db, 'mail', letter)
      if (number > lastCommitted) tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  jobs.kick()
}
