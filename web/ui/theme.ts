/** Its entry in localStorage: `light` or `dark`. Without it, the system's choice holds. */
export const THEME = 'theme'

/** `theme` is empty for the system's choice. */
export function chooseTheme(theme: string): void {
  document.documentElement.dataset.theme = theme
  try {
    if (theme) localStorage.setItem(THEME, theme)
    else localStorage.removeItem(THEME)
  } catch {
    // A browser that stores nothing shows the choice until the page is left.
  }
}
