import { expect, test } from 'vitest'
import { byLabText } from './result-order.ts'

test('numbers come by size and not by their letters, then other texts, then nothing', () => {
  const texts = ['10.1', null, 'HH', '9', '<0.01', '>100', 'H', '0.5']
  expect(texts.sort(byLabText)).toEqual(['<0.01', '0.5', '9', '10.1', '>100', 'H', 'HH', null])
})
