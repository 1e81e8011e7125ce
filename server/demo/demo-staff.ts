import type { Tx } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { DEMO_STAFF, demoAuthenticator, OFFICE_DEMO_PASSWORD } from '../staff/demo-accounts.ts'
import { insertStaff } from '../staff/staff.queries.ts'
import type { DemoAccounts } from './demo-members.ts'

export async function addDemoStaff(
  tx: Tx,
  { accounts, fieldKeys, now }: { accounts: DemoAccounts; fieldKeys: FieldKeys; now: Date },
): Promise<void> {
  for (const person of DEMO_STAFF) {
    const { id: userId } = await accounts.createUser({
      email: person.email,
      password: OFFICE_DEMO_PASSWORD,
      data: { display_name: person.name },
      authenticator: demoAuthenticator(fieldKeys, person.email),
    })
    await insertStaff(tx, { ...person, userId, since: now })
  }
}
