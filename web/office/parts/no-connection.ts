/** A call, or a screen's script or style sheet, had no answer. Browsers have their own words for it. */
export function isNoConnection(error: unknown): boolean {
  return error instanceof Error && SAID_BY_BROWSERS.test(error.message)
}

const SAID_BY_BROWSERS =
  /^failed to fetch|^networkerror|^load failed|dynamically imported module|^importing a module|^unable to preload/i

/** Of what was pressed or typed. */
export const NOT_SENT =
  'We lost the connection, so we do not know if this was saved. What you entered is still here. Try again when you have a connection.'
