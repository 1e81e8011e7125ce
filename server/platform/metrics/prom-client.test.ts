import * as whole from 'prom-client'
import { expect, test } from 'vitest'
import * as parts from './prom-client.ts'

test('the parts that are loaded alone are those of the whole library', () => {
  const names = ['AggregatorRegistry', 'Counter', 'Gauge', 'Histogram', 'Registry']
  for (const name of names) {
    expect(Reflect.get(parts, name)).toBeTypeOf('function')
    expect(Reflect.get(parts, name)).toBe(Reflect.get(whole, name))
  }
})
