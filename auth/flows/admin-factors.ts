import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { withDetails } from '../queries/users.queries.ts'
import type { Admin } from '../requests/authenticate-admin.ts'
import type { Account, Factor } from '../user.ts'
import { auditAdmin } from './admin-users.ts'
import { deleteFactorAndNotify } from './factors.ts'

export async function adminDeleteFactor(
  deps: Deps,
  admin: Admin,
  { account, factorId }: { account: Account; factorId: string },
): Promise<Factor> {
  return await inTransaction(deps.pool, async (client) => {
    const { factors } = await withDetails(client, account)
    const factor = factors.find(({ id }) => id === factorId)
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    await deleteFactorAndNotify(deps, client, { account, factor, by: null })
    const entry = { action: 'factor_unenrolled', userId: account.id } as const
    await auditAdmin(deps, client, admin, { ...entry, payload: { factor_id: factorId } })
    return factor
  })
}
