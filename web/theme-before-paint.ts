import { THEME } from './ui/theme.ts'

/** A script for the head of a page, before its styles: nothing is painted in other colours first. */
export function themeBeforePaint(nonce: string): string {
  return `<script nonce="${nonce}">(${showStoredTheme})(${JSON.stringify(THEME)})</script>`
}

/** Runs in the page, as source text. */
function showStoredTheme(name: string) {
  document.currentScript?.remove()
  try {
    document.documentElement.dataset.theme = localStorage.getItem(name) ?? ''
  } catch {
    // The browser stores nothing.
  }
}
