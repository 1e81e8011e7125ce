// A build of the jobs that calls a mail sent when its sending begins: for the test that shows what
// waiting for the mail server is for. The product has no such switch.
import { cutFrom } from './cut-from.mjs'

cutFrom(
  '/server/platform/jobs.ts',
  'handle(data, id).then(',
  'Promise.resolve(void handle(data, id).catch(() => undefined)).then(',
)
