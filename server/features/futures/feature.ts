import type { DataOf } from '#server/events/event-definition.ts'
import { defineFeature } from '#server/feature.ts'
import { casesOf } from '#server/reviews/case-source.ts'
import { historyOf } from '#server/reviews/history-source.ts'
import { ordersOf } from '#server/reviews/order-source.ts'
import { endOf, VOID_REASONS } from '#shared/rules/futures.ts'
import { msg, t, textOf } from '#shared/text/t.ts'
import { type FuturesState, futures, hideFutures } from './decider.ts'
import { futuresEvents } from './events.ts'
import { presentFuturesOrder, STATUS_OF } from './present.ts'
import { registerFuturesRoutes } from './routes.ts'
import { futuresSchedule, watchFutures } from './settle-due.ts'

export const futuresFeature = defineFeature({
  name: 'futures',
  events: futuresEvents,
  audit: { area: 'futures', label: msg('Futures') },
  aggregate: futures,
  live: { action: 'trades' },
  routes: registerFuturesRoutes,
  schedules: (services) => [futuresSchedule(services)],
  start: watchFutures,
  notifications: [
    {
      kind: 'futures',
      to: 'owner',
      label: msg('Futures results'),
      hint: msg('A trade has ended.'),
      url: '/futures?tab=closed',
      texts: {
        FuturesSettled: {
          title: msg('Futures trade settled'),
          body: msg('Your trade has ended. Open the app to see the result.'),
        },
        FuturesVoided: ({ reason }: DataOf<typeof futuresEvents, 'FuturesVoided'>) => ({
          title: reason === 'no_price' ? t('Futures trade void') : t('Futures trade not opened'),
          body: t(VOID_REASONS[reason]),
        }),
      },
    },
  ],
  orders: ordersOf(futures, {
    market: 'futures',
    statusOf: (status) => Reflect.get(STATUS_OF, status),
    present: presentFuturesOrder,
  }),
  cases: casesOf<FuturesState>({
    url: '/admin/audit?acts=all&area=futures&user={user}',
    summarise: ({ stake, side, symbol }) => ({
      asset: stake.symbol,
      amount: stake.amount,
      note: textOf('{side, select, long {Long} other {Short}} {pair}', { side, pair: symbol }),
    }),
  }),
  history: historyOf(futures, {
    type: 'futures',
    list: 'futures',
    over: ['completed', 'voided'],
    entry: ({ status, result, side, symbol, stake, request, openedAt }) => ({
      status: endOf({ status, result }),
      title: textOf('{side, select, long {Long} other {Short}} {pair}', { side, pair: symbol }),
      amount: stake.amount,
      symbol: stake.symbol,
      created_at: request?.requestedAt ?? openedAt,
    }),
    // The log has hidden trades from before EntryHidden existed.
    hide: hideFutures,
  }),
})
