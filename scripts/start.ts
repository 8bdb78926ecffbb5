import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'
import { seedOnce } from '#scripts/demo/seed-once.ts'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { startServer } from '#server/main.ts'

// Runs `npm start`: builds the app if it is out of date, then starts the server.
await startServer({
  prepare: async (report) => {
    if (isPwaStale()) await report.step('build of the app', buildPwa)
  },
  openDatabase: ({ dataDir }) => startEmbeddedPostgres(dataDir),
  seed: seedOnce,
})
