import type { JWTVerifyGetKey } from 'jose'
import type { AccountLinkKind } from '../../domain/link-owner.ts'
import type { Queryable } from './db/database.ts'

/** The authentication service behind the gateway, embedded or hosted (rules §7.1). */
export type AuthService = {
  /** `path` begins with '/', as '/token?grant_type=password'. */
  call(path: string, init: AuthCall): Promise<Response>
  keys: JWTVerifyGetKey
  issuer: string
  /** Whether the session is not signed out or banned, and has passed its second factor. */
  isSessionAlive(token: {
    accessToken: string
    sessionId: string
    userId: string
    level: string
  }): Promise<boolean>
  /** Null without the account. Absent unless new addresses are confirmed by mail (rules §2.4). */
  findUser?(userId: string): Promise<AuthUser | null>
  /** Locks the account while `work` runs; null when it does not await confirmation. */
  holdUser?<T>(
    userId: string,
    work: (user: AuthUser | null, q: Queryable) => Promise<T>,
  ): Promise<T>
  /** Null when the link is expired or used. Absent for a hosted service. */
  findLink?(tokenHash: string): Promise<MailedLink | null>
  signUps?: SignUps
  sessionsOf?(userId: string): Promise<AuthSession[]>
  recordsOf?(userId: string): Promise<AuthRecords>
  /** Deletes the account with its sessions; without the account it does nothing. Throws. */
  removeAccount(userId: string): Promise<void>
  /** Absent for a hosted service, whose accounts are administered there. */
  staffAccounts?: StaffAccounts
}

export type StaffAccounts = {
  /**
   * The account of the address, invited by mail when there is none; from now on it needs a second
   * factor. `by` is written to the service's audit log.
   */
  open(email: string, by: string): Promise<{ userId: string; isInvited: boolean }>
  /** Ends the requirement; the account stays. */
  close(userId: string, by: string): Promise<void>
  /** Ends the account's sessions and keeps it out, or lets it in again. */
  bar(userId: string, by: string): Promise<void>
  admit(userId: string, by: string): Promise<void>
  /** Null without the account. */
  stateOf(userId: string): Promise<StaffAccountState | null>
  /** Signs the account out of every browser; it can sign in again. */
  endSessions(userId: string): Promise<void>
  /** Takes every second factor away, which the service mails to the owner; the next sign-in sets up a new one. */
  removeFactors(userId: string, by: string): Promise<void>
}

/** `invitationUntil`: when the link of the last invitation expires; null without one. */
type StaffAccountState = {
  isConfirmed: boolean
  invitedAt: Date | null
  invitationUntil: Date | null
  lastSignInAt: Date | null
  hasFactor: boolean
}

type AuthRecord = Record<string, unknown>

type AuthRecords = {
  log: AuthRecord[]
  challenges: AuthRecord[]
  recoveryCodes: AuthRecord[]
  links: AuthRecord[]
}

/** What a confirmation link allows before it is used. Null and false: expired or used. */
export type SignUps = {
  /** Throws Refused too_many_requests. */
  isPassword(params: {
    tokenHash: string
    password: string
    address: string
  }): Promise<boolean | null>
  discard(params: { tokenHash: string; address: string }): Promise<boolean>
}

/**
 * What a mailed link opens. `email` is the account's present address, `newEmail` the one that it
 * changes to; `chosen` what a sign-up is confirmed with. `signedUpAt` is null without a sign-up.
 */
export type MailedLink = {
  kind: AccountLinkKind
  userId: string
  email: string
  newEmail: string | null
  signedUpAt: Date | null
  chosen: 'password' | 'provider' | 'nothing'
}

/** `address` and `device` as the browser sent them. */
export type AuthSession = {
  id: string
  since: Date
  lastUsedAt: Date | null
  address: string | null
  device: string | null
}

export type AuthUser = { email: string; confirmed: boolean; createdAt: Date }

export type AuthCall = {
  method: string
  headers: Record<string, string>
  body?: string
  address: string
  /** Users that the browser signed in as before. */
  knownTo?: readonly string[]
}
