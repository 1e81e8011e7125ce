import { dayInWords } from '../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

export function nextTestDue({
  member,
  retestOn,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  retestOn: string
  publicUrl: string
}) {
  return letter({
    to: member.email,
    subject: 'It is time for your next CHAPS appointment',
    parts: [
      `Dear ${member.firstName},`,
      `After your last visit we noted that your next one is due from ${dayInWords(retestOn)} on. Your portal says what it is for.`,
      {
        words: 'You can book an event near you:',
        link: `${publicUrl}/book-event-main`,
        label: 'Find an event',
      },
      'If your GP or another clinic sees you about this, you need do nothing.',
      closing,
    ],
  })
}
