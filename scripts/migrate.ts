// npm run migrate: brings the database of DATABASE_URL up to date as the owner of its tables
// (DATABASE_OWNER_URL), for sites whose own machines do not have the owner's address. FIELD_KEYS is needed
// when rows have to be sealed.
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
