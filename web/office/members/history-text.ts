import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { fieldName, fieldNames } from './contact-labels.ts'

const CONSENT_WORDS = {
  valid: 'Valid',
  outdated: 'Too old, or for an earlier version of the form',
  withdrawn: 'Withdrawn',
}

export function consentText(state: keyof typeof CONSENT_WORDS): string {
  return CONSENT_WORDS[state]
}

/** `state` is that of the mail's job. */
export function mailText(state: string): string {
  if (state === 'completed') return 'Sent'
  return state === 'failed' ? 'Could not be sent' : 'Waiting to be sent'
}

/** A member's own change has no before and after of most fields. */
export function changeText({
  changed,
  before,
  after,
}: Pick<OfficeMember['changes'][number], 'changed' | 'before' | 'after'>): string[] {
  const shown = Object.keys(after)
  const others = changed.filter((field) => !shown.includes(snakeCase(field)))
  return [
    ...shown.map(
      (field) =>
        `${fieldName(field)}: changed from ${before[field] || 'nothing'} to ${after[field] || 'nothing'}`,
    ),
    ...(others.length > 0 ? [`Changed: ${fieldNames(others)}`] : []),
  ]
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
