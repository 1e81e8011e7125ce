export type ProviderSettings = {
  /** OAuth client ids, comma-separated. The first signs in; id tokens for all are accepted. */
  clientId: string
  /** '' for a client without a secret. */
  secret: string
  /** Issuer URL; the provider serves /.well-known/openid-configuration below it. */
  url: string
  /** Default: `{issuer}/callback` of this service. */
  callbackUrl?: string
  /** Accepts id tokens with a nonce the client did not send, for apps that cannot send one. */
  skipNonceCheck?: boolean
}

/** Calls per IP address of each kind in its window (auth-protocol 2.9). */
export type CallLimits = Record<'ask' | 'token' | 'verify' | 'sso' | 'factor', number>

export type AuthSettings = {
  siteName: string
  confirmEmail: boolean
  disableSignup: boolean
  passwordMinLength: number
  deniedPasswords: string[]
  /** Lifetime of an access token; the official client renews it 90 s before it expires. */
  jwtSeconds: number
  /** Larger user_metadata is left out of access tokens. With the default a token fits a cookie. */
  claimedMetadataBytes: number
  /** For this time after a refresh, a superseded refresh token still returns the current one. */
  refreshReuseSeconds: number
  /** Maximum age and maximum idle time of a session; 0 for no limit. */
  sessionSeconds: number
  idleSeconds: number
  mailEverySeconds: number
  confirmationSeconds: number
  /** An unconfirmed sign-up is deleted after this time. */
  unconfirmedSeconds: number
  recoveryLinkSeconds: number
  recoveryCodeSeconds: number
  signInLinkSeconds: number
  signInCodeSeconds: number
  /**
   * Whether a session may be put into the URL, where browser history keeps it (the implicit flow).
   * Otherwise GET /verify passes the token to the page, which confirms it, and provider sign-in
   * requires a code_challenge.
   */
  implicitFlow: boolean
  changeEmail: boolean
  secureEmailChange: boolean
  /** Sensitive account changes need a sign-in or password check within this time; 0 for none. */
  freshSignInSeconds: number
  /** Whether a new password needs the current one; not in sessions from a mailed link or code. */
  passwordNeedsCurrent: boolean
  /** Whether a new password needs the code of GET /reauthenticate in a session older than a day. */
  passwordNeedsCode: boolean
  email: boolean
  phone: boolean
  confirmPhone: boolean
  smsCodeSeconds: number
  smsEverySeconds: number
  smsPerHour: number
  /** Webhook that sends SMS, signed with the secret (mail/sms-hook.ts). */
  smsHook: { url: string; secret: string } | null
  /** Test numbers (digits) with a fixed code; no SMS is sent to them. */
  smsTestCodes: Record<string, string>
  /** Whether POST /signup without address and number creates an anonymous account. */
  anonymousSignIns: boolean
  /** OpenID Connect providers by their name in GET /authorize. */
  providers: Record<string, ProviderSettings>
  manualLinking: boolean
  /** Phones as second factors; `everySeconds` is the minimum time between two SMS. */
  phoneFactors: { enrol: boolean; verify: boolean; everySeconds: number }
  maxFactors: number
  /** app_metadata key of accounts whose sessions are dead without a second factor. '' for none. */
  secondFactorDemandedBy: string
  /** Minimum password length of such an account, at sign-in too; 0 for the general minimum. */
  secondFactorPasswordMinLength: number
  hashQueue: number
  /** Multiplies the request limits per IP address, not those per account. */
  requestScale: number
  /** Sign-ups per hour and IP address; null where `callLimits` count them. */
  signUpsPerHour: number | null
  anonymousPerHour: number
  /** Call limits per IP address; null behind a gateway that counts calls. */
  callLimits: CallLimits | null
  /** Whether the last entry of X-Forwarded-For is the caller's address; standalone only. */
  trustProxy: boolean
}

export const DEFAULT_SETTINGS = {
  siteName: '',
  confirmEmail: true,
  disableSignup: false,
  passwordMinLength: 6,
  deniedPasswords: [],
  jwtSeconds: 900,
  claimedMetadataBytes: 2_048,
  refreshReuseSeconds: 10,
  sessionSeconds: 0,
  idleSeconds: 0,
  mailEverySeconds: 60,
  confirmationSeconds: 86_400,
  unconfirmedSeconds: 86_400,
  recoveryLinkSeconds: 1_800,
  recoveryCodeSeconds: 600,
  signInLinkSeconds: 1_800,
  signInCodeSeconds: 600,
  implicitFlow: false,
  changeEmail: false,
  secureEmailChange: true,
  freshSignInSeconds: 0,
  passwordNeedsCurrent: false,
  passwordNeedsCode: false,
  email: true,
  phone: false,
  confirmPhone: true,
  smsCodeSeconds: 60,
  smsEverySeconds: 60,
  smsPerHour: 30,
  smsHook: null,
  smsTestCodes: {},
  anonymousSignIns: false,
  providers: {},
  manualLinking: false,
  phoneFactors: { enrol: false, verify: false, everySeconds: 60 },
  maxFactors: 10,
  secondFactorDemandedBy: '',
  secondFactorPasswordMinLength: 0,
  hashQueue: 256,
  requestScale: 1,
  // Allows for a hall full of people who sign up behind one IP address.
  signUpsPerHour: 120,
  anonymousPerHour: 30,
  callLimits: null,
  trustProxy: false,
} satisfies AuthSettings
