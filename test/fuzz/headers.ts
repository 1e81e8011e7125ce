import fc from 'fast-check'
import type { Mutation } from './request.ts'
import { fuzzText } from './values.ts'

/** Header values that are valid on the wire: no control characters except tab. */
const headerText = fuzzText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim())

export function mutatedHeaders(): fc.Arbitrary<Mutation> {
  const token = fc.constantFrom(
    'eyJhbGciOiJub25lIn0.e30.',
    'e30.e30.e30',
    'a.b.c',
    '..',
    'Bearer',
    'null',
  )
  const value = fc.oneof(headerText, token)
  const header = fc.oneof(
    value.map((text) => ({ 'idempotency-key': text })),
    value.map((text) => ({ authorization: text })),
    value.map((text) => ({ authorization: `Bearer ${text}` })),
    fc
      .tuple(fc.constantFrom('at', 'rt', 'visitor', 'signed_in', '__proto__'), value)
      .map(([name, text]) => ({ cookie: `${name}=${text}` })),
    value.map((text) => ({ cookie: text })),
    value.map((text) => ({ 'sec-fetch-site': text })),
    fc
      .constantFrom('null', 'https://evil.example', 'http://localhost:3000.evil.example', '')
      .map((origin) => ({ 'sec-fetch-site': 'cross-site', origin })),
    value.map((text) => ({ origin: text })),
    fc
      .constantFrom('0', '1', '-1', 'abc', '999999999', '1e3')
      .map((length) => ({ 'content-length': length })),
    value.map((text) => ({ 'x-supabase-api-version': text })),
    value.map((text) => ({ 'accept-encoding': text })),
    value.map((text) => ({ 'if-none-match': text })),
    value.map((text) => ({ 'x-forwarded-for': text, host: text })),
    value.map((text) => ({ 'user-agent': text })),
    value.map((text) => ({ accept: text, 'x-http-method-override': text })),
  )
  return header.map((mutated) => ({
    kind: 'headers',
    change: {
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...mutated },
    },
  }))
}
