import { expect, test } from 'vitest'
import { changedFields, type Identity, identityAt } from './identity.ts'

const current: Identity = {
  first_name: 'Jim',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1961-03-04',
  nhs_number: '9990000026',
}
const day = (n: number) => new Date(Date.UTC(2027, 0, n))
const changes = [
  { at: day(2), before: { first_name: 'James', nhs_number: null } },
  { at: day(4), before: { date_of_birth: '1968-05-14' } },
  { at: day(6), before: { nhs_number: '9990000018' } },
]

test.each([
  [1, { first_name: 'James', date_of_birth: '1968-05-14', nhs_number: null }],
  [2, { date_of_birth: '1968-05-14', nhs_number: '9990000018' }],
  [5, { nhs_number: '9990000018' }],
  [6, {}],
])('the identity on day %i is the current one with later changes undone', (n, differs) => {
  expect(identityAt(current, changes, day(n))).toEqual({ ...current, ...differs })
})

test('changed fields are those that differ, in a fixed order', () => {
  expect(changedFields(current, current)).toEqual([])
  expect(changedFields(current, { ...current, nhs_number: null, last_name: 'Smith' })).toEqual([
    'last_name',
    'nhs_number',
  ])
})
