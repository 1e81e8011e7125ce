// A laboratory's first file: its column map with a trial run, the rows that wait for a person, and
// the matched ones put to review.

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { slashDate } from '../domain/uk-time.ts'
import { COLUMNS, fileOf, lineOf } from '../test/app/laboratory.ts'
import { newTube } from '../test/app/tubes.ts'
import { addVenueDay, answerQuestions } from './day.queries.ts'
import { expect, test } from './fixtures.ts'
import { ask, waiting } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

test('a clinician sets up a laboratory, decides on its rows, and puts them to review', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['clinician', 'office'])
  const day = await addVenueDay({ count: 3 })
  await answerQuestions(day, { medicationHistory: 'None' })
  await openOffice(page, { staff, path: '/office/laboratories', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Laboratories' })).toBeVisible()
  await checkPage()
  const people = await takeSamples(page, day.id)
  const lab = `Laboratory ${randomUUID().slice(0, 8)}`
  await ask(page, 'POST /api/office/labs', { name: lab, requires_nhs_number: false })
  const lines = people.map((person, place) =>
    lineOf(person, place === 2 ? { DOB: slashDate('1944-04-04') } : {}),
  )
  const stranger = { ...lineOf(people[0] ?? never()), 'Lab no': 'X1', Barcode: 'LAB99999999' }
  const unreadable = { ...stranger, 'Lab no': 'X2', DOB: '05/14/1960' }
  const file = {
    name: 'results-of-the-week.csv',
    mimeType: 'text/csv',
    buffer: fileOf([...lines, stranger, unreadable]),
  }

  await test.step('the column map is tried before it is saved', async () => {
    await page.reload()
    await page.getByRole('link', { name: lab }).click()
    await page.getByRole('button', { name: 'Save the column map' }).click()
    await expect(page.getByRole('alert').first()).toContainText('No column holds')
    await checkPage()
    await page.getByLabel('A sample file of this laboratory (optional)').setInputFiles(file)
    await expect(page.getByText('The file has 11 columns.')).toBeVisible()
    for (const [header, field] of Object.entries(COLUMNS.columns))
      await page.getByRole('combobox', { name: header, exact: true }).selectOption(field)
    await page.getByRole('button', { name: 'Try it on the sample file' }).click()
    await expect(page.getByText('4 rows were read, 1 row could not be read.')).toBeVisible()
    await expect(
      page.getByRole('row', { name: /^6 DOB 05\/14\/1960 We cannot read this date/ }),
    ).toBeVisible()
    await checkPage()
    await page.getByRole('button', { name: 'Save the column map' }).click()
    await expect(page.getByRole('row', { name: `${lab} Version 1` })).toBeVisible()
  })

  await test.step('every row of the file is shown beside the record', async () => {
    await page.goto('/office/results/imports/new')
    await checkPage()
    await page.getByLabel('Laboratory', { exact: true }).selectOption(lab)
    await page.getByLabel('The laboratory’s file').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload and compare' }).click()
    await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'To decide (2)' })).toBeVisible()
    await expect(rowOf(page, 4)).toContainText('The date of birth does not match our record')
    await expect(rowOf(page, 4)).toContainText('Differs')
    await expect(rowOf(page, 5)).toContainText('None of our samples has this tube code.')
    await expect(rowOf(page, 5).getByRole('button')).toHaveText(['Leave out'])
    await checkPage()
  })

  await test.step('decisions by keyboard, with the name of who decided', async () => {
    await rowOf(page, 4)
      .getByRole('button', { name: /^It belongs to/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).focus()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 4)).toHaveCount(0)
    await expect(rowOf(page, 5)).toBeFocused()
    await rowOf(page, 5).getByRole('button', { name: 'Leave out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave it out' }).click()
    await expect(page.getByText('No rows are waiting for a decision.')).toBeVisible()
    await page.getByRole('link', { name: 'Left out (1)' }).click()
    await expect(rowOf(page, 5)).toContainText(`Decided by ${staff.name}`)
    await checkPage()
    await rowOf(page, 5).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: 'To decide (1)' })).toBeVisible()
  })

  await test.step('the matched rows go to review', async () => {
    await page.getByRole('button', { name: 'Send 3 results for review' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('1 row is still waiting for a decision')
    await question.getByRole('button', { name: 'Send 3 results for review' }).click()
    await expect(page.getByText('3 results from this file sent for review')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Review the results' })).toBeVisible()
    await checkPage()
    await page.goto('/office/results/imports/new')
    await page.getByLabel('Laboratory', { exact: true }).selectOption(lab)
    await page.getByLabel('The laboratory’s file').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload and compare' }).click()
    await expect(
      page.getByText('This file has already been uploaded. Nothing has been added.'),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/office\/results\/imports\/\d+$/)
    await checkPage()
  })

  await test.step('a result is taken back before its release, and its row waits again', async () => {
    const ofFile = page.url()
    const [result] = await waiting(page, 'review', people)
    await page.goto(`/office/results/${result?.id}`)
    await page.getByText('Wrong person? Withdraw this result').click()
    const press = page.getByRole('button', { name: 'Withdraw it' })
    await press.click()
    await expect(page.getByRole('alert').first()).toContainText('Say why.')
    await checkPage()
    await page
      .getByLabel('Why is it the wrong person?')
      .fill('The tubes were exchanged at the door')
    await press.click()
    await expect(page.getByText(`Withdrawn: ${result?.first_name}`).first()).toBeVisible()
    await checkPage()
    await page.goto(`/office/results/${result?.id}`)
    await expect(
      page.getByText('This result was withdrawn. Its row needs a decision again'),
    ).toBeVisible()
    await checkPage()
    await page.goto(ofFile)
    await expect(page.getByText('A clinician withdrew this result')).toBeVisible()
    await checkPage()
  })
})

const rowOf = (page: Page, row: number) =>
  page.getByRole('row').filter({ has: page.getByText(`Row ${row}`, { exact: true }) })

function never(): never {
  throw new Error('nobody came')
}

/** A sample of everybody booked at the day, as a laboratory knows them. */
async function takeSamples(page: Page, eventId: number) {
  const day = await ask(page, `GET /api/office/days/${eventId}`)
  const booked: Record<string, string>[] = day.people
  const people = booked.map((person) => ({
    memberId: 0,
    appointmentId: Number(person.appointment_id ?? person.id),
    tube: newTube(),
    firstName: String(person.first_name),
    lastName: String(person.last_name),
    dateOfBirth: String(person.date_of_birth),
    date: String(day.event.date),
  }))
  const actions = people.map(({ appointmentId, tube }, place) => ({
    id: randomUUID(),
    device: 'browser-test',
    sequence: place + 1,
    at: new Date().toISOString(),
    appointment_id: appointmentId,
    type: 'sample',
    tube,
  }))
  const { results } = await ask(page, `POST /api/office/days/${eventId}/actions`, { actions })
  expect(Object(results).map(({ status }: { status: string }) => status)).toEqual(
    people.map(() => 'applied'),
  )
  return people
}
