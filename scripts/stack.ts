// `npm run -s ops -- stack < lines` prints lines of the log with the places in the sources instead of
// those in the built server, of the same version.
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { SERVER_BUILD } from './server-build.mjs'

const PLACE = /(?:file:\/\/)?[^\s()"]*\/build\/program\/([\w-]+\.js):(\d+):(\d+)/g
const maps = new Map<string, SourceMap>()

process.stdout.write(
  (await text(process.stdin)).replace(PLACE, (place, file: string, line: string, column: string) =>
    existsSync(mapOf(file)) ? sourceOf(file, Number(line), Number(column)) : place,
  ),
)

function sourceOf(file: string, line: number, column: number): string {
  const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(mapOf(file), 'utf8')))
  maps.set(file, map)
  const origin = map.findOrigin(line, column)
  if (!('fileName' in origin)) return `${file}:${line}:${column}`
  const source = relative(join(SERVER_BUILD, '../..'), resolve(SERVER_BUILD, origin.fileName))
  return `${source}:${origin.lineNumber}:${origin.columnNumber}`
}

function mapOf(file: string): string {
  return join(SERVER_BUILD, `${file}.map`)
}
