import type { AuthError, GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'

/** The test that drives each method of the official client: its file and the start of its name. */
export const DRIVEN: Record<string, string> = {
  initialize: 'events: a page that opens',
  isThrowOnErrorEnabled: 'errors: a client that wants errors thrown',
  signUp: 'session: a new user is signed in at once',
  signInAnonymously: 'phone: gets an account where that is on',
  signInWithPassword: 'session: trap 35: a wrong password and an unknown address get one answer',
  signInWithOtp: 'sign-in-link: is signed in by it, once, on whatever device',
  signInWithOAuth: 'providers: a new user when sign-up is closed',
  signInWithIdToken: 'id-token-sign-in: signs in its subject',
  exchangeCodeForSession: 'flow-states: signs in with the code of a link',
  verifyOtp: 'mail-flows: the code of the mail confirms as well, once',
  resend: 'mail-flows: asking for the mail again and again sends one a minute',
  reauthenticate: 'email-change: is required in a session older than a day',
  resetPasswordForEmail: 'mail-flows: trap 34: is replaced by the link of the mail',
  getSession: 'auto-refresh: when %s is asked for again',
  getUser: 'events: a page that opens',
  getClaims: 'standalone: serves the official client',
  setSession: 'sign-in-link: puts a session into the fragment',
  refreshSession: 'session: a refresh gives a new token for the same session',
  updateUser: 'mail-flows: changing the own account',
  signOut: 'session: ends this device or the others when asked to',
  onAuthStateChange: 'events: the events of an account arrive in order',
  getUserIdentities: 'id-token-sign-in: links its identity to the signed-in user',
  linkIdentity: 'identities: linking',
  unlinkIdentity: 'identities: removes an identity, but never the last',
  startAutoRefresh: 'auto-refresh: is renewed when ninety seconds remain',
  stopAutoRefresh: 'auto-refresh: is renewed when ninety seconds remain',
  dispose: 'auto-refresh: a closed one receives and requests nothing more',
  'mfa.enroll': 'factors: is enrolled with a drawing',
  'mfa.challenge': 'factors: is of its factor, its address and five minutes',
  'mfa.verify': 'events: the events of an account arrive in order',
  'mfa.challengeAndVerify': 'factors: is required at the next sign-in',
  'mfa.unenroll': 'factors: is back at aal1 when it is removed',
  'mfa.listFactors': 'factors: is enrolled with a drawing',
  'mfa.getAuthenticatorAssuranceLevel': 'factors: is required at the next sign-in',
  'mfa.recoveryCodes.getStatus': 'recovery-codes: are ten, easy to copy',
  'mfa.recoveryCodes.generate': 'recovery-codes: are made once',
  'mfa.recoveryCodes.verify': 'recovery-codes: stand in for the app',
  'mfa.recoveryCodes.regenerate': 'recovery-codes: are made once',
  'mfa.recoveryCodes.unenroll': 'recovery-codes: are no factor: they are never challenged',
  'admin.signOut': 'session: works from a server with the user’s token',
  'admin.inviteUserByEmail': 'admin: makes an account whose owner chooses the password',
  'admin.generateLink': 'admin: a link for the administrator to hand over',
  'admin.createUser': 'admin: an account made by an administrator',
  'admin.listUsers': 'admin: comes by pages, newest first',
  'admin.getUserById': 'admin: one that does not exist, or is no id, is not found',
  'admin.updateUserById': 'admin: merges metadata, confirms the address and bans',
  'admin.deleteUser': 'admin: is gone when deleted',
  'admin.mfa.listFactors': 'admin: a lost second factor is removed',
  'admin.mfa.deleteFactor': 'admin: a lost second factor is removed',
}

type Call = (by: {
  client: GoTrueClient
  admin: GoTrueAdminApi
}) => Promise<{ error: AuthError | Error | null }>
type Off = { ask: Call; status: number; code: string }

const ID = '5d4b2f0e-6c7a-4a53-9a55-0b6d3f7c1a11'
// A browser's passkey credential; nothing reads it.
const CREDENTIAL = Object({
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
  toJSON: () => ({}),
})

const off = (status: number, code: string, ask: Call): Off => ({ ask, status, code })
const notHere = (ask: Call) => off(404, 'not_found', ask)

const byPasskey = { challengeId: ID, credential: CREDENTIAL }
const webauthn = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] }
const provider = { provider_type: 'oidc', identifier: 'custom:x', name: 'X' } as const
const secret = { client_id: 'x', client_secret: 'x' }

export const OFF: Record<string, Off> = {
  signInWithWeb3: off(422, 'web3_provider_disabled', ({ client }) =>
    client.signInWithWeb3({ chain: 'ethereum', message: 'x', signature: '0x00' }),
  ),
  signInWithSSO: off(404, 'saml_provider_disabled', ({ client }) =>
    client.signInWithSSO({ domain: 'example.org' }),
  ),
  signInWithPasskey: notHere(({ client }) => client.signInWithPasskey()),
  registerPasskey: notHere(({ client }) => client.registerPasskey()),
  'passkey.startRegistration': notHere(({ client }) => client.passkey.startRegistration()),
  'passkey.verifyRegistration': notHere(({ client }) =>
    client.passkey.verifyRegistration(byPasskey),
  ),
  'passkey.startAuthentication': notHere(({ client }) => client.passkey.startAuthentication()),
  'passkey.verifyAuthentication': notHere(({ client }) =>
    client.passkey.verifyAuthentication(byPasskey),
  ),
  'passkey.list': notHere(({ client }) => client.passkey.list()),
  'passkey.update': notHere(({ client }) =>
    client.passkey.update({ passkeyId: ID, friendlyName: 'X' }),
  ),
  'passkey.delete': notHere(({ client }) => client.passkey.delete({ passkeyId: ID })),
  'mfa.webauthn.enroll': off(422, 'mfa_webauthn_enroll_not_enabled', ({ client }) =>
    client.mfa.webauthn.enroll({ friendlyName: 'Key' }),
  ),
  'mfa.webauthn.register': off(422, 'mfa_webauthn_enroll_not_enabled', ({ client }) =>
    client.mfa.webauthn.register({ friendlyName: 'Key', webauthn }),
  ),
  'mfa.webauthn.challenge': off(404, 'mfa_factor_not_found', ({ client }) =>
    client.mfa.webauthn.challenge({ factorId: ID, webauthn }),
  ),
  'mfa.webauthn.authenticate': off(404, 'mfa_factor_not_found', ({ client }) =>
    client.mfa.webauthn.authenticate({ factorId: ID, webauthn }),
  ),
  'mfa.webauthn.verify': off(400, 'validation_failed', ({ client }) =>
    client.mfa.webauthn.verify({
      factorId: ID,
      challengeId: ID,
      webauthn: { ...webauthn, type: 'create', credential_response: CREDENTIAL },
    }),
  ),
  'oauth.getAuthorizationDetails': notHere(({ client }) =>
    client.oauth.getAuthorizationDetails(ID),
  ),
  'oauth.approveAuthorization': notHere(({ client }) => client.oauth.approveAuthorization(ID)),
  'oauth.denyAuthorization': notHere(({ client }) => client.oauth.denyAuthorization(ID)),
  'oauth.listGrants': notHere(({ client }) => client.oauth.listGrants()),
  'oauth.revokeGrant': notHere(({ client }) => client.oauth.revokeGrant({ clientId: ID })),
  'admin.oauth.listClients': notHere(({ admin }) => admin.oauth.listClients()),
  'admin.oauth.createClient': notHere(({ admin }) =>
    admin.oauth.createClient({ client_name: 'X', redirect_uris: ['https://x.example'] }),
  ),
  'admin.oauth.getClient': notHere(({ admin }) => admin.oauth.getClient(ID)),
  'admin.oauth.updateClient': notHere(({ admin }) => admin.oauth.updateClient(ID, {})),
  'admin.oauth.deleteClient': notHere(({ admin }) => admin.oauth.deleteClient(ID)),
  'admin.oauth.regenerateClientSecret': notHere(({ admin }) =>
    admin.oauth.regenerateClientSecret(ID),
  ),
  'admin.customProviders.listProviders': notHere(({ admin }) =>
    admin.customProviders.listProviders(),
  ),
  'admin.customProviders.createProvider': notHere(({ admin }) =>
    admin.customProviders.createProvider({ ...provider, ...secret }),
  ),
  'admin.customProviders.getProvider': notHere(({ admin }) =>
    admin.customProviders.getProvider('custom:x'),
  ),
  'admin.customProviders.updateProvider': notHere(({ admin }) =>
    admin.customProviders.updateProvider('custom:x', { name: 'X' }),
  ),
  'admin.customProviders.deleteProvider': notHere(({ admin }) =>
    admin.customProviders.deleteProvider('custom:x'),
  ),
  'admin.passkey.listPasskeys': notHere(({ admin }) => admin.passkey.listPasskeys({ userId: ID })),
  'admin.passkey.deletePasskey': notHere(({ admin }) =>
    admin.passkey.deletePasskey({ userId: ID, passkeyId: ID }),
  ),
}
