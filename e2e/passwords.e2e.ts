import { expect, test } from './fixtures.ts'
import { signUpToLastStep } from './journey.ts'
import { newVisitor } from './visitor.ts'

// Blocking paste would break password managers (ASVS 6.2.7); only the second NHS number box
// blocks it.
for (const path of ['/login', '/signup']) {
  test(`trap 51: a password may be pasted on ${path}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(path)
    if (path === '/signup') await signUpToLastStep(page, newVisitor())
    const password = page.getByLabel(/^(create a )?password/i).first()
    await expect(password).toBeEditable()
    await page.evaluate(() => navigator.clipboard.writeText('heron-on-the-weir'))
    await password.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(password).toHaveValue('heron-on-the-weir')
  })
}
