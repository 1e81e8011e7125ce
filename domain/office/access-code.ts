import { nameInMessages } from '../person-name.ts'
import { weekdayAndDate } from './dates.ts'

// 32 letters and digits, without those that are read as each other.
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 'K7QH-2MXP' from eight random bytes: 40 bits. */
export function newAccessCode(random: Uint8Array): string {
  const code = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** What the host reads about a new code; `address` is that of the event on the site. */
export function accessCodeText(
  event: { event_name: string; event_date: string; host_name: string | null },
  { code, address }: { code: string; address: string },
): string {
  return [
    `Dear ${nameInMessages(event.host_name ?? '') || 'host'},`,
    `This is the new access code for ${event.event_name} on ${weekdayAndDate(event.event_date)}:`,
    code,
    `The men you invite can use it to book here: ${address}`,
    'The code that you had before no longer works. Everybody who has booked keeps their appointment.',
  ].join('\n\n')
}
