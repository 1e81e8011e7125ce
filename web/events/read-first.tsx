import { Notice } from '../ui/notice.tsx'
import styles from './listing.module.css'

type ReadFirstProps = {
  items: readonly { words: string; strong?: string }[]
  isFolded: boolean
}

export function ReadFirst({ items, isFolded }: ReadFirstProps) {
  return (
    <Notice tone="warn">
      <details open={!isFolded} className={styles.read}>
        <summary>
          <h2>Important Please Read</h2>
        </summary>
        <ol>
          {items.map(({ words, strong }) => (
            <li key={words}>
              {words}
              <b>{strong}</b>
            </li>
          ))}
        </ol>
      </details>
    </Notice>
  )
}
