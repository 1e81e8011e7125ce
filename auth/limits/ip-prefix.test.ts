import { describe, expect, test } from 'vitest'
import { ipPrefix, networksOf, siteOf } from './ip-prefix.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['in-process', 'in-process'],
  ['a:b', 'a:b'],
  ['', ''],
])('%s counts as %s', (address, prefix) => {
  expect(ipPrefix(address)).toBe(prefix)
})

describe('an attempt counts', () => {
  test.each([
    ['192.0.2.77', ['192.0.2.77 x1', '192.0.2.0/24 x8']],
    ['::ffff:192.0.2.77', ['192.0.2.77 x1', '192.0.2.0/24 x8']],
    ['2001:db8:1:2ff::9', ['2001:db8:1:2ff x1', '2001:db8:1:200/56 x2', '2001:db8:1/48 x4']],
    ['2001:db8::9', ['2001:db8:0:0 x1', '2001:db8:0:0/56 x2', '2001:db8:0/48 x4']],
    ['in-process', ['in-process x1']],
    ['a:b', ['a:b x1']],
    ['', [' x1']],
  ])('from %s in each network that it is of', (address, networks) => {
    const counted = networksOf(address).map(({ prefix, times }) => `${prefix} x${times}`)
    expect(counted).toEqual(networks)
  })

  test.each([
    ['192.0.2.77', '192.0.2.77'],
    ['2001:db8:1:2ff::9', '2001:db8:1/48'],
    ['in-process', 'in-process'],
  ])('from %s at one site', (address, site) => {
    expect(siteOf(address)).toBe(site)
  })
})
