import type { SentForm } from '../platform/http/public-form.ts'

const FASTEST_MS = 2_000

/**
 * That the box which nobody sees was filled in. A browser may have filled it in for a person, so such a message
 * is kept like the others that look automated.
 */
export function hiddenBoxReason({ _gotcha: typed }: SentForm): string | null {
  return typed ? 'a hidden box was filled in' : null
}

/**
 * Why a message looks automated, from the header Formspree-Session-Data (base64 of {loadedAt: ms,
 * webdriver}); null when it does not, or without the header.
 */
export function spamReason(header: string | undefined, now: Date): string | null {
  if (header === undefined) return null
  const { loadedAt, webdriver } = readSession(header)
  if (webdriver === true) return 'the browser was controlled by a program'
  if (typeof loadedAt !== 'number') return 'the form did not say when it was opened'
  return now.getTime() - loadedAt < FASTEST_MS ? 'it was filled in within two seconds' : null
}

function readSession(header: string): { loadedAt?: unknown; webdriver?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
  } catch {
    return {}
  }
}
