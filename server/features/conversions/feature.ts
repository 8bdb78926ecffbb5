import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { conversions } from './decider.ts'
import { conversionEvents } from './events.ts'
import { registerConversionRoutes } from './routes.ts'

export const conversionFeature = defineFeature({
  name: 'conversions',
  events: conversionEvents,
  audit: { area: 'conversions', label: msg('Conversions') },
  aggregate: conversions,
  live: { action: 'transactions' },
  routes: registerConversionRoutes,
})
