import * as z from 'zod/mini'
import { visibleText } from '../../../domain/person-name.ts'
import { sealedValue } from '../../platform/keys/sealed-json.ts'

/** What was entered, whole or not. */
const RegistrationSchema = z.record(z.string(), z.unknown())
export type Registration = z.infer<typeof RegistrationSchema>

export const {
  placeOf,
  seal: sealRegistration,
  open: openRegistration,
} = sealedValue(RegistrationSchema, ({ id }: { id: string }) => `kept_registrations|sealed|${id}`)

/** 'Alan Sample', as far as it was entered. */
export function nameOf(registration: Registration): string {
  return [textOf(registration, 'first_name'), textOf(registration, 'last_name')]
    .filter(Boolean)
    .join(' ')
}

/** '' when it was not entered. */
export function textOf(registration: Registration, field: string): string {
  const value = registration[field]
  return typeof value === 'string' ? visibleText(value).trim() : ''
}
