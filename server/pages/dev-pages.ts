import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'
import { escapeHtml } from '../../auth/mail/escape-html.ts'
import { charityJson } from '../../domain/charity-placeholders.ts'
import type { App, Deps } from '../deps.ts'
import { sendErrorPage } from '../platform/http/error-handler.ts'
import { isCheckout, isForPrograms, isOffice } from './addresses.ts'
import { developmentPolicy } from './csp.ts'
import { generatedFile } from './generated-files.ts'
import { createRender } from './render.ts'
import { isSiteBuild, type SiteBuild } from './site-build.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export async function devPages(app: App, deps: Deps): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  const office = await createServer({
    configFile: join(ROOT, 'vite.office.config.ts'),
    plugins: [charityOf(deps)],
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', async () => {
    await Promise.all([vite.close(), office.close()])
  })
  app.setErrorHandler(sendErrorPage)

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (isForPrograms(request.url)) return reply.callNotFound()
    const [path = ''] = request.url.split('?')
    if (isOffice(path)) {
      // Vite answers addresses below its base, which ends in a slash.
      if (path === '/office') request.raw.url = request.url.replace('/office', '/office/')
      if (await isAnsweredBy(office, request.raw, reply.raw)) return reply.hijack()
    }
    if (await isAnsweredBy(vite, request.raw, reply.raw)) return reply.hijack()
    const { settings } = deps
    const build = await currentBuild()
    const make = generatedFile(path, { ...deps, build })
    const made = make ? await make() : await rendererOf(build)(request.url)
    const policy = developmentPolicy(settings, { pays: isCheckout(request.url) })
    return reply
      .code(made.status ?? 200)
      .headers({ ...made.headers, 'content-security-policy': policy })
      .type(made.type)
      .send(made.body)
  })
  app.pages.render = async (address, own) => {
    const made = await rendererOf(await currentBuild())(address, own)
    const policy = developmentPolicy(deps.settings, { pays: false })
    return { ...made, headers: { ...made.headers, 'content-security-policy': policy } }
  }

  async function currentBuild(): Promise<SiteBuild> {
    const build: unknown = await vite.ssrLoadModule('virtual:react-router/server-build')
    if (!isSiteBuild(build)) throw new Error('Vite gave no build of this site')
    return build
  }

  function rendererOf(build: SiteBuild) {
    return createRender(app, build, deps, 'development')
  }
}

/** In the office's document, as server/pages/render.ts does it with a build. */
function charityOf({ site }: Pick<Deps, 'site'>): Plugin {
  return {
    name: 'charity',
    transformIndexHtml: async (html) => {
      const { charity } = await site.present()
      return html.replace('charity.invalid', () => escapeHtml(charityJson(charity)))
    },
  }
}

function isAnsweredBy(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse) {
  return new Promise<boolean>((resolve, reject) => {
    response.once('finish', () => resolve(true))
    vite.middlewares(request, response, (error?: unknown) => {
      if (error) reject(error)
      else resolve(false)
    })
  })
}
