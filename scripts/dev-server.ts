import { seedOnce } from '#scripts/demo/seed-once.ts'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { startServer } from '#server/main.ts'

// The server without a built app: `npm run dev` serves the app from its sources.
await startServer({
  openDatabase: ({ dataDir }) => startEmbeddedPostgres(dataDir),
  seed: seedOnce,
})
