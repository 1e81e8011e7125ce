import type { FastifyReply } from 'fastify'
import { csvOf } from './list.ts'

/** As a download that no cache stores. */
export function sendPdf(reply: FastifyReply, pdf: Buffer, name: string) {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(pdf)
}

export function sendCsv(reply: FastifyReply, rows: object[], name: string) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .serializer((text: string) => text)
    .send(csvOf(rows))
}
