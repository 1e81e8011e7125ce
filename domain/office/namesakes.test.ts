import { expect, test } from 'vitest'
import { examplePerson } from '../../test/app/example-day.ts'
import { namesakesOf } from './namesakes.ts'

const person = (appointment_id: number, name: string, date_of_birth: string) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  return {
    ...examplePerson({ appointment_id, first_name, last_name, date_of_birth }),
    isWaiting: false,
  }
}

test('the door knows father and son of one name, and twins, as namesakes', () => {
  const son = person(1, 'George Adams', '1970-09-11')
  const father = person(2, 'GEORGE Ádams', '1946-02-03')
  const twin = person(3, 'Peter Hale', '1970-09-11')
  const other = person(4, 'Leonard Quick', '1951-01-01')
  const people = [son, father, twin, other]
  expect(namesakesOf(son, people)).toEqual([
    { person: father, same: 'name' },
    { person: twin, same: 'birth date' },
  ])
  expect(namesakesOf(other, people)).toEqual([])
  const again = person(5, 'George Adams', '1970-09-11')
  expect(namesakesOf(son, [...people, again])).toContainEqual({ person: again, same: 'both' })
})
