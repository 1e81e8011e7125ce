import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { adminDeleteFactor } from '../flows/admin-factors.ts'
import { adminGenerateLink, adminInviteUser } from '../flows/admin-links.ts'
import { adminCreateUser, adminDeleteUser, adminUpdateUser } from '../flows/admin-users.ts'
import { listAccounts } from '../queries/admin.queries.ts'
import { findAccount, withDetails } from '../queries/users.queries.ts'
import { type Admin, authenticateAdmin } from '../requests/authenticate-admin.ts'
import { queryParameter, readBody, requestedRedirect, Text } from '../requests/body.ts'
import { type Account, toFactorResponse, toUserResponse } from '../user.ts'

const Flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
const Data = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {})

const UserBody = z
  .object({
    id: Text,
    aud: Text,
    role: Text,
    email: Text,
    phone: Text,
    password: Text,
    password_hash: Text,
    ban_duration: Text,
    email_confirm: Flag,
    phone_confirm: Flag,
    user_metadata: Data,
    app_metadata: Data,
  })
  .transform(({ password_hash, ban_duration, email_confirm, phone_confirm, ...body }) => ({
    id: body.id,
    aud: body.aud,
    role: body.role,
    email: body.email,
    phone: body.phone,
    password: body.password,
    passwordHash: password_hash,
    banDuration: ban_duration,
    confirmEmail: email_confirm,
    confirmPhone: phone_confirm,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
  }))
const DeleteBody = z.object({ should_soft_delete: Flag })
const InviteBody = z.object({ email: Text, data: Data })
const LinkBody = z.object({
  type: Text,
  email: Text,
  new_email: Text,
  password: Text,
  data: Data,
  redirect_to: Text,
})

const PER_PAGE = 50
const MAX_PER_PAGE = 1_000

type UserRoute = { Params: { userId: string } }
type FactorRoute = { Params: { userId: string; factorId: string } }

/** auth-protocol 2.10. */
export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  const { pool } = deps

  app.post('/admin/users', async (request) => {
    const admin = await authenticateAdmin(deps, request)
    const fields = readBody(UserBody, request)
    if (fields.id && !z.guid().safeParse(fields.id).success)
      throw validationFailed('ID must conform to the uuid v4 format')
    return toUserResponse(await adminCreateUser(deps, admin, fields))
  })

  app.get('/admin/users', async (request, reply) => {
    await authenticateAdmin(deps, request)
    const page = parseCount(request, 'page', 1)
    const perPage = Math.min(MAX_PER_PAGE, parseCount(request, 'per_page', PER_PAGE))
    const { accounts, total } = await listAccounts(pool, { page, perPage })
    setPaginationHeaders(reply, { page, perPage, total })
    const users = await Promise.all(accounts.map((account) => withDetails(pool, account)))
    return { users: users.map(toUserResponse), aud: 'authenticated' }
  })

  app.get<UserRoute>('/admin/users/:userId', async (request) => {
    const { account } = await authorizeForUser(deps, request)
    return toUserResponse(await withDetails(pool, account))
  })

  app.put<UserRoute>('/admin/users/:userId', async (request) => {
    const { admin, account } = await authorizeForUser(deps, request)
    const fields = readBody(UserBody, request)
    return toUserResponse(await adminUpdateUser(deps, admin, { account, fields }))
  })

  app.delete<UserRoute>('/admin/users/:userId', async (request) => {
    const { admin, account } = await authorizeForUser(deps, request)
    const { should_soft_delete: soft } = readBody(DeleteBody, request)
    await adminDeleteUser(deps, admin, { account, soft })
    return {}
  })

  app.get<UserRoute>('/admin/users/:userId/factors', async (request) => {
    const { account } = await authorizeForUser(deps, request)
    const { factors } = await withDetails(pool, account)
    return factors.map(toFactorResponse)
  })

  app.delete<FactorRoute>('/admin/users/:userId/factors/:factorId', async (request) => {
    const { admin, account } = await authorizeForUser(deps, request)
    const { factorId } = request.params
    if (!z.guid().safeParse(factorId).success)
      throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
    return toFactorResponse(await adminDeleteFactor(deps, admin, { account, factorId }))
  })

  app.post('/admin/generate_link', async (request) => {
    const admin = await authenticateAdmin(deps, request)
    const { redirect_to, new_email: newEmail, ...body } = readBody(LinkBody, request)
    const redirectTo = requestedRedirect(request) || redirect_to
    return await adminGenerateLink(deps, admin, { ...body, newEmail, redirectTo })
  })

  app.post('/invite', async (request) => {
    const admin = await authenticateAdmin(deps, request)
    const { email, data } = readBody(InviteBody, request)
    const redirectTo = requestedRedirect(request)
    return toUserResponse(await adminInviteUser(deps, admin, { email, data, redirectTo }))
  })

  // Without an admin token all paths give 401 or 403, which does not reveal routes.
  app.all('/admin/*', async (request) => {
    await authenticateAdmin(deps, request)
    throw new AuthError(404, 'not_found', 'Not found')
  })
}

async function authorizeForUser(
  deps: Deps,
  request: FastifyRequest<UserRoute>,
): Promise<{ admin: Admin; account: Account }> {
  const admin = await authenticateAdmin(deps, request)
  const { userId } = request.params
  if (!z.guid().safeParse(userId).success)
    throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const account = await findAccount(deps.pool, userId)
  if (!account) throw new AuthError(404, 'user_not_found', 'User not found')
  return { admin, account }
}

function parseCount(request: FastifyRequest, name: string, fallback: number): number {
  const text = queryParameter(request, name)
  if (!text) return fallback
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count > 0) return count
  throw validationFailed(`Bad Pagination Parameters: ${name} must be a number greater than 0`)
}

// `page` comes first: the official client reads the number after the first '='.
function setPaginationHeaders(
  reply: FastifyReply,
  { page, perPage, total }: { page: number; perPage: number; total: number },
): void {
  const last = Math.ceil(total / perPage)
  const link = (to: number, rel: string) =>
    `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')]
  reply.header('link', links.join(', ')).header('x-total-count', String(total))
}
