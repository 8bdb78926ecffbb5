import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { seenResults } from './decider.ts'
import { resultEvents } from './events.ts'
import { registerResultRoutes } from './routes.ts'

export const resultFeature = defineFeature({
  name: 'results',
  events: resultEvents,
  audit: {
    area: 'results',
    label: msg('Seen results'),
    details: { ResultsSeen: ({ kind }) => kind },
  },
  aggregate: seenResults,
  live: null,
  routes: registerResultRoutes,
})
