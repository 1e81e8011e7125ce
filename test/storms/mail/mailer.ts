// A separate process, to be killed, that queues mails and sends them with the site's own jobs.
import { openDatabase } from '../../../server/db/database.ts'
import { resultReady } from '../../../server/mails/result-ready.ts'
import { insertNotice } from '../../../server/notices/notices.queries.ts'
import { openFieldKeys } from '../../../server/platform/field-keys.ts'
import { startJobs } from '../../../server/platform/jobs.ts'
import { openMail } from '../../../server/platform/mail.ts'

export type Mailing = {
  fieldKeys: string
  databaseUrl: string
  smtpUrl: string
  memberId: number
  /** Numbers of the mails to queue; those above `kept` are rolled back. */
  numbers: number[]
  kept: number
}

const PATIENCE = { connectionTimeout: 2_000, greetingTimeout: 400, socketTimeout: 400 }
const EVERY_SECOND = { superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 }

class TakenBack extends Error {}

const mailing: Mailing = JSON.parse(process.argv[2] ?? '')
const { databaseUrl, smtpUrl, memberId, numbers, kept } = mailing
const fieldKeys = openFieldKeys(mailing.fieldKeys)
const database = openDatabase(databaseUrl, { max: 4 })
const mail = openMail(smtpUrl, 'CHAPS <bookings@example.org>', PATIENCE)
const jobs = await startJobs(
  database,
  { mail: (message, id) => mail.send({ ...message, id }) },
  { fieldKeys, onError: (error) => console.error(error), supervision: EVERY_SECOND },
)
for (const number of numbers) await promise(number)

/** Stores the fact and its mail in one transaction, as every command of the site does. */
async function promise(number: number): Promise<void> {
  const member = { firstName: 'Sample', email: `man-${number}@example.org` }
  const notice = { memberId, kind: 'result ready', cause: `result ${number}` } as const
  await database
    .transaction(async (tx) => {
      if (!(await insertNotice(tx, { ...notice, at: new Date() }))) return
      const letter = resultReady({ member, hasValue: true, publicUrl: 'https://example.org' })
      await jobs.enqueue(tx, 'mail', letter)
      if (number > kept) throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  jobs.kick()
}
