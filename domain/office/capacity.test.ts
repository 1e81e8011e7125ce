import { describe, expect, test } from 'vitest'
import { type CapacityEntry, type CapacityKind, capacityOf, doubtOfSample } from './capacity.ts'
import { helpErrors, helpInWords } from './consent-help.ts'

const entry = (id: number, kind: CapacityKind, decides: number | null = null): CapacityEntry => ({
  id,
  kind,
  decides,
})

describe('what stands of doubts and decisions', () => {
  test('a doubt stops the blood until a clinician lets it go on', () => {
    expect(capacityOf([])).toEqual({ stop: null, openDoubt: null, decision: null })
    expect(capacityOf([entry(1, 'doubt')])).toMatchObject({ stop: 'doubted', openDoubt: 1 })
    for (const kind of ['has_capacity', 'attorney', 'deputy', 'best_interests'] as const)
      expect(capacityOf([entry(1, 'doubt'), entry(2, kind, 1)])).toEqual({
        stop: null,
        openDoubt: null,
        decision: kind,
      })
    expect(capacityOf([entry(1, 'doubt'), entry(2, 'no_test', 1)]).stop).toBe('no_test')
  })

  test('a new doubt, also one that a tablet sends late, stands beside an older decision', () => {
    const decided = [entry(1, 'doubt'), entry(2, 'has_capacity', 1)]
    expect(capacityOf([...decided, entry(3, 'doubt')])).toMatchObject({ stop: 'doubted' })
    expect(capacityOf([...decided, entry(3, 'doubt'), entry(4, 'attorney', 3)])).toMatchObject({
      stop: null,
      decision: 'attorney',
    })
  })
})

describe('who was there when staff took a consent', () => {
  const alone = { supportNeeds: [], decision: null }

  test('whoever helps is named', () => {
    expect(helpErrors({}, alone)).toEqual([])
    expect(helpErrors({ helped_by: { name: ' ', part: 'carer' } }, alone)).toMatchObject([
      { field: 'helped_by' },
    ])
  })

  test('a member who needs an interpreter has one with a name and a language', () => {
    const needs = { supportNeeds: ['interpreter'] as const, decision: null }
    expect(helpErrors({}, needs)).toMatchObject([{ field: 'interpreter_name' }])
    expect(helpErrors({ interpreter_name: 'Amir Shah' }, needs)).toMatchObject([
      { field: 'interpreter_language' },
    ])
    const named = { interpreter_name: 'Amir Shah', interpreter_language: 'Urdu' }
    expect(helpErrors(named, needs)).toEqual([])
  })

  test('where a clinician recorded an attorney, it is the attorney who is named', () => {
    const decided = { supportNeeds: [], decision: 'attorney' as const }
    const by = (part: 'attorney' | 'carer') => ({ helped_by: { name: 'Ann Hale', part } })
    expect(helpErrors({}, decided)).toMatchObject([{ field: 'helped_by' }])
    expect(helpErrors(by('carer'), decided)).toMatchObject([{ field: 'helped_by' }])
    expect(helpErrors(by('attorney'), decided)).toEqual([])
  })

  test('is said in words', () => {
    const none = { interpreter_name: null, interpreter_language: null, understands: true }
    expect(helpInWords({ ...none, helped_by: null })).toBe('')
    expect(helpInWords({ ...none, helped_by: { name: 'Ann Hale', part: 'carer' } })).toBe(
      'Helped by Ann Hale (carer or relative)',
    )
  })
})

describe('a sample that was taken in doubt', () => {
  const at = (hour: number) => new Date(Date.UTC(2027, 0, 12, hour))
  const said = (id: number, hour: number, appointmentId: number | null = null) => ({
    ...entry(id, 'doubt'),
    at: at(hour),
    appointmentId,
  })
  const decided = (id: number, hour: number, kind: CapacityKind, decides: number) => ({
    ...entry(id, kind, decides),
    at: at(hour),
    appointmentId: null,
  })
  const sample = { appointmentId: 7, sampledAt: at(10) }

  test('waits, whether the doubt came before it by telephone or late from the same door', () => {
    expect(doubtOfSample([], sample)).toBeNull()
    expect(doubtOfSample([said(1, 9)], sample)).toEqual(at(9))
    expect(doubtOfSample([said(1, 11, 7)], sample)).toEqual(at(11))
  })

  test('goes on once a clinician decided, not when they decided for no test', () => {
    const doubt = said(1, 9, 7)
    expect(doubtOfSample([doubt, decided(2, 12, 'has_capacity', 1)], sample)).toBeNull()
    expect(doubtOfSample([doubt, decided(2, 12, 'no_test', 1)], sample)).toEqual(at(9))
    expect(doubtOfSample([doubt, decided(2, 9, 'no_test', 1)], sample)).toEqual(at(9))
    const again = [doubt, decided(2, 12, 'no_test', 1), decided(3, 13, 'best_interests', 1)]
    expect(doubtOfSample(again, sample)).toBeNull()
  })

  test('is not one whose doubt was decided before, or arose later and elsewhere', () => {
    const before = [said(1, 8), decided(2, 9, 'has_capacity', 1)]
    expect(doubtOfSample(before, sample)).toBeNull()
    expect(doubtOfSample([said(1, 11, 8)], sample)).toBeNull()
    expect(doubtOfSample([...before, said(3, 11, 8)], sample)).toBeNull()
    expect(doubtOfSample([said(1, 11, 8), decided(2, 12, 'no_test', 1)], sample)).toBeNull()
  })
})
