import { visibleText } from '../../../domain/person-name.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

/** What was entered, whole or not. */
export type Registration = Record<string, unknown>

export function sealRegistration(
  fieldKeys: FieldKeys,
  { id, registration }: { id: string; registration: Registration },
): Buffer {
  return sealJson(fieldKeys, registration, placeOf(id))
}

export function openRegistration(
  fieldKeys: FieldKeys,
  { id, sealed }: { id: string; sealed: Buffer },
): Registration {
  return Object(openJson(fieldKeys, sealed, placeOf(id)))
}

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

export function placeOf(actionId: string): string {
  return `kept_registrations|sealed|${actionId}`
}
