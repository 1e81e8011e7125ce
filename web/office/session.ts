import type { Session } from '@supabase/auth-js'
import { RouterContextProvider, useRouteLoaderData } from 'react-router'
import type { OfficeMe } from '../../domain/office/contract.ts'
import type { Permission } from '../../domain/office/permissions.ts'
import { ApiError, get } from '../api.ts'
import { authClient, currentSession, onSessionChange } from '../auth-client.ts'
import { secondStepOf } from '../second-step.ts'
import { signOut } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { asksForSignIn } from './api.ts'
import { lock, unlock } from './lock.ts'

let loading: Promise<OfficeMe> | undefined
let user: Session['user'] | undefined
let isLeaving = false
onSessionChange(handleSessionChange)

/** Who works here, asked once. Goes to the sign-in without a session. Throws ApiError. */
export function loadMe(): Promise<OfficeMe> {
  loading ??= askMe().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

export function useMe(): OfficeMe {
  const me = useRouteLoaderData<OfficeMe>('office')
  if (!me) throw new Error('useMe outside the shell')
  return me
}

/** For what a screen shows only; the server enforces each permission. */
export function useCan(permission: Permission): boolean {
  return useMe().permissions.includes(permission)
}

/** The address of the account that works here, for signing in again. */
export function accountEmail(): string {
  return user?.email ?? ''
}

/** With the people of days that this browser keeps. */
export async function leaveOffice(to = '/login?from=/office'): Promise<void> {
  isLeaving = true
  await (await import('./day/day-store.ts')).wipeAll()
  await signOut({ to })
}

/** Ends the session and keeps the page, with what was typed, behind the lock. */
export async function lockWhenIdle(): Promise<void> {
  lock('idle')
  await (await authClient()).signOut({ scope: 'local' })
}

async function askMe(): Promise<OfficeMe> {
  const session = isSignedIn() ? await currentSession() : null
  if (!session || secondStepOf(session)) return goToLogin()
  user = session.user
  try {
    return await get(new RouterContextProvider(), 'GET /api/office/me')
  } catch (error) {
    if (!(error instanceof ApiError) || !asksForSignIn(error)) throw error
    // With this session /login would redirect back at once.
    await leaveOffice(loginAddress())
    throw error
  }
}

/** Never resolves: the page is about to go. A redirect of the router would stay below /office. */
function goToLogin(): Promise<never> {
  location.replace(loginAddress())
  return new Promise(() => undefined)
}

function loginAddress(): string {
  return `/login?from=${encodeURIComponent(location.pathname + location.search)}`
}

function handleSessionChange(event: string, session: Session | null): void {
  if (isLeaving || !user) return
  if (event === 'SIGNED_OUT') lock('ended')
  if (!session) return
  // Another person signed in: nothing of this one's screens may stay.
  if (session.user.id !== user.id) location.reload()
  else if (!secondStepOf(session)) unlock()
}
