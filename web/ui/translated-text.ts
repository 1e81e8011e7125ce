/**
 * Lets a browser's translator and React change the same page. A translator puts an element of its own in the
 * place of a text node that React still holds; React's next change of that text then fails (NotFoundError, and
 * the page turns into an error page) or is not seen. From here on such a change goes to the translator's element.
 * Source: https://github.com/facebook/react/issues/11538.
 */
export function keepUpWithTranslators(): void {
  new MutationObserver((records) => {
    for (const record of records) noteReplaced(record)
  }).observe(document, { childList: true, subtree: true })

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    replacements.get(child)?.remove()
    return child
  }
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    added: T,
    before: Node | null,
  ): T {
    const isHere = before === null || before.parentNode === this
    return insertBefore.call(this, added, isHere ? before : placeIn(this, before)) as T
  }
}

/** Text that is not in the page any more, and the translator's element that shows it. */
const replacements = new WeakMap<Node, ChildNode>()
const shownFor = new WeakSet<Node>()

function noteReplaced({ target, removedNodes, addedNodes, previousSibling }: MutationRecord) {
  for (const removed of removedNodes) {
    if (!(removed instanceof Text) || removed.isConnected) continue
    const shown = [...addedNodes, previousSibling, previousSibling?.nextSibling].find(
      (node): node is HTMLElement =>
        node instanceof HTMLElement && node.tagName === 'FONT' && !shownFor.has(node),
    )
    if (shown?.parentNode === target) follow(removed, shown)
  }
}

/** The next text that React gives it is put in the place of the translated one. */
function follow(text: Text, shown: HTMLElement) {
  replacements.set(text, shown)
  shownFor.add(shown)
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    set: (value: string) => {
      Reflect.deleteProperty(text, 'nodeValue')
      text.data = value
      replacements.get(text)?.replaceWith(text)
      replacements.delete(text)
    },
  })
}

function placeIn(parent: Node, before: Node): Node | null {
  const shown = replacements.get(before)
  return shown?.parentNode === parent ? shown : null
}
