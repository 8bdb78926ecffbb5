import { DAY_MS } from '#shared/time.ts'
import type { Step } from './steps.ts'

const usdt = (amount: string): Step => ({
  act: 'adjustments.adjust',
  with: { user: 1, symbol: 'USDT', isCredit: true, amount: { exactly: amount } },
})

/**
 * Sequences that once failed, or cover a near miss, as the model printed them. The name says what
 * each sequence shows.
 */
export const KEPT_SEQUENCES: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  [
    'a stake that matures late and is settled twice is paid once',
    [
      usdt('60000'),
      { act: 'staking.open', with: { user: 1, termDays: 1, amount: { exactly: '1000' } } },
      { act: 'world.pass', with: { ms: 31 * DAY_MS, isMarketOpen: false } },
      { act: 'staking.mature', with: 0 },
      { act: 'staking.mature', with: 0, key: 1 },
      { act: 'staking.mature', with: 0, key: 1 },
    ],
  ],
  [
    'a key shared by two different submissions applies only the first',
    [
      usdt('60000'),
      { act: 'staking.open', with: { user: 1, termDays: 1, amount: { exactly: '1' } }, key: 0 },
      { act: 'staking.open', with: { user: 1, termDays: 1, amount: { exactly: '2' } }, key: 0 },
      {
        act: 'spotOrders.place',
        with: {
          user: 1,
          side: 'buy',
          orderType: 'limit',
          price: '60000',
          amount: { percent: 100 },
        },
        key: 0,
      },
    ],
  ],
]
