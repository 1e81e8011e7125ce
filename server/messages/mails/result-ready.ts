import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/**
 * `replaced`: the laboratory changed it; `taken back`: the charity did; `put right`: the right one after
 * that; `news`: a sample without a number; `unread`: told before.
 */
export type ResultNews = 'ready' | 'news' | 'replaced' | 'taken back' | 'put right' | 'unread'

const WORDS: Record<ResultNews, { subject: string; said: string }> = {
  ready: {
    subject: 'Your CHAPS result is ready',
    said: 'Your result is ready. It tells you what it means and what to do next.',
  },
  news: {
    subject: 'There is news about your CHAPS result',
    said: 'There is news about your result. It tells you what to do next.',
  },
  replaced: {
    subject: 'One of your CHAPS results has been replaced',
    said: 'The laboratory has changed its report, so a result we gave you before has been replaced. Please do not rely on the earlier one.',
  },
  'taken back': {
    subject: 'Please read: about one of your CHAPS results',
    said: 'We made a mistake with a result that we gave you before. Please do not rely on it.',
  },
  'put right': {
    subject: 'Your corrected CHAPS result is ready',
    said: 'We withdrew a result that we gave you before. The correct one is ready, with what to do next.',
  },
  unread: {
    subject: 'Your CHAPS result is waiting for you',
    said: 'You have a result that you have not opened yet.',
  },
}

/** Without value, band or event. A member without an account reads it in a letter. */
export function resultReady({
  member,
  news,
  byLetter,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  news: ResultNews
  byLetter: boolean
  publicUrl: string
}) {
  const { subject, said } = WORDS[news]
  return letter({
    to: member.email,
    subject,
    parts: [
      greeting(member.firstName),
      said,
      byLetter
        ? 'We never send results by email. A letter is on its way to you.'
        : {
            words: 'We never send results by email. Please sign in to read it:',
            link: `${publicUrl}/medical-results`,
            label: 'Sign in to read it',
          },
      'If you have a question, please use the contact form on our website.',
      closing,
    ],
  })
}
