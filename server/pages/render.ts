import { randomUUID } from 'node:crypto'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { escapeHtml } from '../../auth/mail/escape-html.ts'
import { ANY_FACT, charityJson, placeholderTexts } from '../../domain/charity-placeholders.ts'
import type { App, Deps, Settings } from '../deps.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'
import { stagingBand } from '../platform/config/staging.ts'
import { CHECKOUT_HEADERS, PAGE_HEADERS } from '../platform/http/security-headers.ts'
import type { Render } from '../platform/pages/page-without-scripts.ts'
import type { Present } from '../site/present.ts'
import { isCheckout } from './addresses.ts'
import { bannersHtml } from './banners-html.ts'
import { ownScripts } from './built-scripts.ts'
import { checkoutPolicy, pagePolicy, reportHeaders } from './csp.ts'
import { inProcessFetch, withDraft } from './in-process-fetch.ts'
import type { SiteBuild } from './site-build.ts'

export const REVALIDATE = 'public, max-age=0, must-revalidate'

const PASSED_ON = ['location', 'x-remix-response', 'x-remix-reload-document']

export function createRender(
  app: App,
  build: SiteBuild,
  deps: Pick<Deps, 'settings' | 'now' | 'site'>,
  mode: 'production' | 'development' = 'production',
): Render {
  const handle = createRequestHandler(build, mode)
  const {
    apiFetch,
    cardFields,
    externalNews,
    filledForm,
    mapTiles,
    reportError,
    scriptNonce,
    ownWarning,
    shownOwner,
  } = build.entry.module
  const { settings } = deps
  const finish = createFinisher(build, deps)
  const fetchApi = inProcessFetch(app)

  return async (address, { filled, draft, owner } = {}) => {
    const context = new RouterContextProvider()
    context.set(apiFetch, draft ? withDraft(fetchApi, draft) : fetchApi)
    const said = await deps.site.present()
    context.set(ownWarning, said.charity)
    context.set(cardFields, settings.cards)
    context.set(externalNews, settings.newsUrl)
    if (owner) context.set(shownOwner, owner)
    if (filled) context.set(filledForm, filled)
    context.set(mapTiles, { url: settings.tileUrl, attribution: settings.tileAttribution })
    context.set(reportError, (err) => app.log.error({ err }, 'a page failed to render'))
    const nonce = randomUUID()
    context.set(scriptNonce, nonce)
    const response = await handle(new Request(new URL(address, settings.publicUrl)), context)
    const type = response.headers.get('content-type') ?? 'text/html'
    const made = await finish(await response.text(), { type, address, nonce, said })
    const headers: Record<string, string> = { ...made.headers, 'cache-control': REVALIDATE }
    for (const name of PASSED_ON) {
      const value = response.headers.get(name)
      if (value !== null) headers[name] = value
    }
    if (response.status === 503) headers['retry-after'] = '5'
    return { ...made, status: response.status, headers }
  }
}

/** In London a new year begins at midnight UTC. */
export function yearOf(now: Date): number {
  return now.getUTCFullYear()
}

/** `nonce` is that of the page; without it, of a page of the build. `said`: with what it was rendered. */
type Rendered = { type: string; address: string; nonce?: string; said?: Present }

export function createFinisher(
  build: SiteBuild,
  { settings, now, site }: Pick<Deps, 'settings' | 'now' | 'site'>,
) {
  const { PLACEHOLDERS, scriptNonce } = build.entry.module
  const names = Object.values(PLACEHOLDERS).map((name) => name.replaceAll('.', '\\.'))
  const placeholder = new RegExp([ANY_FACT.source, ...names].join('|'), 'g')
  const builtNonce = new RouterContextProvider().get(scriptNonce)
  return async (
    text: string,
    { type, address, nonce = builtNonce, said }: Rendered,
  ): Promise<ResponseBody> => {
    const { banners, charity } = said ?? (await site.present())
    const values: Record<string, string> = {
      [PLACEHOLDERS.origin]: settings.publicUrl,
      [PLACEHOLDERS.charity]: escapeHtml(charityJson(charity)),
      [PLACEHOLDERS.year]: String(yearOf(now())),
      [PLACEHOLDERS.staging]: stagingBand(settings.staging),
      [PLACEHOLDERS.banners]: bannersHtml(banners, new URL(address, settings.publicUrl)),
      [PLACEHOLDERS.contactForm]: contactFormAddress(settings),
    }
    for (const [name, fact] of placeholderTexts(charity)) values[name] = escapeHtml(fact)
    const filled = text.replace(placeholder, (match) => values[match] ?? match)
    if (!type.startsWith('text/html')) return { type, body: filled }
    const { html, scripts } = ownScripts(filled, nonce)
    const pays = isCheckout(address)
    const policy = pays ? checkoutPolicy(scripts, settings) : pagePolicy(scripts, settings)
    const headers = {
      ...PAGE_HEADERS,
      ...reportHeaders(settings),
      ...(pays && CHECKOUT_HEADERS),
    }
    return { type, body: html, headers: { ...headers, 'content-security-policy': policy } }
  }
}

function contactFormAddress({ forms }: Pick<Settings, 'forms'>): string {
  return `${forms.url ?? '/forms'}/p/${forms.project}/f/${forms.contactId}`
}
