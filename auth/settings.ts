export type ProviderSettings = {
  /** Comma-separated. The first one signs in; id tokens for all of them are accepted. */
  clientId: string
  secret: string
  url: string
  /** Default: `{issuer}/callback` of this service. */
  callbackUrl?: string
  /** Accepts id tokens with a nonce the client did not send, for apps that cannot send one. */
  skipNonceCheck?: boolean
}

/** Calls per IP address and window (auth-protocol 2.9). */
export type CallLimits = Record<'ask' | 'token' | 'verify' | 'sso' | 'factor', number>

export type AuthSettings = {
  siteName: string
  confirmEmail: boolean
  disableSignup: boolean
  passwordMinLength: number
  deniedPasswords: string[]
  /** The official client renews a token 90 s before it expires. */
  jwtSeconds: number
  /** Larger user_metadata is left out of access tokens. */
  claimedMetadataBytes: number
  /** How long a superseded refresh token still returns the current one. */
  refreshReuseSeconds: number
  /** Maximum age and idle time; 0 for no limit. */
  sessionSeconds: number
  idleSeconds: number
  mailEverySeconds: number
  confirmationSeconds: number
  unconfirmedSeconds: number
  recoveryLinkSeconds: number
  recoveryCodeSeconds: number
  signInLinkSeconds: number
  signInCodeSeconds: number
  /** Whether sessions may be put into the URL fragment, which browser history stores. */
  implicitFlow: boolean
  changeEmail: boolean
  secureEmailChange: boolean
  /** Maximum age of the sign-in or password check for sensitive changes; 0 for no limit. */
  freshSignInSeconds: number
  /** Not in sessions from a mailed link or code. */
  passwordNeedsCurrent: boolean
  /** In sessions older than a day (GET /reauthenticate). */
  passwordNeedsCode: boolean
  email: boolean
  phone: boolean
  confirmPhone: boolean
  smsCodeSeconds: number
  smsEverySeconds: number
  smsPerHour: number
  smsHook: { url: string; secret: string } | null
  /** Numbers (digits) with a fixed code; no SMS is sent to them. */
  smsTestCodes: Record<string, string>
  anonymousSignIns: boolean
  /** OpenID Connect providers by name. */
  providers: Record<string, ProviderSettings>
  manualLinking: boolean
  /** `everySeconds` is the minimum time between two SMS. */
  phoneFactors: { enrol: boolean; verify: boolean; everySeconds: number }
  maxFactors: number
  /** The app_metadata flag of accounts that need a second factor; '' for none. */
  secondFactorFlag: string
  /** For such accounts, at sign-in too; 0 for the general minimum. */
  secondFactorPasswordMinLength: number
  hashQueue: number
  /** Multiplies the limits per IP address, not those per account. */
  requestScale: number
  /** Per IP address; null where `callLimits` count sign-ups. */
  signUpsPerHour: number | null
  anonymousPerHour: number
  /** Null behind a gateway that counts calls. */
  callLimits: CallLimits | null
  /** Whether the last entry of X-Forwarded-For is the client's address. */
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
  secondFactorFlag: '',
  secondFactorPasswordMinLength: 0,
  hashQueue: 256,
  requestScale: 1,
  // Allows for an event whose visitors share one IP address.
  signUpsPerHour: 120,
  anonymousPerHour: 30,
  callLimits: null,
  trustProxy: false,
} satisfies AuthSettings
