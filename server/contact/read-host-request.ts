import { PERSON_NAMES } from '../../domain/contact.ts'
import { normaliseEmail } from '../../domain/email-address.ts'
import {
  type HostError,
  type HostField,
  type HostRequest,
  hostRequestErrors,
  PAYERS,
} from '../../domain/host-request.ts'
import { visibleName } from '../../domain/person-name.ts'
import { plainLines, plainText } from '../platform/http/plain-text.ts'
import type { SentForm } from '../platform/http/public-form.ts'

type Values = Record<HostField, string>
export type ReadRequest = { errors: HostError[]; values: Values; request: HostRequest | null }

/** Cleans before validating, so that a text of control characters only counts as empty. */
export function readHostRequest(sent: SentForm): ReadRequest {
  const textOf = (name: HostField) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    return typeof value === 'string' ? clean(name, value) : ''
  }
  const values: Values = {
    day: textOf('day'),
    place: textOf('place'),
    men: textOf('men'),
    payer: textOf('payer'),
    'first-name': textOf('first-name'),
    'last-name': textOf('last-name'),
    email: textOf('email'),
    'phone-number': textOf('phone-number'),
    message: textOf('message'),
  }
  const errors = hostRequestErrors(values)
  return { errors, values, request: errors.length === 0 && hasPayer(values) ? values : null }
}

/** A web address where a day or a place is asked for; null without one. */
export function hostSpamReason({ day, place }: HostRequest): string | null {
  return /https?:|www\./i.test(`${day} ${place}`)
    ? 'it has a web address in the date or venue box'
    : null
}

function clean(name: HostField, typed: string): string {
  if (name === 'message') return plainLines(typed)
  if (PERSON_NAMES.includes(name)) return visibleName(typed)
  return name === 'email' ? normaliseEmail(plainText(typed)) : plainText(typed)
}

function hasPayer(values: Values): values is HostRequest {
  return Object.hasOwn(PAYERS, values.payer)
}
