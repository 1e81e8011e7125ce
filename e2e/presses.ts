// Counts the presses of an act, and compares them with the table of docs/presses.md.
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

/** A key, a tap or a scan is one press each; words and numbers that are typed are none. */
export type Hands = {
  tap: (control: Locator) => Promise<void>
  key: (page: Page, key: string) => Promise<void>
  scan: (page: Page, code: string) => Promise<void>
}
type Measured = { presses: number; seconds: number[] }

export class PressCounter {
  readonly #acts = new Map<string, Measured>()

  /** One round of the act, from its first press until `work` resolves; each round counts alike. */
  async act(name: string, work: (hands: Hands) => Promise<void>): Promise<void> {
    let presses = 0
    const begun = performance.now()
    await work({
      tap: async (control) => {
        presses += 1
        await control.click()
      },
      key: async (page, key) => {
        presses += 1
        await page.keyboard.press(key)
      },
      scan: async (page, code) => {
        presses += 1
        await scan(page, code)
      },
    })
    const took = (performance.now() - begun) / 1_000
    const before = this.#acts.get(name)
    if (before) expect.soft(presses, name).toBe(before.presses)
    this.#acts.set(name, { presses, seconds: [...(before?.seconds ?? []), took] })
  }

  /** Prints each act with its presses and median seconds; fails where docs/presses.md says another number. */
  compare(): void {
    const table = pressTable()
    for (const [name, { presses, seconds }] of this.#acts) {
      const known = table.get(name)
      const cells = [name, known?.before, presses, median(seconds).toFixed(1), known?.reason ?? '']
      console.log(`| ${cells.join(' | ')} |`)
      expect.soft(presses, `${name}, as in docs/presses.md`).toBe(known?.now)
    }
  }
}

type Row = { before: number; now: number; reason: string }

/** The rows of docs/presses.md by their act. */
export function pressTable(): Map<string, Row> {
  const lines = readFileSync('docs/presses.md', 'utf8').split('\n')
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    rows
      .filter(([, , before]) => /^\d+$/.test(before ?? ''))
      .map(([, act = '', before, now, , reason = '']) => [
        act,
        { before: Number(before), now: Number(now), reason },
      ]),
  )
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** As a scanner types: all symbols within a moment, into the field that has the focus, and Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    const keyOf = (key: string) =>
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    const press = (event: KeyboardEvent) => {
      const target = document.activeElement ?? document.body
      return target.dispatchEvent(event) && target.matches('input') ? target : null
    }
    // A scanner's keys have the times at which it typed, however slowly the page takes them.
    const [keys, enter] = [[...text].map(keyOf), keyOf('Enter')]
    for (const event of keys) if (press(event)) document.execCommand('insertText', false, event.key)
    const field = press(enter)
    if (field instanceof HTMLInputElement) field.form?.requestSubmit()
  }, code)
}
