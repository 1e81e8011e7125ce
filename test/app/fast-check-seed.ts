// Before each test file: property tests draw from SEED, as everything else that is drawn.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SEED) })
