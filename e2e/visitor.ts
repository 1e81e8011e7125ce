import { randomUUID } from 'node:crypto'

export function newVisitor() {
  return {
    firstName: 'James',
    lastName: 'Carter',
    address1: '14 Sample Street',
    postCode: 'CO1 1AA',
    ethnicity: 'Not stated',
    day: '14',
    month: '5',
    year: '1968',
    phoneNumber: '447700900118',
    email: `${randomUUID().slice(0, 8)}@example.org`,
    password: 'tractor-river-lamp',
  }
}

export type Visitor = ReturnType<typeof newVisitor>
