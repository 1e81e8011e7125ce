export type OnError = (error: Error) => void

/** Runs the work for each item in turn; passes errors to `onError` and goes on. */
export async function forEachSafely<T>(
  items: readonly T[],
  onError: OnError,
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    await work(item).catch((error: unknown) =>
      onError(error instanceof Error ? error : new Error(String(error))),
    )
  }
}
