import { escapeHtml } from '../../auth/mail/escape-html.ts'
import type { Settings } from '../deps.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'
import type { FeedItem } from './site-build.ts'

/** RSS 2.0 (rssboard.org/rss-specification). */
export function makeNewsFeed(
  { publicUrl, newsUrl }: Pick<Settings, 'publicUrl' | 'newsUrl'>,
  items: readonly FeedItem[],
): ResponseBody {
  const entries = items.map(
    ({ id, title, date, description, path }) => `<item>
<title>${escapeHtml(title)}</title>
<link>${escapeHtml(path === null ? newsUrl : publicUrl + path)}</link>
<guid isPermaLink="false">${publicUrl}/news/${id}</guid>
<pubDate>${new Date(date).toUTCString()}</pubDate>
<description>${escapeHtml(description)}</description>
</item>`,
  )
  return {
    type: 'application/rss+xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>CHAPS: latest news</title>
<link>${publicUrl}/news</link>
<description>News from the charity and its screening events.</description>
<language>en-gb</language>
<atom:link href="${publicUrl}/news.xml" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel>
</rss>
`,
    headers: { 'cache-control': 'public, max-age=300' },
  }
}
