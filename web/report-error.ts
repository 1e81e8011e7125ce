import { send } from './api.ts'

/** Reports an error to the charity (rules §7.5). A failure of the report is ignored. */
export function reportClientError(errorMessage: string, error: unknown): void {
  const description = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  send('POST /api/logs/error', { body: { errorMessage, description } }).catch(() => undefined)
}
