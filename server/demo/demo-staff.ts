import type { Tx } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { DEMO_STAFF, demoAuthenticator, OFFICE_DEMO_PASSWORD } from '../staff/demo-accounts.ts'
import { insertStaff } from '../staff/staff.queries.ts'
import type { DemoAccounts } from './demo-members.ts'

/** Returns the ids of those who work here, by their address. */
export async function addDemoStaff(
  tx: Tx,
  { accounts, fieldKeys, now }: { accounts: DemoAccounts; fieldKeys: FieldKeys; now: Date },
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const person of DEMO_STAFF) {
    const { id: userId } = await accounts.createUser({
      email: person.email,
      password: OFFICE_DEMO_PASSWORD,
      data: { display_name: person.name },
      authenticator: demoAuthenticator(fieldKeys, person.email),
    })
    const id = await insertStaff(tx, { ...person, userId, since: now })
    if (id === null) throw new Error(`${person.email} works here already`)
    ids.set(person.email, id)
  }
  return ids
}
