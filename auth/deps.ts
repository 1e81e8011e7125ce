import type { FastifyBaseLogger } from 'fastify'
import type { JWK } from 'jose'
import type pg from 'pg'

/** What the authentication service is made of; it reads neither environment nor clock itself. */
export type AuthDeps = {
  /** PostgreSQL; the service keeps to its own schema `auth` there. */
  pool: pg.Pool
  /** The clock: every life span is counted with the moment that this gives. */
  now: () => Date
  /** `iss` of every access token, such as https://site.example/auth/v1. */
  issuer: string
  /** Where browsers reach the service, for links to it and providers' answers; without it the issuer. */
  externalUrl?: string
  /** The site that mail links lead to, without a trailing slash. */
  siteUrl: string
  /** Further places that mail links may lead to: globs with the separators '.' and '/'. */
  redirectAllowList: string[]
  /** JSON Web Key set: the first key that may sign, signs; all are accepted and published. */
  signingKeys: { keys: JWK[] }
  /** Sends a mail or takes it into a queue; called after the answer has gone out. */
  mail: (message: AuthMessage) => Promise<void>
  /**
   * Writes a mail into a queue of the same database, in the transaction of what it tells, so that
   * neither is there without the other. Without it such a mail goes to `mail` after the commit: never
   * if there is none, and lost in a crash between.
   */
  queueMail?: (message: AuthMessage, client: pg.PoolClient) => Promise<void>
  /**
   * Sends an SMS in place of `settings.smsHook`, called after the answer has gone out. With phone
   * numbers switched on there must be one of the two.
   */
  sms?: SendSms
  /**
   * Called in the transaction in which an account's e-mail address changes, for a site that keeps it
   * as well: both change, or neither does.
   */
  emailChanged?: (change: EmailChange, client: pg.PoolClient) => Promise<void>
  /** Called in the transaction in which a sign-up that nobody has proven is discarded, or what it left. */
  signUpDiscarded?: SignUpHook
  /** The same when its own mail or an administrator proves it. */
  signUpProven?: SignUpHook
  /** The site's pages that open the link of a mail. Without them a mail may lead to any of its pages. */
  mailPages?: MailPages
  settings?: Partial<AuthSettings>
  /** 32 random bytes from which the keys for stored hashes and sealed columns are derived. */
  secret: Uint8Array
  /** Without it, errors go to standard output. */
  log?: FastifyBaseLogger
}

export type SignUpHook = (userId: string, client: pg.PoolClient) => Promise<void>

/** Paths such as /login: of the page that sets a new password, and of the one that confirms and signs in. */
export type MailPages = { recovery: string; signIn: string }

export type AuthMessage = { to: string; subject: string; text: string; html?: string }

/** `phone` in digits, without '+'; `message` is the text that carries the code `otp`. */
export type SmsMessage = { phone: string; otp: string; message: string }

export type SendSms = (message: SmsMessage) => Promise<void>

export type EmailChange = { userId: string; before: string | null; email: string }
export type ProviderSettings = {
  /**
   * The name by which the provider knows this service. Further ones after commas, as of its apps for
   * telephones: an id token for any of them is taken.
   */
  clientId: string
  /** '' for a client without a secret. */
  secret: string
  /** Its issuer, under which it describes itself (/.well-known/openid-configuration). */
  url: string
  /** Where it sends the browser back to, when that is not `{issuer}/callback` of this service. */
  callbackUrl?: string
  /** Takes id tokens whose nonce was not sent along, from apps that cannot give one. */
  skipNonceCheck?: boolean
}

/** Calls that one address may make of each kind in its window (auth-protocol 2.9). */
export type CallLimits = Record<'ask' | 'token' | 'verify' | 'sso' | 'factor', number>

export type AuthSettings = {
  /** How the site is called in mails. */
  siteName: string
  /** Whether a new address must be confirmed by mail before its owner can sign in. */
  confirmEmail: boolean
  disableSignup: boolean
  passwordMinLength: number
  /** Words that make a password easy to guess besides the common ones, such as what the site is about. */
  deniedPasswords: string[]
  /** Life of an access token; the browser's client renews it 90 s before its end. */
  jwtSeconds: number
  /**
   * Bytes of user_metadata that an access token may carry; the claim of larger ones is empty. The user
   * of a session has all of them. With the default a token fits into a cookie.
   */
  claimedMetadataBytes: number
  /** A superseded refresh token still gets the current one within this time after a refresh. */
  refreshReuseSeconds: number
  /** A session ends so long after its sign-in, and after nobody has renewed it for so long; 0 for never. */
  sessionSeconds: number
  idleSeconds: number
  /** At most one mail of a kind to an account in this time. */
  mailEverySeconds: number
  confirmationSeconds: number
  /** A sign-up that nobody has confirmed is deleted after this time. */
  unprovenSeconds: number
  recoveryLinkSeconds: number
  recoveryCodeSeconds: number
  /** Life of the link and of the code with which somebody signs in without a password. */
  signInLinkSeconds: number
  signInCodeSeconds: number
  /**
   * Whether a session may be put into the address, where history keeps it (the implicit flow).
   * Otherwise GET /verify hands the token of the link on to the page, which confirms it itself, and
   * signing in with a provider needs a code_challenge.
   */
  implicitFlow: boolean
  /** Whether an account's owner may change its e-mail address; he confirms the new one by mail. */
  changeEmail: boolean
  /** Whether the change must be confirmed from the old address too. */
  secureEmailChange: boolean
  /**
   * A change of password, address, number, second factor, recovery codes or identities needs a sign-in
   * or the present password within this time; 0 for none of it.
   */
  freshSignInSeconds: number
  /** Whether each new password needs the present one, but in a session of a mailed link or code. */
  passwordNeedsCurrent: boolean
  /** Whether a new password needs the code of GET /reauthenticate in a session older than a day. */
  passwordNeedsCode: boolean
  /** Whether accounts may be made and entered by e-mail address. */
  email: boolean
  /** Whether accounts may have a phone number, and sign up and in with it. */
  phone: boolean
  /** Whether a new number must be confirmed by a code before its owner can sign in. */
  confirmPhone: boolean
  smsCodeSeconds: number
  /** At most one SMS of a kind to an account in this time. */
  smsEverySeconds: number
  /** SMS that the whole service sends in an hour: each one costs. */
  smsPerHour: number
  /** Where SMS are handed over, signed with the secret (sms-hook.ts). */
  smsHook: { url: string; secret: string } | null
  /** Numbers whose code is fixed and to which nothing is sent, for tests: digits to code. */
  smsTestCodes: Record<string, string>
  /** Whether POST /signup without address and number makes an account that nobody is known by. */
  anonymousSignIns: boolean
  /** OpenID Connect providers to sign in with, by the name that GET /authorize calls them. */
  providers: Record<string, ProviderSettings>
  /** Whether a signed-in user may link and unlink identities himself. */
  manualLinking: boolean
  /** A phone as a second factor: whether it is enrolled and verified, and seconds between two SMS. */
  phoneFactors: { enrol: boolean; verify: boolean; everySeconds: number }
  /** Second factors that one account may have. */
  mostFactors: number
  /**
   * Name of what is true in the app_metadata of an account that must have a second factor: none of its
   * sessions is alive before it is shown. '' for nobody.
   */
  secondFactorDemandedBy: string
  /** Shortest password of such an account; a shorter one does not sign in. 0 for that of all others. */
  secondFactorPasswordMinLength: number
  /** Password hashes that may wait for the one that is worked on. */
  hashQueue: number
  /** Multiplies what one address may ask for; never guesses, nor mails to one account. */
  requestScale: number
  /** Sign-ups that one address may make in an hour; null where `callLimits` count them. */
  signUpsPerHour: number | null
  /** Accounts without address and number that one address may make in an hour. */
  anonymousPerHour: number
  /** Limits on the calls of each address; null where a gateway in front counts them. */
  callLimits: CallLimits | null
  /** Whether the last address of X-Forwarded-For is the caller's; only when the service runs alone. */
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
  unprovenSeconds: 86_400,
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
  mostFactors: 10,
  secondFactorDemandedBy: '',
  secondFactorPasswordMinLength: 0,
  hashQueue: 256,
  requestScale: 1,
  // A hall full of people who sign up behind one address.
  signUpsPerHour: 120,
  anonymousPerHour: 30,
  callLimits: null,
  trustProxy: false,
} satisfies AuthSettings
