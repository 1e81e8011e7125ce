import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember, signIn } from './member.ts'

test('a booked appointment shows its code on the pages of the member', async ({
  page,
  context,
  checkPage,
}) => {
  const member = await newMember()
  const { reference } = await bookThroughApi(member, await ownEvent())
  await signIn(context, member)
  for (const path of [`/booking-success?ref=${reference}`, '/upcoming-events']) {
    await page.goto(path)
    const code = page.getByRole('img', { name: `QR code of your booking reference ${reference}` })
    await expect(code).toHaveJSProperty('naturalWidth', 348)
    await checkPage()
  }
})
