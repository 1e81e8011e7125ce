import { closing } from './booking-lines.ts'
import { type Draft, letter } from './letter.ts'

type About = { to: string; id: number; by: string; helper: string; publicUrl: string }

/** To a colleague who may approve it; names no member. */
export function strikeRequested({ walkIns, ...about }: About & { walkIns: number }): Draft {
  const { to, by, helper } = about
  return letter({
    to,
    subject: `Striking out walk-ins from ${helper} needs a second person`,
    parts: [
      'A colleague says that somebody registered walk-ins who were not there. A second person must approve this before their appointments are cancelled.',
      {
        facts: [
          ['Registered by', helper],
          ['Requested by', by],
          ['Walk-ins to strike out', String(walkIns)],
        ],
      },
      linkTo(about),
      closing,
    ],
  })
}

/** To the same colleagues, once somebody has withdrawn the request. */
export function strikeWithdrawn(about: About): Draft {
  const { to, by, helper } = about
  return letter({
    to,
    subject: `Withdrawn: striking out walk-ins from ${helper}`,
    parts: [
      `${by} withdrew the request. The walk-ins stay as they are, and there is nothing to approve.`,
      linkTo(about),
      closing,
    ],
  })
}

function linkTo({ id, publicUrl }: About) {
  return {
    words: 'Look at the request:',
    link: `${publicUrl}/office/walk-in-strikes/${id}`,
    label: 'Open it in the office',
  }
}
