// deploy/monitoring and docs/monitoring.md name only metrics that exist, and say what to do.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRules, dashboardPanels, readText } from '../../../test/app/monitoring-files.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { ownMetrics } from '../../operations/metrics/cluster-metrics.ts'
import { openMetrics } from '../../operations/metrics/read-metrics.ts'

const METRIC = /\b(?:chaps|http|nodejs|process)_[a-z_]+\b/g
let site: TestApp
let known: Set<string>
beforeAll(async () => {
  site = await openTestApp()
  const build = { version: '1', migration: '1', node: '1' }
  const metrics = openMetrics(site.deps, {
    build,
    onError: (error) => {
      throw error
    },
  })
  const all = [
    ...(await metrics.read({ withDatabase: true })),
    ...(await ownMetrics().registry.getMetricsAsJSON()),
  ]
  metrics.stop()
  known = new Set(
    all.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]),
  )
})
afterAll(() => site.close())

const unknownIn = (text: string) => (text.match(METRIC) ?? []).filter((name) => !known.has(name))

test('every metric of an alert exists', () => {
  expect(alertRules.length).toBeGreaterThan(10)
  for (const { alert, expr } of alertRules) expect([alert, unknownIn(expr)]).toEqual([alert, []])
})

test('every metric of the dashboard exists', () => {
  for (const { title, targets } of dashboardPanels)
    for (const { expr } of targets) expect([title, unknownIn(expr)]).toEqual([title, []])
})

test('the page names every alert with its sentence of what to do, and every metric', () => {
  const page = readText('docs/monitoring.md')
  for (const { alert, annotations } of alertRules) {
    expect(page).toContain(`| \`${alert}\` |`)
    expect(page).toContain(` ${annotations.action} |`)
  }
  for (const name of known)
    if (!/_(bucket|sum|count|running|failed|oldest_seconds)$/.test(name))
      expect(page).toContain(`\`${name}\``)
})
