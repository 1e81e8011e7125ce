import { chooseTheme } from './theme.ts'
import styles from './theme-choice.module.css'

/** Not shown without scripts, when the system's choice holds. */
export function ThemeChoice() {
  return (
    <details className={styles.colours}>
      <summary>Colours</summary>
      <select
        aria-label="Colours"
        ref={showChosen}
        onChange={({ target }) => chooseTheme(target.value)}
      >
        <option value="">System setting</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </details>
  )
}

function showChosen(select: HTMLSelectElement | null) {
  if (select) select.value = document.documentElement.dataset.theme ?? ''
}
