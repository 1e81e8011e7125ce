// The baseline of the read benchmarks: plain node:http that answers one small JSON body.
import { createServer } from 'node:http'

const body = JSON.stringify({ hello: 'world' })
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
