import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** To the host of a private event: `words` as the office wrote them, with the new code. */
export function newAccessCodeForHost({
  to,
  event,
  words,
}: {
  to: string
  event: { name: string }
  words: string
}) {
  return letter({
    to,
    subject: `New access code: ${event.name}`,
    parts: [...words.split(/\n{2,}/), closing],
  })
}
