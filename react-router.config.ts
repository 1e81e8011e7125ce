import type { Config } from '@react-router/dev/config'
import { contentPaths } from './content/pages.ts'

export default {
  appDirectory: 'web',
  ssr: true,
  // The whole route map comes with the page: no extra request before a link can be followed.
  routeDiscovery: { mode: 'initial' },
  prerender: contentPaths(),
} satisfies Config
