import { defineFeature } from '#server/feature.ts'
import { seenResults } from './decider.ts'
import { resultEvents } from './events.ts'
import { registerResultRoutes } from './routes.ts'

export const resultFeature = defineFeature({
  name: 'results',
  events: resultEvents,
  audit: { area: 'results', label: 'Seen results' },
  aggregate: seenResults,
  live: null,
  routes: registerResultRoutes,
})
