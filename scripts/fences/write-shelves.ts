// `npm run shelves`: writes the table of the server's shelves into docs/architecture.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { withShelves } from './shelves-in-docs.ts'

const PAGE = 'docs/architecture.md'

writeFileSync(PAGE, withShelves(readFileSync(PAGE, 'utf8')))
