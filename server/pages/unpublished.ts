import type { Settings } from '../deps.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'
import { withoutScripts } from '../platform/pages/page-without-scripts.ts'
import type { SiteBuild } from './site-build.ts'

/** The page in place of one that is not published; no address of the site leads to it. */
export const NOT_PUBLISHED = '/not-published'

/** In production, paths of pages whose text nobody has ever approved. The demo shows all pages. */
export function unpublishedPages(
  { entry }: SiteBuild,
  { production }: Pick<Settings, 'production'>,
): readonly string[] {
  return production ? entry.module.unapprovedPages : []
}

/** Its scripts would look for the page of the address. */
export function asUnpublished({ body, ...made }: ResponseBody): ResponseBody {
  return { ...made, body: withoutScripts(String(body)), status: 404 }
}
