import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkoutPolicy, developmentPolicy, pagePolicy, reportHeaders } from './csp.ts'

const forms = { project: 'charity', contactId: 'contact' }
const settings = { publicUrl: 'http://localhost:3000', tileUrl: '', forms }
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const page = ['first()', 'import "/b.js"', 'first()']

function directive(policy: string, name: string): string {
  return policy.split('; ').find((part) => part.startsWith(`${name} `)) ?? ''
}

describe('the policy of a page', () => {
  test('admits each script of the build once, by hash', () => {
    expect(directive(pagePolicy(page, settings), 'script-src')).toBe(
      `script-src 'self' ${sha256('first()')} ${sha256('import "/b.js"')}`,
    )
  })

  test('hashes a script over several lines as the browser does: every character of it', () => {
    const text = '\n  run("<b>£</b>")\n'
    expect(pagePolicy([text], settings)).toContain(sha256(text))
  })

  test.each([
    ['https://chaps.example', 'report-to policy'],
    ['http://localhost:3000', ''],
  ])('of %s says where a browser reports what it refused', (publicUrl, reportTo) => {
    const cards = {
      sdkUrl: 'http://a.example',
      clientId: 'a',
      standIn: true,
      hasPayPalButton: true,
    }
    for (const policy of [
      pagePolicy(page, { ...settings, publicUrl }),
      checkoutPolicy(page, { publicUrl, cards }),
    ]) {
      expect(directive(policy, 'report-uri')).toBe('report-uri /api/logs/policy')
      expect(directive(policy, 'report-to')).toBe(reportTo)
    }
    const endpoint = `policy="${publicUrl}/api/logs/policy"`
    expect(reportHeaders({ publicUrl })).toEqual(
      reportTo === '' ? {} : { 'reporting-endpoints': endpoint },
    )
  })

  test('admits no script, style or evaluation that it has not seen', () => {
    expect(pagePolicy(page, settings)).not.toMatch(/unsafe|data:|\*/)
    expect(directive(pagePolicy([], settings), 'script-src')).toBe("script-src 'self'")
  })

  test.each([
    ['', "img-src 'self'"],
    ['https://tile.example/{z}/{x}/{y}.png', "img-src 'self' https://tile.example"],
    ['https://{s}.tile.example/{z}/{x}/{y}.png', "img-src 'self' https://*.tile.example"],
    ['/tiles/{z}/{x}/{y}.png', "img-src 'self'"],
  ])('with tiles from %j says %s', (tileUrl, expected) => {
    expect(directive(pagePolicy(page, { ...settings, tileUrl }), 'img-src')).toBe(expected)
  })

  test('lets the contact form go to the form service that the settings name, and only then', () => {
    const service = { ...forms, url: 'https://formspree.io/forms' }
    const policy = pagePolicy(page, { ...settings, forms: service })
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://formspree.io")
    expect(directive(policy, 'form-action')).toBe("form-action 'self' https://formspree.io")
    expect(directive(pagePolicy(page, settings), 'form-action')).toBe("form-action 'self'")
  })

  test('upgrades insecure requests on an https site', () => {
    const policy = pagePolicy(page, { ...settings, publicUrl: 'https://chaps.example' })
    expect(policy).toContain('upgrade-insecure-requests')
    expect(pagePolicy(page, settings)).not.toContain('upgrade-insecure-requests')
  })
})

describe('the policy of checkout', () => {
  const cards = {
    sdkUrl: 'http://127.0.0.1:3001/sdk/js',
    clientId: 'local',
    standIn: true,
    hasPayPalButton: true,
  }
  const paypal = { ...cards, sdkUrl: 'https://www.paypal.com/sdk/js' }
  const hosts = 'https://*.paypal.com https://*.paypalobjects.com'

  test('admits script, frames and calls of the one host that a stand-in has', () => {
    const policy = checkoutPolicy([], { ...settings, cards })
    expect(directive(policy, 'script-src')).toBe("script-src 'self' http://127.0.0.1:3001")
    expect(directive(policy, 'frame-src')).toBe('frame-src http://127.0.0.1:3001')
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' http://127.0.0.1:3001")
  })

  test('admits the hosts of the provider itself', () => {
    const policy = checkoutPolicy([], { ...settings, cards: paypal })
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hosts}`)
    expect(directive(policy, 'frame-src')).toBe(`frame-src ${hosts}`)
    expect(directive(policy, 'connect-src')).toBe(`connect-src 'self' ${hosts}`)
    expect(directive(policy, 'img-src')).toBe(`img-src 'self' ${hosts} data:`)
  })

  test.each([
    ['https://paypal.com.evil.example/sdk/js', 'https://paypal.com.evil.example'],
    ['https://notpaypal.com/sdk/js', 'https://notpaypal.com'],
  ])('takes %s for no host of the provider', (sdkUrl, host) => {
    const policy = checkoutPolicy(page, { ...settings, cards: { ...cards, sdkUrl } })
    expect(directive(policy, 'frame-src')).toBe(`frame-src ${host}`)
  })

  test('admits of inline scripts those alone that are in the page, as everywhere', () => {
    const scripts = directive(checkoutPolicy(page, { ...settings, cards }), 'script-src')
    expect(scripts).not.toContain('unsafe')
    for (const script of page) expect(scripts).toContain(sha256(script))
  })

  test('is no other page’s', () => {
    expect(pagePolicy(page, settings)).not.toContain('frame-src')
    expect(developmentPolicy({ ...settings, cards }, { pays: false })).not.toContain(
      '127.0.0.1:3001',
    )
    expect(developmentPolicy({ ...settings, cards }, { pays: true })).toContain('127.0.0.1:3001')
  })
})
