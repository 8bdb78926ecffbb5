import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'
import { seedDemo } from '#scripts/seed-demo.ts'
import { startServer } from '#server/main.ts'

// What `npm start` does: the app is built when it is out of date, then the server starts.
await startServer({
  prepare: async (report) => {
    if (isPwaStale()) await report.step('build of the app', buildPwa)
  },
  seed: seedDemo,
})
