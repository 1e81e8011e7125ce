// Calls that the gateway forwards. Administration (/admin, /invite) needs the service's own keys;
// POST /callback comes from a provider's page and has its own route.
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

/** `path` begins with '/' and may have a query. */
export function isAllowedCall(method: string, path: string): boolean {
  const call = `${method} ${path.split('?', 1)[0]}`
  return allowed.some((pattern) => pattern.test(call))
}
