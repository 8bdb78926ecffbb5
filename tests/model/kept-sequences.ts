import { DAY_MS } from '#shared/time.ts'
import type { Step } from './steps.ts'

const usdt = (amount: string): Step => ({
  act: 'adjustments.adjust',
  with: { user: 1, symbol: 'USDT', isCredit: true, amount: { exactly: amount } },
})

/**
 * Sequences that once failed, or stand for what nearly did: each is what the model printed, with the
 * sentence that it proves.
 */
export const KEPT_SEQUENCES: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  [
    'a stake that is paid late, and asked for twice, is paid once',
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
    'one key for two different submissions has the effect of the first alone',
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
