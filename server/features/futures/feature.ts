import { defineFeature } from '#server/feature.ts'
import { historyOf } from '#server/reviews/history-source.ts'
import { futures, hideFutures } from './decider.ts'
import { futuresEvents } from './events.ts'
import { registerFuturesRoutes } from './routes.ts'
import { futuresSchedule, watchFutures } from './settle-due.ts'

export const futuresFeature = defineFeature({
  name: 'futures',
  events: futuresEvents,
  audit: { area: 'futures', label: 'Futures' },
  aggregate: futures,
  live: { action: 'trades' },
  routes: registerFuturesRoutes,
  schedules: (services) => [futuresSchedule(services)],
  start: watchFutures,
  notifications: [
    {
      kind: 'futures',
      to: 'owner',
      label: 'Futures results',
      hint: 'A trade is over.',
      url: '/futures?tab=closed',
      texts: {
        FuturesSettled: {
          title: 'Futures trade settled',
          body: 'Your trade is over. See its result.',
        },
        FuturesVoided: {
          title: 'Futures trade void',
          body: 'No price was recorded in time; the stake is available again.',
        },
      },
    },
  ],
  history: historyOf(futures, {
    type: 'futures',
    list: 'futures',
    over: ['completed', 'voided'],
    entry: ({ side, symbol, stake, openedAt }) => ({
      title: `${side === 'long' ? 'Long' : 'Short'} ${symbol}`,
      amount: stake.amount,
      symbol: stake.symbol,
      created_at: openedAt,
    }),
    // The log has hidden trades from before EntryHidden existed.
    hide: hideFutures,
  }),
})
