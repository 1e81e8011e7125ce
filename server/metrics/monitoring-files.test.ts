// deploy/monitoring and docs/monitoring.md name only metrics that exist, and say what to do.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { ownMetrics } from './cluster-metrics.ts'
import { openMetrics } from './read-metrics.ts'

const METRIC = /\b(?:chaps|http|nodejs|process)_[a-z_]+\b/g
const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
})
const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
})
const alerts = Rules.parse(parse(textOf('deploy/monitoring/alerts.yml'))).groups.flatMap(
  ({ rules }) => rules,
)
const dashboard = Dashboard.parse(JSON.parse(textOf('deploy/monitoring/dashboard.json')))

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
  expect(alerts.length).toBeGreaterThan(10)
  for (const { alert, expr } of alerts) expect([alert, unknownIn(expr)]).toEqual([alert, []])
})

test('every metric of the dashboard exists', () => {
  for (const { title, targets } of dashboard.panels)
    for (const { expr } of targets) expect([title, unknownIn(expr)]).toEqual([title, []])
})

test('the page names every alert with its sentence of what to do, and every metric', () => {
  const page = textOf('docs/monitoring.md')
  for (const { alert, annotations } of alerts) {
    expect(page).toContain(`| \`${alert}\` |`)
    expect(page).toContain(` ${annotations.action} |`)
  }
  for (const name of known)
    if (!/_(bucket|sum|count|running|failed|oldest_seconds)$/.test(name))
      expect(page).toContain(`\`${name}\``)
})
