import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Call, Endpoints } from '../../domain/endpoints/index.ts'
import type { App, Deps } from '../deps.ts'
import { type ListOf, type ListRequest, sendList } from '../platform/http/list.ts'
import { type Handler, serve } from '../platform/http/serve.ts'
import { logExport } from './exports.ts'

type RequestOf<C extends Call> = Parameters<Handler<C>>[0]
/** The rows that the table of endpoints promises. */
type RowOf<C extends Call> = Endpoints[C]['response'] extends { readonly 200: infer Schema }
  ? z.input<Schema> extends { data: readonly (infer Row)[] }
    ? Row
    : never
  : never

/** `name`: as the audit log has it, 'money differences'; the file's, too, unless it has a `file`. */
type OfficeList<Row> = ListOf<Row> & { name: string; file?: string }

/** Serves a list of the office: a page of it, or all as a file, which the audit log then has. */
export function serveList<C extends Call>(
  app: App,
  deps: Pick<Deps, 'database' | 'now'>,
  call: C,
  listFor: (request: RequestOf<C>) => OfficeList<RowOf<C>> | Promise<OfficeList<RowOf<C>>>,
): void {
  const handler = async (request: ListRequest, reply: FastifyReply) => {
    const {
      name,
      file = name.replaceAll(' ', '-'),
      ...list
    } = await listFor(request as RequestOf<C>)
    return sendList(request, reply, {
      ...list,
      name: file,
      exported: (rows) => logExport(deps, request, { list: name, rows }),
    })
  }
  serve(app, call, handler as Handler<C>)
}
