import { DAY_MS } from '../../domain/durations.ts'
import type { Settings } from '../deps.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'

const VALID_DAYS = 180

/** RFC 9116. `Expires` follows the day of `now`, so the file never expires. */
export function makeSecurityTxt(
  {
    publicUrl,
    officeEmail,
    securityContact = `mailto:${officeEmail}`,
  }: Pick<Settings, 'publicUrl' | 'officeEmail' | 'securityContact'>,
  now: Date,
): ResponseBody {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return { type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` }
}
