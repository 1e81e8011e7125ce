import { removeDraft, saveDraft } from '../day-store.ts'
import type { Draft } from './draft.ts'

type Change = { key: CryptoKey; eventId: number; draft: Draft | null }

/** Keeps the newest of many changes, one at a time: typing is faster than an old tablet. */
export class DraftSaver {
  #next: Change | null = null
  #saving: Promise<void> | null = null

  /** Resolves when the newest change is kept; null removes the draft. */
  save(change: Change): Promise<void> {
    this.#next = change
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = null
    })
    return this.#saving
  }

  /** Resolves when nothing is being kept. */
  async settled(): Promise<void> {
    await this.#saving
  }

  async #saveAll(): Promise<void> {
    while (this.#next) {
      const { key, eventId, draft } = this.#next
      this.#next = null
      if (draft) await saveDraft(key, eventId, draft)
      else await removeDraft(eventId)
    }
  }
}
