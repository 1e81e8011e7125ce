import { element } from './element.ts'
import styles from './navigation-message.module.css'

/**
 * Says above the page what has just happened, from the page that `go` leads to until the next press
 * or step back. Made here and not in the document's frame, which every page loads.
 */
export async function showAfterNavigation(
  words: string,
  go: () => void | Promise<void>,
): Promise<void> {
  const box = element('div', {
    id: 'navigation-message',
    role: 'status',
    className: styles.box ?? '',
  })
  document.getElementById('navigation-message')?.remove()
  document.getElementById('main')?.before(box)
  await go()
  // Screen readers announce a change of a region, not a new one.
  box.append(element('p', { className: styles.said ?? '' }, words))
  const done = new AbortController()
  const leave = () => {
    box.remove()
    done.abort()
  }
  addEventListener('click', leave, { signal: done.signal })
  addEventListener('popstate', leave, { signal: done.signal })
}
