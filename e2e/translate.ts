import type { Page } from '@playwright/test'

/**
 * Does to every page what a browser's translator does: puts each text into two <font> elements, also what
 * changes later. The words stay as they are, so that any journey can be walked.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const skipped = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'FONT', 'OPTION', 'TITLE'])
    const translate = (text: Text) => {
      const parent = text.parentElement
      if (!parent || skipped.has(parent.tagName) || !text.data.trim()) return
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      if (outer.firstChild) outer.firstChild.textContent = text.data
      text.replaceWith(outer)
    }
    const translateAll = (top: Node) => {
      const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode())
        if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) translate(text)
    }
    const handleChanges = (records: MutationRecord[]) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Text) translate(target)
        for (const node of addedNodes) {
          if (node instanceof Text) translate(node)
          else if (node instanceof Element && node.tagName !== 'FONT') translateAll(node)
        }
      }
    }
    addEventListener('load', () => {
      translateAll(document.body)
      const options = { childList: true, subtree: true, characterData: true }
      new MutationObserver(handleChanges).observe(document.body, options)
    })
  })
}
