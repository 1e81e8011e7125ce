// What deploy/monitoring watches.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod/mini'

export const readText = (path: string) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
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
export const alertRules = Rules.parse(
  parse(readText('deploy/monitoring/alerts.yml')),
).groups.flatMap(({ rules }) => rules)
export const { panels: dashboardPanels } = Dashboard.parse(
  JSON.parse(readText('deploy/monitoring/dashboard.json')),
)
