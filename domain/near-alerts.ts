import { placeWords } from './search-events.ts'

/** Choices of the form. */
export const ALERT_MILES = [10, 20, 30] as const
export type AlertMiles = (typeof ALERT_MILES)[number]
export const USUAL_MILES = 20

/** Shown beside the form and stored with every alert. */
export const NEAR_ALERT_WORDS =
  'We will email you about each new event within the distance you choose, and nothing else. You can stop these emails at any time.'

export function readMiles(sent: unknown): AlertMiles | null {
  return ALERT_MILES.find((miles) => String(miles) === sent) ?? null
}

/** Fields of the form that can be wrong. */
const ALERT_PROBLEMS = ['location', 'email'] as const

/** The form as its address fills it in; unknown words are no words. */
export function readAlertForm(query: URLSearchParams) {
  const problems = (query.get('problem') ?? '').split(',')
  return {
    location: placeWords(query.get('location')),
    miles: readMiles(query.get('miles')) ?? USUAL_MILES,
    problems: ALERT_PROBLEMS.filter((field) => problems.includes(field)),
  }
}

/** Addresses of the form's pages after `/tell-me/`. */
export const NEAR_ALERT_STEPS = [
  'sent',
  'confirm',
  'confirmed',
  'leave',
  'left',
  'link-over',
] as const
export type NearAlertStep = (typeof NEAR_ALERT_STEPS)[number]
