export type OnError = (error: Error) => void

/** Does the work for one after another; one that fails is told and holds up no other. */
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
