import type { Config } from '@react-router/dev/config'
import { contentPaths } from './content/pages.ts'

export default {
  appDirectory: 'web',
  ssr: true,
  // A loader apart from its page would double the files of 18 pages in the list that every page loads.
  splitRouteModules: false,
  // The whole route map comes with the page: no extra request before a link can be followed.
  routeDiscovery: { mode: 'initial' },
  prerender: contentPaths(),
} satisfies Config
