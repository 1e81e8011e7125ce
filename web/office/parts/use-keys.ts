import { useLayoutEffect, useSyncExternalStore } from 'react'

/** `target` is the selector of what the key presses; a key without one on the screen does nothing. */
export type ScreenKey = { key: string; label: string; target: string }

const STORED = 'single_keys'
const CHANGED = 'single-keys-changed'

/** Presses the screen's controls by single keys, unless somebody types or turned the keys off. */
export function useKeys(keys: readonly ScreenKey[]): void {
  const areOn = useKeysSetting()
  useLayoutEffect(() => {
    if (!areOn) return
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (document.querySelector('dialog[open]')) return
      const pressed = keys.find(({ key }) => key === event.key.toLowerCase())
      if (!pressed || isForFocus(event)) return
      const target = document.querySelector<HTMLElement>(pressed.target)
      if (!target) return
      event.preventDefault()
      // A button that had the focus would take the next Enter for itself.
      if (target.matches('input, textarea')) target.focus()
      if (target instanceof HTMLInputElement) target.select()
      if (!target.matches('textarea')) target.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [keys, areOn])
}

/** Whether the focused element has a use for the key itself. */
function isForFocus({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('textarea, select, input:not([type="radio"], [type="checkbox"])')) return true
  return key === 'Enter' && target.closest('a, button, summary') !== null
}

/** Whether single keys work in this tab (WCAG 2.1.4); they do until somebody turns them off. */
export function useKeysSetting(): boolean {
  return useSyncExternalStore(subscribe, () => sessionStorage.getItem(STORED) !== 'off')
}

export function setKeys(areOn: boolean): void {
  if (areOn) sessionStorage.removeItem(STORED)
  else sessionStorage.setItem(STORED, 'off')
  dispatchEvent(new Event(CHANGED))
}

function subscribe(changed: () => void) {
  addEventListener(CHANGED, changed)
  return () => removeEventListener(CHANGED, changed)
}
