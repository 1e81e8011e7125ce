import {
  ALERT_MILES,
  NEAR_ALERT_STEPS,
  NEAR_ALERT_WORDS,
  type NearAlertStep,
  readAlertForm,
} from '../../domain/near-alerts.ts'
import type { OptInWords } from '../link-owner/opt-in-page.tsx'

const EVENTS = { to: '/book-event-main', label: 'See all events' }
const AGAIN = { to: '/tell-me', label: 'Ask again' }

const STEPS: Record<NearAlertStep, OptInWords> = {
  sent: {
    title: 'Please open your email',
    lede: 'We have sent you an email. Open the link in it and press the button to start your alert.',
    onward: EVENTS,
  },
  confirm: {
    title: 'Confirm your alert',
    lede: 'Press the button and we will email you about new events near you.',
    button: 'Yes, tell me',
  },
  confirmed: {
    title: 'Your alert is on',
    lede: 'Thank you. Every email has a link you can use to stop them.',
    onward: EVENTS,
  },
  leave: {
    title: 'Stop these emails',
    lede: 'Press the button and we will stop emailing you about events near you.',
    button: 'Stop these emails',
  },
  left: {
    title: 'Your alert is off',
    lede: 'We will not email you about events near you any more, and we have deleted your location. You will still get emails about your bookings.',
    onward: EVENTS,
  },
  'link-over': {
    title: 'This link no longer works',
    lede: 'It may be too old, or part of it may be missing. You can ask again, or use the link in our newest email to stop these emails.',
    onward: AGAIN,
  },
}

const FORM = {
  title: 'Tell me when you are near',
  lede: NEAR_ALERT_WORDS,
  note: 'We keep only the first part of your postcode and one more digit, for example CM1 4. We delete it when you stop your alert.',
  privacy: 'How we use your data',
  button: 'Tell me',
  labels: {
    location: 'Town, place or postcode',
    email: 'Email',
    miles: 'How far would you travel?',
  },
  choices: ALERT_MILES.map((miles) => ({ value: String(miles), label: `${miles} miles` })),
}

const PROBLEMS = [
  {
    field: 'location',
    message: 'We could not find this place. Try a postcode, or a larger town nearby.',
  },
  { field: 'email', message: 'Enter an email address, for example name@example.org.' },
] as const

/** Null for an unknown step. */
export function stepText(step: string): OptInWords | null {
  const known = NEAR_ALERT_STEPS.find((one) => one === step)
  return known ? STEPS[known] : null
}

/** The form, with what was typed into its address before. */
export function formText(query: URLSearchParams) {
  const { location, miles, problems } = readAlertForm(query)
  return {
    ...FORM,
    location,
    miles: String(miles),
    errors: PROBLEMS.filter(({ field }) => problems.includes(field)),
  }
}
