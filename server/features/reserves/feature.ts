import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { reserveDetails } from './audit-details.ts'
import { reserves } from './decider.ts'
import { reserveEvents } from './events.ts'
import { registerReserveRoutes } from './routes.ts'

/** The addresses on which the operator holds what it owes, with signatures by their keys. */
export const reserveFeature = defineFeature({
  name: 'reserves',
  events: reserveEvents,
  audit: { area: 'reserves', label: msg('Reserves'), details: reserveDetails },
  aggregate: reserves,
  live: null,
  routes: registerReserveRoutes,
})
