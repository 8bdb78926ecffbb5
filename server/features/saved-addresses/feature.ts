import { defineFeature } from '#server/feature.ts'
import { addressBooks } from './decider.ts'
import { savedAddressEvents } from './events.ts'
import { registerSavedAddressRoutes } from './routes.ts'

export const savedAddressFeature = defineFeature({
  name: 'saved-addresses',
  events: savedAddressEvents,
  audit: { area: 'saved-addresses', label: 'Saved addresses' },
  aggregate: addressBooks,
  live: { action: 'withdraw' },
  routes: registerSavedAddressRoutes,
})
