import { seedDemo } from '#scripts/seed-demo.ts'
import { startServer } from '#server/main.ts'

// The server without the built app, which `npm run dev` serves from its sources.
await startServer({ seed: seedDemo })
