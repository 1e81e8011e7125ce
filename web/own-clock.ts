// A tablet whose clock is twenty minutes fast would take each new session for one that is over,
// and ask for another with every page: the sessions of a hall's tablets would then use up what one
// address may ask for.

/**
 * As `fetch`, but a session's `expires_at` (Unix seconds) is by this device's clock: what the
 * server counts as left (`expires_in`, in seconds) from now on. Every other answer is passed on.
 */
export async function fetchByOwnClock(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  const body: unknown = await response.clone().json()
  if (!endsInSeconds(body)) return response
  const session = { ...body, expires_at: Math.floor(Date.now() / 1_000) + body.expires_in }
  return Response.json(session, response)
}

function endsInSeconds(body: unknown): body is { expires_in: number } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'expires_in' in body &&
    typeof body.expires_in === 'number'
  )
}
