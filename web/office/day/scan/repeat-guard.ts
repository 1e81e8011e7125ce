const REPEAT_MS = 3_000

/** Tells the repeats of a code, which a scanner held still reads many times. */
export class RepeatGuard {
  #text = ''
  #at = Number.NEGATIVE_INFINITY

  /** Whether `text` was taken less than 3 seconds before. `at` in milliseconds. */
  isRepeat(text: string, at: number): boolean {
    if (text === this.#text && at - this.#at < REPEAT_MS) return true
    this.#text = text
    this.#at = at
    return false
  }

  /** The next code is taken, also the same one. */
  forget(): void {
    this.#text = ''
  }
}
