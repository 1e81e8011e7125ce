import { BEGIN_STEPS, type BeginStep } from '../../domain/begin-for-another.ts'
import type { OptInWords } from '../link-owner/opt-in-page.tsx'

const EVENTS = { to: '/book-event-main', label: 'See all events' }

const STEPS: Record<BeginStep, OptInWords> = {
  sent: {
    title: 'Please open your email',
    lede: 'We have sent you an email. Open the link in it and press the button. We do not hold the place before you do.',
    onward: EVENTS,
  },
  confirm: {
    title: 'Hold the place for him',
    lede: 'Press the button and we will hold the place for 48 hours, if it is still free. We will send him a link of his own, with your name and email address so that he knows who asked.',
    button: 'Hold the place and send him the link',
  },
  done: {
    title: 'Your request has been passed on',
    lede: 'Thank you. The rest is up to him: ask him to look for our message. It is private what he decides, so we cannot tell you. If he has had no message by tomorrow, he can call us.',
    onward: EVENTS,
  },
  taken: {
    title: 'We could not hold the place',
    lede: 'Somebody else may have taken it, or we are already holding as many places as we can in this way. You can try a different event, or he can book for himself.',
    onward: EVENTS,
  },
  'link-over': {
    title: 'This link no longer works',
    lede: 'It may be too old, or part of it may be missing. We are not holding a place. You can ask again on the page of the event.',
    onward: EVENTS,
  },
}

/** Null for an unknown step. */
export function stepText(step: string): OptInWords | null {
  const known = BEGIN_STEPS.find((one) => one === step)
  return known ? STEPS[known] : null
}

export const FORM = {
  title: 'Begin for somebody else',
  lede: 'You choose a time and we hold it for 48 hours. He says yes himself, with a link of his own.',
  points: [
    'We hold the place for 48 hours, or until booking closes if that is sooner. Then somebody else can have it.',
    'Nothing is booked before he gives his own consent. You cannot give it for him.',
    'His results, letters and account are his alone. We will not tell you what he decides.',
    'We send him your name and your email address, so that he knows who asked.',
  ],
  privacy: {
    text: 'We store nothing before you open the link in our email. A week later we delete what you enter here, unless he books: then we keep what he tells us himself.',
    link: 'How we use your data',
  },
  neither:
    'If he has neither an email address nor a mobile, call us and we will make a card for him:',
  button: 'Send me the email',
}

export const CLOSED = {
  title: 'Begin for somebody else',
  lede: 'We cannot hold a place in this way at this event. You can choose a different event, or he can book for himself.',
}
