import type { FastifyRequest } from 'fastify'
import { hasPermission, type Permission } from '../../domain/office/permissions.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../platform/http/refused.ts'
import { claimedSession, requireSession, type Session } from '../platform/http/session.ts'
import { findStaffInSession, type StaffRow, saveOfficeSession } from './staff.queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of an office route; null for everybody who works here. */
    permission?: Permission | null
  }
}

export type Staff = Pick<
  StaffRow,
  'id' | 'userId' | 'name' | 'email' | 'roles' | 'eventIds' | 'leadEventIds'
>

const IDLE_MS = 30 * 60_000
const LONGEST_MS = 12 * 3_600_000
const TOUCH_MS = 60_000

const workers = new WeakMap<FastifyRequest, Staff>()

type GuardDeps = Pick<Deps, 'auth' | 'settings' | 'now' | 'database'>

/**
 * The options of an office route: refuses sign_in_required, second_factor_required and not_permitted
 * (rules §9.1). A session ends after 30 minutes without use and 12 hours after its first.
 */
export function permitted(deps: GuardDeps, permission: Permission | null) {
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    const { db } = deps.database
    const claimed = await claimedSession(request, deps)
    const found = claimed && (await findStaffInSession(db, claimed))
    // The service treats a session without its second factor as ended.
    if (found && claimed.level !== 'aal2') throw new Refused('second_factor_required')
    const session = await requireSession(request, deps)
    if (!found) throw new Refused('not_permitted')

    const now = deps.now()
    const { startedAt, lastUsedAt, ...staff } = found
    const isOver =
      startedAt !== null &&
      lastUsedAt !== null &&
      (now.getTime() - lastUsedAt.getTime() >= IDLE_MS ||
        now.getTime() - startedAt.getTime() >= LONGEST_MS)
    if (isOver) {
      await endSession(deps, session)
      throw new Refused('sign_in_required')
    }
    if (permission !== null && !hasPermission(staff.roles, permission))
      throw new Refused('not_permitted')
    if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= TOUCH_MS)
      await saveOfficeSession(db, { sessionId: session.sessionId, staffId: staff.id, now })
    workers.set(request, staff)
  }
  return { onRequest, config: { permission } }
}

/** Throws when the route is none of the office. */
export function staffOf(request: FastifyRequest): Staff {
  const staff = workers.get(request)
  if (!staff) throw new Error('staffOf: this route has no permission')
  return staff
}

/** At the service too, so that the login page asks for password and code again. */
async function endSession({ auth }: GuardDeps, { accessToken }: Session): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` }
  await auth.call('/logout?scope=local', { method: 'POST', headers, address: '' })
}
