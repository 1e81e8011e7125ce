import { expect, test } from 'vitest'
import { ProfileUpdateSchema } from './contract.ts'
import { namesOf } from './fields.ts'
import {
  ADDRESS_LINE_LENGTH,
  CONTACT_FIELDS,
  type MemberField,
  PROFILE_FIELDS,
} from './member-fields.ts'
import { MemberChangeSchema } from './office/member-schemas.ts'

const limits = (list: Record<string, MemberField>) =>
  namesOf(list).flatMap((name) => {
    const { max } = list[name] ?? {}
    return max === undefined ? [] : [{ name, max }]
  })

function textOf(name: string, length: number): string | string[] {
  if (name === 'email') return `${'x'.repeat(length - '@'.length - DOMAIN.length)}@${DOMAIN}`
  if (name !== 'address_lines') return 'x'.repeat(length)
  return Array.from({ length: 3 }, () => 'x'.repeat(length - 2 * ADDRESS_LINE_LENGTH))
}
const DOMAIN = `${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.org`

test.each(limits(PROFILE_FIELDS))('a profile takes $name up to $max characters', (field) => {
  const isTaken = (length: number) =>
    ProfileUpdateSchema.safeParse({ [field.name]: textOf(field.name, length) }).success
  expect([isTaken(field.max), isTaken(field.max + 1)]).toEqual([true, false])
})

test.each(limits(CONTACT_FIELDS))('the office enters $name up to $max characters', (field) => {
  const isTaken = (length: number) =>
    MemberChangeSchema.safeParse({ version: 1, [field.name]: textOf(field.name, length) }).success
  expect([isTaken(field.max), isTaken(field.max + 1)]).toEqual([true, false])
})
