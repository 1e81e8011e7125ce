import { expect, test } from 'vitest'
import { isInUk } from './pin.ts'

test.each([
  ['Penzance', 50.119, -5.537],
  ['St Mary’s, Scilly', 49.914, -6.315],
  ['St Davids', 51.882, -5.269],
  ['Holyhead', 53.309, -4.633],
  ['Douglas, Isle of Man', 54.152, -4.486],
  ['Newry', 54.175, -6.349],
  ['Enniskillen', 54.344, -7.632],
  ['Belleek', 54.48, -8.09],
  ['Derry', 54.997, -7.309],
  ['Stornoway', 58.209, -6.389],
  ['Lerwick', 60.155, -1.145],
  ['Berwick-upon-Tweed', 55.769, -2.004],
  ['Lowestoft', 52.475, 1.752],
  ['Margate', 51.389, 1.386],
  ['Dover', 51.127, 1.313],
  ['Brighton', 50.823, -0.137],
])('%s is in the United Kingdom', (_, latitude, longitude) => {
  expect(isInUk({ latitude, longitude })).toBe(true)
})

test.each([
  ['Dublin', 53.35, -6.26],
  ['Cork', 51.897, -8.47],
  ['Calais', 50.951, 1.858],
  ['Paris', 48.857, 2.352],
  ['Bergen', 60.39, 5.32],
  ['no place', 0, 0],
  ['Leeds, swapped', -1.549, 53.801],
  ['Leeds, without the minus', 53.801, 15.49],
])('%s is not', (_, latitude, longitude) => {
  expect(isInUk({ latitude, longitude })).toBe(false)
})
