import { useSyncExternalStore } from 'react'

/** Why the screens are hidden: 30 idle minutes, or a session that ended elsewhere. */
export type LockReason = 'idle' | 'ended'

let reason: LockReason | null = null
let focusedBefore: Element | null = null
const listeners = new Set<() => void>()
let waiting: (() => void)[] = []

/** Hides the screens behind a sign-in; what was typed stays on them. */
export function lock(refusal: LockReason): void {
  if (reason) return
  // The warning gives the focus back to where somebody was typing.
  document.querySelector<HTMLDialogElement>('dialog[role=alertdialog][open]')?.close()
  focusedBefore = document.activeElement
  setReason(refusal)
}

/** Repeats the calls that waited. */
export function unlock(): void {
  if (!reason) return
  setReason(null)
  for (const resume of waiting) resume()
  waiting = []
}

export function untilUnlocked(): Promise<void> {
  return new Promise((resolve) => {
    if (reason) waiting.push(resolve)
    else resolve()
  })
}

/** To call when the screens are shown again: a hidden element cannot take the focus. */
export function restoreFocus(): void {
  if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus()
}

export function useLock(): LockReason | null {
  return useSyncExternalStore(subscribe, () => reason)
}

function setReason(refusal: LockReason | null): void {
  reason = refusal
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
