/** A scanner types a symbol every 5 to 50 ms; people take longer. */
const GAP_MS = 100
const LEAST = 6

/** Finds what a keyboard scanner types among all that is typed. */
export class KeyboardBurst {
  #text = ''
  #last = Number.NEGATIVE_INFINITY

  /** The text of a scan that ends with this key, or null. `at` in milliseconds. */
  take(key: string, at: number): string | null {
    if (at - this.#last > GAP_MS) this.#text = ''
    if (key.length > 1 && key !== 'Enter') return null
    this.#last = at
    if (key !== 'Enter') {
      this.#text += key
      return null
    }
    const text = this.#text
    this.#text = ''
    return text.length >= LEAST ? text : null
  }
}
