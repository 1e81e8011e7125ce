import { toError } from '../../auth/to-error.ts'

export type OnError = (error: Error) => void

/** Passes errors to `onError` and continues with the next item. */
export async function forEachSafely<T>(
  items: readonly T[],
  onError: OnError,
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    await work(item).catch((error: unknown) => onError(toError(error)))
  }
}
