// A build of the jobs in which a process sends ten mails at once, and blanks none of them before all are
// done: for the test that shows why it sends one and blanks it. The product has no such switch.
import { cutFrom } from './cut-from.mjs'

cutFrom('/server/platform/jobs.ts', 'AT_ONCE[queue] ?? MOST_AT_ONCE', 'MOST_AT_ONCE')
cutFrom('/server/mail-jobs/mail-handler.ts', 'await blankMail(database.db, id).catch(onError)', '')
