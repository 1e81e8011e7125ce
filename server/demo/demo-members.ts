import { addressAsTyped } from '../members/address-columns.ts'
import { insertMember, type MemberRow } from '../members/members.queries.ts'
import { sealNhsNumber } from '../members/user-profile.ts'
import type { Tx } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'

export type DemoAccounts = {
  createUser(user: {
    email: string
    password: string
    data: { display_name: string; phone?: string }
    /** Of an account that must have a second factor. */
    authenticator?: Buffer
  }): Promise<{ id: string }>
}

/** The password of every demo sign-in, printed by `npm start`. */
export const DEMO_PASSWORD = 'screening-demo'

type DemoMember = {
  email: string
  firstName: string
  lastName: string
  dateOfBirth: string
  phone: string
  homeAddress: string
  nhsNumber: string
  isNhsConfirmed: boolean
}

/** NHS numbers and telephone numbers are from ranges reserved for tests and drama. */
export const demoMembers = {
  member: {
    email: 'member@example.org',
    firstName: 'Sample James',
    lastName: 'Carter',
    dateOfBirth: '1968-05-14',
    phone: '07700 900118',
    homeAddress: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
    nhsNumber: '9990000018',
    isNhsConfirmed: true,
  },
  newcomer: {
    email: 'newcomer@example.org',
    firstName: 'Sample David',
    lastName: 'Okafor',
    dateOfBirth: '1974-09-02',
    phone: '07700 900226',
    homeAddress: '3 Sample Lane, Chelmsford, CM1 1AA, United Kingdom',
    nhsNumber: '9991000003',
    isNhsConfirmed: false,
  },
  amber: {
    email: 'amber@example.org',
    firstName: 'Sample Michael',
    lastName: 'Hartley',
    dateOfBirth: '1961-03-19',
    phone: '07700 900331',
    homeAddress: '8 Sample Close, Braintree, CM7 1AA, United Kingdom',
    nhsNumber: '9993000000',
    isNhsConfirmed: false,
  },
  red: {
    email: 'red@example.org',
    firstName: 'Sample Robert',
    lastName: 'Lindsay',
    dateOfBirth: '1957-11-08',
    phone: '07700 900442',
    homeAddress: '21 Sample Row, Braintree, CM7 1AA, United Kingdom',
    nhsNumber: '9993000019',
    isNhsConfirmed: false,
  },
  repeat: {
    email: 'repeat@example.org',
    firstName: 'Sample Stephen',
    lastName: 'Mortimer',
    dateOfBirth: '1965-07-27',
    phone: '07700 900553',
    homeAddress: '5 Sample Way, Braintree, CM7 1AA, United Kingdom',
    nhsNumber: '9993000027',
    isNhsConfirmed: false,
  },
  due: {
    email: 'due@example.org',
    firstName: 'Sample Andrew',
    lastName: 'Whitcombe',
    dateOfBirth: '1963-02-11',
    phone: '07700 900664',
    homeAddress: '9 Sample Green, Colchester, CO2 7AA, United Kingdom',
    nhsNumber: '9993000035',
    isNhsConfirmed: false,
  },
} satisfies Record<string, DemoMember>

export async function addDemoMember(
  tx: Tx,
  deps: { accounts: DemoAccounts; fieldKeys: FieldKeys; now: Date },
  profile: DemoMember,
): Promise<MemberRow> {
  const { id } = await deps.accounts.createUser({
    email: profile.email,
    password: DEMO_PASSWORD,
    data: { display_name: `${profile.firstName} ${profile.lastName}`, phone: profile.phone },
  })
  const { nhsNumber, isNhsConfirmed, homeAddress, ...columns } = profile
  return added(
    await insertMember(tx, {
      ...columns,
      provenPhone: profile.phone,
      ...addressAsTyped(homeAddress),
      ...sealNhsNumber(deps.fieldKeys, { nhsNumber, sealId: id }),
      nhsConfirmedAt: isNhsConfirmed ? deps.now : null,
      userId: id,
      gender: 'Male',
      ethnicity: 'Not stated',
      createdAt: deps.now,
      updatedAt: deps.now,
    }),
  )
}

type Columns = Parameters<typeof insertMember>[1]
type Own = Pick<
  Columns,
  'firstName' | 'lastName' | 'dateOfBirth' | 'supportNeeds' | 'supportNote'
> &
  Partial<Columns>

/** Of a member whom the office rings. */
export const withoutEmail = () =>
  ({
    userId: null,
    sealId: crypto.randomUUID(),
    email: null,
    contactBy: 'telephone',
  }) satisfies Partial<Columns>

export async function addSampleMember(tx: Tx, n: number, now: Date, own?: Own): Promise<MemberRow> {
  return added(
    await insertMember(tx, {
      userId: crypto.randomUUID(),
      email: `sample-${n}@example.org`,
      firstName: 'Sample',
      lastName: `Member ${n}`,
      dateOfBirth: `${1950 + (n % 30)}-06-15`,
      gender: 'Male',
      ethnicity: 'Not stated',
      phone: '07700 900000',
      provenPhone: '07700 900000',
      ...addressAsTyped(`${n} Sample Road, London, SE1 1AA, United Kingdom`),
      createdAt: now,
      updatedAt: now,
      ...own,
    }),
  )
}

function added(row: MemberRow | null): MemberRow {
  if (!row) throw new Error('a demo member is there already')
  return row
}
