// A build of the site without the lock of a payment and without turns: for the test that shows what
// they are for. Loaded into its server processes by NODE_OPTIONS; the product has no such switch.
import { registerHooks } from 'node:module'

const CUTS = [
  // The finaliser no longer waits for whoever has the payment's row.
  [".where(eq(payments.id, id)).for('update')", '.where(eq(payments.id, id))'],
  // Everybody has the turn.
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
