// A build without the payment's row lock and lease, for the test that proves they matter. Loaded
// into server processes by NODE_OPTIONS; the product has no such switch.
import { registerHooks } from 'node:module'

const CUTS = [
  // Processing no longer waits for the holder of the row lock.
  [".where(eq(payments.id, id)).for('update')", '.where(eq(payments.id, id))'],
  // The lease is always granted.
  ['or(isNull(payments.askedAt), lt(', 'or(sql`true`, lt('],
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/server/payments/payments.queries.ts')) return loaded
    let source = String(loaded.source)
    for (const [cut, left] of CUTS) {
      if (!source.includes(cut)) throw new Error(`${url} has no ${cut}`)
      source = source.replace(cut, left)
    }
    return { ...loaded, source }
  },
})
