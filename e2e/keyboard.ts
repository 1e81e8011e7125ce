import { expect, type Locator, type Page } from '@playwright/test'

const FAR = 150

/**
 * Presses Tab until this control has the focus, and checks that the focus is visible: marked
 * and not covered.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < FAR; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      return expect.poll(() => seen(control), `the focus can be seen on ${control}`).toBe(true)
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${FAR} tabs did not lead to ${control}`)
}

export async function press(page: Page, control: Locator, key: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

function seen(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    // A radio or checkbox is drawn by its neighbour; its own box is the click target.
    const marked = [element, element.nextElementSibling, element.parentElement].some((part) => {
      const style = part && getComputedStyle(part)
      return style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none')
    })
    const box = element.getBoundingClientRect()
    const front = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const label = element.closest('label') ?? element.parentElement
    return marked && front !== null && (element.contains(front) || !!label?.contains(front))
  })
}
