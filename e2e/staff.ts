import type { Locator, Page } from '@playwright/test'
import type { Role } from '../domain/office/permissions.ts'
import { codeOf, setUpApp, showCode } from './authenticator.ts'
import { logIn } from './journey.ts'
import { type Member, newAccount } from './member.ts'
import { addToStaff } from './queries.ts'

/** Someone who works for the charity; `key` is of their authenticator app. */
export type StaffMember = Member & { name: string; key: string }

/** Without a member's profile, as most staff. The demo's accounts are for one sign-in at a time. */
export async function newStaff(roles: Role[]): Promise<StaffMember> {
  const account = await newAccount()
  const { key } = await setUpApp(account)
  const name = `Mary ${account.email.slice(0, 8)}`
  await addToStaff(account.email, name, roles)
  return { ...account, name, key }
}

/** Opens `path` of the office through the login. */
export async function openOffice(
  page: Page,
  { staff, path, checkPage }: { staff: StaffMember; path: string; checkPage?: () => Promise<void> },
) {
  await page.goto(`/login?from=${encodeURIComponent(path)}`)
  await checkPage?.()
  await logIn(page, staff)
  await showCode(page, codeOf(staff.key, 0))
  await page.waitForURL(path)
}

/** Chooses a time in a form of the office, whose list says how many places are free. */
export async function chooseTime(page: Page, time: string): Promise<void> {
  const field = page.getByLabel('Time')
  const option = field.locator('option', { hasText: time })
  await field.selectOption((await option.getAttribute('value')) ?? '')
}

/** The table of all events, below those nearest to the member. */
export function listOfEvents(page: Page): Locator {
  return page.getByRole('table', { name: 'List of events' })
}
