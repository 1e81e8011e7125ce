// A build that marks a mail as sent before sending it, for the test that proves the order
// matters. The product has no such switch.
import { cutFrom } from './cut-from.mjs'

cutFrom(
  '/server/platform/jobs.ts',
  'handle(data, id).then(',
  'Promise.resolve(void handle(data, id).catch(() => undefined)).then(',
)
