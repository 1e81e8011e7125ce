// PayPal's own test cards and triggers, so that the same tests run against its sandbox.

export type Authentication = {
  liabilityShift: 'POSSIBLE' | 'NO' | 'UNKNOWN'
  enrollment: 'Y' | 'N' | 'U' | 'B'
  authentication: 'Y' | 'N' | 'U' | 'A' | 'R' | null
}

export type Outcome =
  | { kind: 'completes' }
  | { kind: 'declined'; code: string }
  | { kind: 'refused'; issue: string }
  | { kind: 'pending' }
  | { kind: 'drops' }

type Secured = { result: Authentication; isChallenged: boolean }

const GOOD: Authentication = { liabilityShift: 'POSSIBLE', enrollment: 'Y', authentication: 'Y' }
const ATTEMPTED: Authentication = { ...GOOD, authentication: 'A' }
export const FAILED: Authentication = {
  liabilityShift: 'NO',
  enrollment: 'Y',
  authentication: 'N',
}
const UNABLE: Authentication = { ...FAILED, authentication: 'U' }
const REJECTED: Authentication = { ...FAILED, authentication: 'R' }
const NOT_LOOKED_UP: Authentication = { ...FAILED, enrollment: 'U', authentication: null }

// "3D Secure test scenarios" for the United Kingdom, in the vendor's order.
const SECURED: Record<string, Secured> = Object.fromEntries(
  [
    { numbers: ['4462603042343024', '5120069996018452'], result: GOOD },
    { numbers: ['4462603045503384', '5120069996477518'], result: FAILED },
    { numbers: ['4462603046653873', '5120069996491832'], result: ATTEMPTED },
    { numbers: ['4462603040650784', '5120069996100821'], result: UNABLE },
    { numbers: ['4462603047907062', '5120069996727748'], result: REJECTED },
    { numbers: ['4462603049870995', '5120069996936430'], result: NOT_LOOKED_UP },
    { numbers: ['4462603040971339', '5120069996617055'], result: GOOD, isChallenged: true },
    { numbers: ['4462603043025620', '5120069996452719'], result: FAILED, isChallenged: true },
    { numbers: ['4462603040318820', '5120069996698402'], result: UNABLE, isChallenged: true },
  ].flatMap(({ numbers, result, isChallenged = false }) =>
    numbers.map((number) => [number, { result, isChallenged }]),
  ),
)

// "Card testing": rejection triggers, case-sensitive, with the processor's response code.
const REJECTION_CODES: Record<string, string> = {
  'CCREJECT-REFUSED': '0500',
  'CCREJECT-SF': '9500',
  'CCREJECT-EC': '5400',
  'CCREJECT-IRC': '5180',
  'CCREJECT-IF': '5120',
  'CCREJECT-LS': '9520',
  'CCREJECT-IA': '1330',
  'CCREJECT-BANK_ERROR': '5100',
  'CCREJECT-CVV_F': '00N7',
}

/**
 * The 3-D Secure scenario of a card, or null. `method` is `attributes.verification.method`:
 * SCA_WHEN_REQUIRED covers only the cards made for it, SCA_ALWAYS and 3D_SECURE every card.
 */
export function securityOf(number: string, method: string | null): Secured | null {
  if (method === null || method === 'AVS_CVV') return null
  const secured = SECURED[number]
  if (secured) return secured
  return method === 'SCA_WHEN_REQUIRED' ? null : { result: GOOD, isChallenged: false }
}

/** LOCAL-… triggers are our own, for cases that PayPal's sandbox cannot produce. */
export function outcomeOf(name: string): Outcome {
  const code = REJECTION_CODES[name]
  if (code) return { kind: 'declined', code }
  const [, issue] = /^LOCAL-422-([A-Z_]+)$/.exec(name) ?? []
  if (issue) return { kind: 'refused', issue }
  if (name === 'LOCAL-PENDING') return { kind: 'pending' }
  if (name === 'LOCAL-TIMEOUT') return { kind: 'drops' }
  return { kind: 'completes' }
}
