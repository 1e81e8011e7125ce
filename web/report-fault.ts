import { send } from './api.ts'

/** Tells the charity of a fault (spec §7). Nothing depends on it, so its own failure is ignored. */
export function reportFault(errorMessage: string, error: unknown): void {
  const description = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  send('POST /api/logs/error', { body: { errorMessage, description } }).catch(() => undefined)
}
