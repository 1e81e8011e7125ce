import { expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { isNoConnection } from './no-connection.ts'

test.each([
  'Failed to fetch',
  'Failed to fetch dynamically imported module: https://chaps.example/office/a.js',
  'NetworkError when attempting to fetch resource.',
  'error loading dynamically imported module: https://chaps.example/office/a.js',
  'Load failed',
  'Importing a module script failed.',
  'Unable to preload CSS for /office/a.css',
])('a browser without a network says ‘%s’', (words) => {
  expect(isNoConnection(new Error(words))).toBe(true)
})

test.each([
  ['a refusal', new ApiError(503, {})],
  ['a fault of ours', new TypeError("Cannot read properties of undefined (reading 'load')")],
])('%s is no lost connection', (_, error) => {
  expect(isNoConnection(error)).toBe(false)
})
