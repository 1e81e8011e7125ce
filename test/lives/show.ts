// What the site shows at the end of a life, and whether everything open is on somebody's list.

import type { MedicalResults } from '../../domain/contract.ts'
import type { Day } from '../../domain/office/day-schemas.ts'
import type { YearFigures } from '../../domain/office/figures.ts'
import { RESULT_TABS } from '../../domain/office/lab-result-schemas.ts'
import type { ImportRow } from '../../domain/office/result-import-schemas.ts'
import type { Facts } from './facts.queries.ts'
import { OPEN_ROWS } from './laboratory.ts'
import { type Seen, truthOf } from './truth.ts'
import { isTheirs, type Life, nameOf } from './world.ts'

/** Each member reads only numbers of their own samples, and what was shown stays until it is replaced. */
export async function checkPortals(
  life: Life,
  facts: Facts,
  { seen, readers }: { seen: Seen; readers: Life['members'] },
): Promise<string[]> {
  const wrong: string[] = []
  for (const member of readers) {
    const man = facts.men.find(({ id }) => id === member.id)
    const { status, body } = await life.site.ask('GET', `/api/medical/results/${member.id}`, {
      as: member,
    })
    if (status !== 200) {
      if (man?.account && !man.isDead && !man.isErased && !man.mergedInto)
        wrong.push(`${member.firstName} cannot read the results: ${status}`)
      continue
    }
    if (!man?.account)
      wrong.push(`${member.firstName} has no account, and somebody reads the results`)
    const { data } = body as MedicalResults
    const shown = data.flatMap(({ result, replaces = [] }) => [
      ...(result ? [result] : []),
      ...replaces,
    ])
    const own = new Set(
      life.bloods.filter((one) => isTheirs(life, one, member.id)).map(({ value }) => value),
    )
    for (const { test_result: value, result_id: id } of shown)
      if (value && !own.has(value))
        wrong.push(`${member.firstName} reads ${value} (result ${id}), which is not theirs`)
    const ids = new Set(shown.map(({ result_id: id }) => id))
    const before = seen.results.get(member.id) ?? new Set()
    for (const id of before)
      if (!ids.has(id) && !isTakenBack(facts, id))
        wrong.push(`result ${id} is no longer shown to ${member.firstName}`)
    seen.results.set(member.id, new Set([...before, ...ids]))
  }
  return wrong
}

/** By the charity: another man's number is not shown any more. */
function isTakenBack({ results }: Facts, id: number): boolean {
  return results.some(({ supersedes, source }) => supersedes === id && source === 'charity')
}

/** The door, the laboratory form and the sheet say what the presses say. */
export async function checkDays(life: Life, facts: Facts): Promise<string[]> {
  const wrong: string[] = []
  const { tubes, standing } = truthOf(life, facts)
  for (const { event_id: id } of life.events) {
    const { body } = await life.site.ask('GET', `/api/office/days/${id}`, { as: life.staff.venue })
    for (const person of (body as Day).people ?? []) {
      const own = [...(tubes.get(person.appointment_id) ?? [])].sort().join()
      if (person.tubes.toSorted().join() !== own)
        wrong.push(
          `the door shows ${person.tubes.join() || 'no tube'} instead of ${own || 'none'} for appointment ${person.appointment_id}`,
        )
    }
    const samples = standing.filter(({ event, type }) => event === id && type === 'sample')
    const wanted = new Set(samples.map(({ tube }) => tube))
    const men = new Set(samples.map(({ appointment }) => appointment))
    const form = await life.site.ask('GET', `/api/office/events/${id}/failsafe-sheet`, {
      as: life.staff.office,
    })
    if (form.body.sampled !== men.size)
      wrong.push(
        `the failsafe sheet counts ${form.body.sampled} sampled members instead of ${men.size} (${wanted.size} tubes)`,
      )
  }
  return wrong
}

/** The figures of the year count who came and who gave blood where they did. */
export async function checkFigures(life: Life, facts: Facts): Promise<string[]> {
  const { standing } = truthOf(life, facts)
  const wrong: string[] = []
  for (const { event_id: id, event_date: date } of life.events) {
    const url = `/api/office/figures/${date.slice(0, 4)}`
    const { status, body } = await life.site.ask('GET', url, { as: life.staff.office })
    if (status !== 200) throw new Error(`${url} was answered ${status}`)
    const shown = (body as YearFigures).events.find(({ event_id }) => event_id === id)
    const ofDay = standing.filter(({ event, type }) => event === id && type === 'sample')
    const sampled = new Set(ofDay.map(({ appointment }) => appointment)).size
    if ((shown?.sampled ?? 0) !== sampled)
      wrong.push(`the figures of ${date} count ${shown?.sampled ?? 'no'} samples, not ${sampled}`)
  }
  return wrong
}

/** Every report that waits for a clinician is on a list, and every open row can leave it. */
export async function checkLists(life: Life, facts: Facts): Promise<string[]> {
  const wrong: string[] = []
  const as = life.staff.clinician
  const listed = new Set<number>()
  for (const tab of RESULT_TABS) {
    let after = ''
    do {
      const url = `/api/office/results?tab=${tab}${after && `&after=${after}`}`
      const { status, body } = await life.site.ask('GET', url, { as })
      if (status !== 200) throw new Error(`${url} was answered ${status}`)
      for (const { id } of body.data) listed.add(id)
      after = body.next ?? ''
    } while (after)
  }
  for (const { id, state, member } of facts.labResults)
    if (!['released', 'discarded'].includes(state) && !listed.has(id))
      wrong.push(`result ${id} of ${nameOf(life, member)} (${state}) is on no list`)
  for (const row of facts.rows.filter(({ state }) => OPEN_ROWS.includes(state))) {
    const url = `/api/office/result-imports/${row.import}/rows`
    const { body } = await life.site.ask('GET', url, { as })
    const found = (body.data as ImportRow[]).some((one) => one.row === row.row)
    if (!found) wrong.push(`row ${row.row} of import ${row.import} is on no list`)
    if (row.state === 'matched') continue
    const left = await life.site.ask('POST', `${url}/${row.row}/decision`, {
      as,
      body: { decision: 'discard', reason: 'The laboratory was rung' },
    })
    if (left.status !== 200)
      wrong.push(
        `row ${row.row} (${row.state}, ${row.reason}) cannot leave the list: ${left.body.code}`,
      )
  }
  return wrong
}
