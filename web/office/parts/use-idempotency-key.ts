import { useState } from 'react'

/** Gives a repeat of the same request the same key, and another request a new one. */
export function useIdempotencyKey(): (body: object) => string {
  const [keyOf] = useState(createKeys)
  return keyOf
}

function createKeys() {
  let sent = ''
  let key = ''
  return (body: object) => {
    const text = JSON.stringify(body)
    if (text !== sent) key = crypto.randomUUID()
    sent = text
    return key
  }
}
