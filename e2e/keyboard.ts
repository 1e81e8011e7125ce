import { expect, type Locator, type Page } from '@playwright/test'

const FAR = 150

/**
 * Presses Tab until the focus is on this control, as a man without a mouse does, and makes sure that
 * he can see where he is: a mark around it, and nothing in front of it.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < FAR; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      // A map glides to a pin at its edge, and a page to a field below it.
      return expect.poll(() => seen(control), `the focus can be seen on ${control}`).toBe(true)
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${FAR} tabs did not lead to ${control}`)
}

/** Goes to a control by Tab and presses a key on it. */
export async function press(page: Page, control: Locator, key: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Goes to a field by Tab and types. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

function seen(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    // A radio or tick is drawn by what is beside it; its own box is where it is pressed.
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
