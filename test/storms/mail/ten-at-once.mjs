// A build that sends ten mails at once and blanks them only when all are done, for the test that
// proves one at a time matters. The product has no such switch.
import { cutFrom } from './cut-from.mjs'

cutFrom('/server/platform/jobs.ts', 'AT_ONCE[queue] ?? MOST_AT_ONCE', 'MOST_AT_ONCE')
cutFrom('/server/mail-jobs/mail-handler.ts', 'await blankMail(database.db, id).catch(onError)', '')
