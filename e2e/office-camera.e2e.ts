import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appointmentCodeOf } from '../domain/appointment-code.ts'
import { tubeCodeOf } from '../domain/office/tube-code.ts'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { CAMERA_FILE, showCode128, showQrCode } from './camera-film.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, eventIn, newMember } from './member.ts'
import { openDay } from './tablet.ts'

const launch = browserLaunch()
test.use({
  launchOptions: {
    ...launch,
    args: [
      ...launch.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${CAMERA_FILE}`,
    ],
  },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
})

test('the camera reads a confirmation and a tube without a network', async ({
  page,
  context,
  checkPage,
}) => {
  const event = await ownEvent()
  const name = `T${randomUUID().slice(0, 8).replace(/\d/g, 'x')}`
  const member = await newMember({ firstName: 'Sam', lastName: name })
  const { reference } = await bookThroughApi(member, event)
  await showQrCode(appointmentCodeOf(reference))
  await openDay(page, { event, checkPage })
  await expect.poll(() => keptFiles(page)).toMatch(/zxing_reader.*document|document.*zxing_reader/)

  await context.setOffline(true)
  // The browser's own cache, which may have forgotten them by then, does not help.
  await context.route(/\/days\/scan\/|\.wasm$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  const dialog = page.getByRole('dialog', { name: `Sam ${name}` })
  await expect(dialog).toContainText('14 May 1968')
  await expect(page.locator('video')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: `Sample of Sam ${name}`, exact: true }).click()
  await dialog.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(dialog.getByText('not of a tube')).toBeVisible()
  await expect.poll(() => page.locator('video').evaluate(isRunning)).toBe(true)
  await checkPage()
  await dialog.getByRole('button', { name: 'Switch the camera off' }).click()
  await expect(page.locator('video')).toHaveCount(0)

  await showCode128(tubeCodeOf(Number.parseInt(randomUUID().slice(0, 5), 16)))
  await dialog.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('listitem')).toContainText('Sample taken')
})

test('without permission the screen says how to go on', async ({ page, checkPage }) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    navigator.mediaDevices.getUserMedia = refuse
  })
  await openDay(page, { event: await eventIn('Glasgow'), checkPage })
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(
    'The browser is not allowed to use the camera',
  )
  await checkPage()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox').fill('Nobody')
  await expect(page.getByText('Nobody on today’s list matches.')).toBeVisible()
})

/** Addresses of what the tablet has for a day without a network. */
function keptFiles(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept = await (await caches.open('chaps-day')).keys()
    return kept.map(({ url }) => url).join(' ')
  })
}

function isRunning(video: HTMLVideoElement | SVGElement): boolean {
  const stream = video instanceof HTMLVideoElement ? video.srcObject : null
  return (
    stream instanceof MediaStream && stream.getTracks().some((one) => one.readyState === 'live')
  )
}
