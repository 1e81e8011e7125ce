// What leaves on paper and in files: letters, laboratory forms, and the copy of all data.
import { readPdf } from '../app/read-pdf.ts'
import type { Facts } from './facts.queries.ts'
import { findLetterOwner } from './facts.queries.ts'
import { truthOf } from './truth.ts'
import { isTheirs, type Life, nameOf } from './world.ts'

const LETTER = /\bLetter (\d+)\b/
const NUMBER = /\d+\.\d+/g
/** In a mail, or in an answer of the card provider: a charge of £1.03 is no laboratory value. */
const SUM_OF_MONEY = /£\d+\.\d+|"value":"\d+\.\d+","currency_code"/g

/** Reads the letters of a batch as they are printed: each has only numbers of its own member. */
export async function readLetters(life: Life, batchId: number): Promise<void> {
  const { app, deps } = life.site
  const response = await app.inject({
    method: 'POST',
    url: `/api/office/letter-batches/${batchId}/letters`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: life.staff.clinician.cookie },
  })
  if (response.statusCode !== 200) return
  let letter: number | null = null
  for (const page of await readPdf(response.rawPayload)) {
    const text = page.map((one) => one.text).join(' ')
    const reference = LETTER.exec(text)?.[1]
    if (reference) letter = Number(reference)
    if (letter === null) continue
    const member = await findLetterOwner(deps.database.pool, letter)
    for (const value of othersValues(life, member, text.match(NUMBER) ?? []))
      life.untrue.push(`the letter ${letter} to ${nameOf(life, member)} shows ${value}`)
  }
}

/** Of these numbers those that are of the blood of others only. */
function othersValues(life: Life, member: number, values: readonly string[]): string[] {
  return values.filter((value) => {
    const bloods = life.bloods.filter((blood) => blood.value === value)
    return bloods.length > 0 && bloods.every((blood) => !isTheirs(life, blood, member))
  })
}

/** The laboratory form lists the tubes of the standing samples and no other. */
export async function checkForms(life: Life, facts: Facts): Promise<string[]> {
  const { tubes } = truthOf(life, facts)
  const wrong: string[] = []
  for (const { event_id: id, event_date: date } of life.events) {
    const response = await life.site.app.inject({
      method: 'GET',
      url: `/api/office/days/${id}/laboratory-form.csv`,
      headers: { cookie: life.staff.office.cookie },
    })
    const listed = response.statusCode === 200 ? tubesIn(response.body) : ''
    const own = facts.appointments
      .filter(({ event }) => event === id)
      .flatMap((one) => [...(tubes.get(one.id) ?? [])])
    const wanted = [...new Set(own)].sort().join()
    if (listed !== wanted)
      wrong.push(`the form of ${date} lists ${listed || 'nothing'} instead of ${wanted || 'none'}`)
  }
  return wrong
}

function tubesIn(csv: string): string {
  const [head = '', ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const place = head.split(',').findIndex((name) => name.replaceAll('"', '') === 'tube')
  const cells = lines.map((line) => line.split(',')[place]?.replaceAll('"', '') ?? '')
  return cells.filter(Boolean).sort().join()
}

/** The copy of all data of each member has no number of another. */
export async function checkCopies(life: Life): Promise<string[]> {
  const wrong: string[] = []
  for (const member of life.members) {
    const { status, body } = await life.site.ask('GET', '/api/my-data', { as: member })
    if (status !== 200) continue
    const text = JSON.stringify(body).replaceAll(SUM_OF_MONEY, '')
    for (const value of othersValues(life, member.id, text.match(NUMBER) ?? []))
      wrong.push(`the copy of all data of ${member.firstName} has ${value}, which is not theirs`)
  }
  return wrong
}
