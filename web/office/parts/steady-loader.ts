import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '../../api.ts'

const AGAIN_MS = 2_000

/**
 * The `loader` of a screen that shows how far the server is: while the site cannot be reached, the
 * screen stays as it is and asks again. Its first load fails as any other.
 */
export function steadyLoader<T>(load: (args: LoaderFunctionArgs) => Promise<T>) {
  let shown = ''
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const { url, signal } = args.request
    for (;;) {
      try {
        const loaded = await load(args)
        shown = url
        return loaded
      } catch (error) {
        if (url !== shown || signal.aborted || !isOutage(error)) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

/** The network failed, or the server did. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError ? error.status >= 500 : error instanceof TypeError
}
