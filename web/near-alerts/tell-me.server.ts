import {
  ALERT_MILES,
  NEAR_ALERT_STEPS,
  NEAR_ALERT_WORDS,
  type NearAlertStep,
  readAlertForm,
} from '../../domain/near-alerts.ts'

export type StepWords = {
  title: string
  lede: string
  button?: string
  onward?: { to: string; label: string }
}

const EVENTS = { to: '/book-event-main', label: 'See all events' }
const AGAIN = { to: '/tell-me', label: 'Ask again' }

const STEPS: Record<NearAlertStep, StepWords> = {
  sent: {
    title: 'Please open your email',
    lede: 'We have sent you an email. Open the link in it and press the button there, and your alert begins.',
    onward: EVENTS,
  },
  confirm: {
    title: 'Confirm your alert',
    lede: 'Press the button and we will email you each new event near your place.',
    button: 'Yes, tell me',
  },
  confirmed: {
    title: 'Your alert has begun',
    lede: 'Thank you. Every mail has a link with which you can stop them.',
    onward: EVENTS,
  },
  leave: {
    title: 'Stop these mails',
    lede: 'Press the button and we will tell you of no more events near your place.',
    button: 'Stop these mails',
  },
  left: {
    title: 'Your alert has ended',
    lede: 'We will tell you of no more events. We have deleted your place. Mails about your bookings still come.',
    onward: EVENTS,
  },
  'link-over': {
    title: 'This link no longer works',
    lede: 'It may be too old, or not whole. You can ask again, or stop the mails by the link in the newest one.',
    onward: AGAIN,
  },
}

const FORM = {
  title: 'Tell me when you are near',
  lede: NEAR_ALERT_WORDS,
  note: 'Of a postcode we keep only the first part and one digit, such as CM1 4. We delete your place when you leave.',
  privacy: 'How we use your data',
  button: 'Tell me',
  labels: {
    location: 'Town, place or postcode',
    email: 'Email',
    miles: 'How far you would travel',
  },
  choices: ALERT_MILES.map((miles) => ({ value: String(miles), label: `${miles} miles` })),
}

const PROBLEMS = [
  {
    field: 'location',
    message: 'We do not know this place. Try a postcode, or the name of a larger town.',
  },
  { field: 'email', message: 'Please enter an email address, like name@example.org.' },
] as const

/** Null for an unknown step. */
export function stepWords(step: string): StepWords | null {
  const known = NEAR_ALERT_STEPS.find((one) => one === step)
  return known ? STEPS[known] : null
}

/** The form, with what was typed into its address before. */
export function formWords(query: URLSearchParams) {
  const { location, miles, problems } = readAlertForm(query)
  return {
    ...FORM,
    location,
    miles: String(miles),
    errors: PROBLEMS.filter(({ field }) => problems.includes(field)),
  }
}
