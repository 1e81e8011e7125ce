import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App, Settings } from '../../deps.ts'
import { type CachedResponse, createEntry } from '../cache/cached-response.ts'
import { sendCached } from '../cache/send-cached.ts'
import { serve } from './serve.ts'

/**
 * Serves `/api/openapi.json`, which is what visitors and members may call; staff read the whole at
 * `/api/office/openapi.json`. Register it before the routes.
 */
export async function describeApi(app: App, { publicUrl }: Settings): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'CHAPS product API',
        version: '1',
        description:
          'Times are London wall-clock, prices pence. Errors are {error, code}: a sentence and a reason.',
      },
      servers: [{ url: publicUrl }],
    },
    transform: (document) =>
      document.url.startsWith('/api/')
        ? jsonSchemaTransform(document)
        : { schema: { hide: true }, url: document.url },
  })

  let entry: CachedResponse | undefined
  serve(app, 'GET /api/openapi.json', { hide: true }, (request, reply) => {
    entry ??= createEntry({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(publicPart(app.swagger())),
      headers: { 'cache-control': 'public, max-age=300' },
      lasting: true,
    })
    return sendCached(request, reply, entry)
  })
}

function publicPart<D extends { paths?: object; components?: object }>(document: D): object {
  const { components: _, paths = {}, ...about } = document
  const open = Object.entries(paths).filter(([path]) => !path.startsWith('/api/office/'))
  return { ...about, paths: Object.fromEntries(open) }
}
