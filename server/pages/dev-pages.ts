import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ViteDevServer } from 'vite'
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

function isAnsweredBy(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse) {
  return new Promise<boolean>((resolve, reject) => {
    response.once('finish', () => resolve(true))
    vite.middlewares(request, response, (error?: unknown) => {
      if (error) reject(error)
      else resolve(false)
    })
  })
}
