import { element } from './element.ts'
import styles from './navigation-message.css?inline'

/**
 * Says above the page what has just happened, from the page that `go` leads to until the next press
 * or step back. Made here, with its own style sheet, and not in the document's frame, which every
 * page loads: the sheets of the page that is left go with it.
 */
export async function showAfterNavigation(
  text: string,
  go: () => void | Promise<void>,
): Promise<void> {
  const box = element('div', { id: 'navigation-message', role: 'status' })
  document.getElementById('navigation-message')?.remove()
  document.getElementById('main')?.before(box)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  await go()
  // Screen readers announce a change of a region, not a new one.
  box.append(element('p', {}, text))
  const done = new AbortController()
  const leave = () => {
    box.remove()
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1)
    done.abort()
  }
  addEventListener('click', leave, { signal: done.signal })
  addEventListener('popstate', leave, { signal: done.signal })
}
