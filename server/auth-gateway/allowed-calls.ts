// The calls of the protocol that a page of ours may make through the gateway. Administration (/admin,
// /invite) is not among them: it belongs to the server and to people with the service's own keys. Nor is
// POST /callback, which a provider's page makes: it has a route of its own.
const ID = '[0-9a-fA-F-]{36}'

const allowed = [
  /^POST \/(signup|token|otp|magiclink|recover|resend|verify|logout|sso|factors)$/,
  /^(GET|PUT) \/user$/,
  /^(GET|POST|DELETE) \/factors\/recovery-codes$/,
  /^POST \/factors\/recovery-codes\/(verify|regenerate)$/,
  /^GET \/(reauthenticate|verify|authorize|callback|settings|health|\.well-known\/jwks\.json)$/,
  /^GET \/user\/identities\/authorize$/,
  new RegExp(`^DELETE /(user/identities|factors)/${ID}$`),
  new RegExp(`^POST /factors/${ID}/(challenge|verify)$`),
]

/** Whether the gateway forwards this call; `path` begins with '/' and may carry a query. */
export function isAllowedCall(method: string, path: string): boolean {
  const call = `${method} ${path.split('?', 1)[0]}`
  return allowed.some((pattern) => pattern.test(call))
}
