import { defineFeature } from '#server/feature.ts'
import { casesOf } from '#server/reviews/case-source.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { type StakeState, stakes } from './decider.ts'
import { stakingEvents } from './events.ts'
import { stakingSchedule } from './mature-due.ts'
import { registerStakingRoutes } from './routes.ts'

export const stakingFeature = defineFeature({
  name: 'staking',
  events: stakingEvents,
  audit: { area: 'staking', label: msg('Staking') },
  aggregate: stakes,
  live: { action: 'staking' },
  routes: registerStakingRoutes,
  cases: casesOf<StakeState>({
    url: '/admin/audit?acts=all&area=staking&user={user}',
    summarise: ({ principal, termDays }) => ({
      asset: principal.symbol,
      amount: principal.amount,
      note: textOf('{days, plural, one {# day} other {# days}}', { days: termDays }),
    }),
  }),
  schedules: (services) => [stakingSchedule(services)],
  notifications: [
    {
      kind: 'staking',
      to: 'owner',
      label: msg('Staking'),
      hint: msg('A stake has ended and been paid out.'),
      url: '/?open=staking',
      texts: {
        StakeMatured: {
          title: msg('Staking term over'),
          body: msg('Principal and interest are available.'),
        },
      },
    },
  ],
})
