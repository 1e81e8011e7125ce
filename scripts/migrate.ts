// `npm run ops -- migrate`: migrates DATABASE_URL as the owner of its tables (DATABASE_OWNER_URL), for
// sites whose machines lack the owner's address. Needs FIELD_KEYS when rows have to be sealed.
import { migrateDatabase } from './migrate-database.ts'
import { readSiteEnv } from './read-site-env.ts'

try {
  const { databaseUrl, databaseOwnerUrl, fieldKeys } = readSiteEnv()
  if (!databaseUrl)
    throw new Error('DATABASE_URL is not set: npm start migrates its own PostgreSQL.')
  await migrateDatabase(
    { url: databaseUrl, ownerUrl: databaseOwnerUrl },
    { onLog: console.error, fieldKeys },
  )
  console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
