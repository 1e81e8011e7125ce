import {
  type LatinField,
  type LatinNames,
  latinFieldsOf,
  latinName,
  latinNameError,
} from '../../domain/latin-names.ts'
import { nameError, visibleName } from '../../domain/person-name.ts'
import { invalidField } from '../platform/http/refused.ts'
import type { MemberRow } from './members.queries.ts'

type Columns = Pick<MemberRow, 'firstName' | 'lastName' | 'latinFirstName' | 'latinLastName'>

/**
 * The columns of a name in Latin letters: null for a part that documents can print. Without a new one
 * a part keeps that of `before` only while the name itself stays. Throws Refused invalid_request.
 */
export function latinColumns(
  form: LatinNames,
  { firstName, lastName }: Pick<Columns, 'firstName' | 'lastName'>,
  before: Columns | null = null,
): Pick<Columns, 'latinFirstName' | 'latinLastName'> {
  const requiredFields = latinFieldsOf({ first_name: firstName, last_name: lastName })
  const isFirstKept = before?.firstName === firstName
  const isLastKept = before?.lastName === lastName
  return {
    latinFirstName: after('latin_first_name', isFirstKept ? before.latinFirstName : null),
    latinLastName: after('latin_last_name', isLastKept ? before.latinLastName : null),
  }

  function after(field: LatinField, kept: string | null): string | null {
    const typed = form[field]
    const plain = visibleName(typed ?? '')
    const error = nameError(plain) ?? latinNameError(plain)
    if (error) throw invalidField(field, error)
    if (!requiredFields.includes(field)) return null
    return typed === undefined ? kept : plain || null
  }
}

/** As domain/latin-names.ts takes a name. */
export function nameIn(row: {
  firstName: string
  lastName: string
  latinFirstName: string | null
  latinLastName: string | null
}) {
  return {
    first_name: row.firstName,
    last_name: row.lastName,
    latin_first_name: row.latinFirstName,
    latin_last_name: row.latinLastName,
  }
}

/** `latin_name`, only where there is one. */
export function latinNameOf(row: Parameters<typeof nameIn>[0]): { latin_name?: string } {
  const latin_name = latinName(nameIn(row))
  return latin_name === null ? {} : { latin_name }
}
