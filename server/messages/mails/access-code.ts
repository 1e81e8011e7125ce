import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** To the host of a private event: `words` as the office wrote them, with the new code. */
export function newAccessCodeForHost({
  to,
  event,
  text,
}: {
  to: string
  event: { name: string }
  text: string
}) {
  return letter({
    to,
    subject: `New access code: ${event.name}`,
    parts: [...text.split(/\n{2,}/), closing],
  })
}
