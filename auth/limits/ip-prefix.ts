import { isIPv4, isIPv6 } from 'node:net'

/**
 * The IPv4 address (also when IPv4-mapped) or the first 64 bits of an IPv6 address, since one
 * customer usually has a /64: '2001:db8:0:1'. Invalid text is returned unchanged.
 */
export function ipPrefix(address: string): string {
  if (!address.includes(':')) return address
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? bytesOf(groups.slice(6)).join('.')
    : groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')
}

/** `prefix` of an address, and how many times the limit of one address it has. */
export type Network = { prefix: string; times: number }

/**
 * The networks that an attempt from this address counts in, the narrowest first, so that an
 * address over its limit does not use up its neighbours' one. Whoever rents a /48 or
 * a /24 has thousands of addresses, yet a telephone network serves many people from one: a wider
 * network has a few times what an address has.
 */
export function networksOf(address: string): Network[] {
  const prefix = ipPrefix(address)
  const own = { prefix, times: 1 }
  if (isIPv4(prefix)) return [own, { prefix: `${prefix.replace(/\.\d+$/, '')}.0/24`, times: 8 }]
  const [first, second, third, fourth] = prefix.split(':')
  if (fourth === undefined || !isIPv6(`${prefix}::`)) return [own]
  const site = `${first}:${second}:${third}`
  const block = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [own, { prefix: `${site}:${block}/56`, times: 2 }, { prefix: `${site}/48`, times: 4 }]
}

/** The IPv4 address, or the /48 of an IPv6 address: what one site of a customer gets. */
export function siteOf(address: string): string {
  const [own, , site] = networksOf(address)
  return site?.prefix ?? own?.prefix ?? address
}

/** Roughly the provider's network: the first 16 bits of an IPv4 address, or 32 of an IPv6 address. */
export function networkOf(address: string): string {
  const prefix = ipPrefix(address)
  const sign = prefix.includes(':') ? ':' : '.'
  return prefix.split(sign).slice(0, 2).join(sign)
}

function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(numbersOf)
  if (tail === undefined) return head
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function numbersOf(half: string): number[] {
  return half
    .split(':')
    .filter((part) => part !== '')
    .flatMap((part) => {
      if (!part.includes('.')) return [Number.parseInt(part, 16)]
      const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
      return [a * 256 + b, c * 256 + d]
    })
}

function bytesOf(groups: number[]): number[] {
  return groups.flatMap((group) => [group >> 8, group & 255])
}
