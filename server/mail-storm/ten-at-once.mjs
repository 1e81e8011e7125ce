// A build of the jobs in which a process sends ten mails at once: for the test that shows why it sends
// one. The product has no such switch.
import { cutFrom } from './cut-from.mjs'

cutFrom('/server/jobs.ts', 'AT_ONCE[queue] ?? MOST_AT_ONCE', 'MOST_AT_ONCE')
