import {
  amountProblem,
  type ConvertFacts,
  pairProblem,
} from '#pwa/features/conversions/convert-draft.ts'
import { problemOf as futuresProblem } from '#pwa/features/futures/futures-draft.ts'
import {
  EMPTY_ORDER,
  type OrderFacts,
  problemOf as orderProblem,
} from '#pwa/features/spot-orders/order-draft.ts'
import { problemOf as stakeProblem } from '#pwa/features/staking/stake-draft.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { CONVERT_TERMS_DEFAULT } from '#shared/rules/conversions.ts'
import { FUTURES_TERMS, type FuturesTerm } from '#shared/rules/futures.ts'
import { planFor, type StakingPlan } from '#shared/rules/staking.ts'
import { SECOND_MS } from '#shared/time.ts'
import { reachedLimit } from '#tests/e2e/support/market.ts'
import { fillLimitOrder } from '#tests/e2e/support/screens.ts'
import type { ActingOn, MessageRow } from './message-row.ts'

// Conversion, spot orders, futures and staking.

const convertFacts: ConvertFacts = {
  available: '12.5',
  priceOf: () => undefined,
  terms: { ...CONVERT_TERMS_DEFAULT, convertedToday: '240000' },
}
const conversionOf = (amount: string, available: string) => () =>
  amountProblem({ from: 'USDT', to: 'BTC', amount }, { ...convertFacts, available })
const conversion: readonly MessageRow[] = [
  { says: 'Insufficient balance, Available: 12.50000000', form: conversionOf('13', '12.5') },
  {
    says: 'One conversion may be worth up to 50,000 USDT. This one is worth 60,000 USDT.',
    form: conversionOf('60000', '90000'),
  },
  {
    says: 'You can convert up to 250,000 USDT in 24 hours. You have 10,000 USDT left.',
    form: conversionOf('20000', '90000'),
  },
  {
    says: 'USDC is at 0.98 USDT. Stablecoins cannot be converted into each other until its price is back within 1% of 1 USDT.',
    form: () =>
      pairProblem(
        { from: 'DAI', to: 'USDT', amount: '' },
        { ...convertFacts, priceOf: (symbol) => (symbol === 'USDC' ? '0.98' : '1') },
      ),
  },
  { says: 'Price not available', shownBy: 'tests/e2e/convert.spec.ts' },
]

const orderFacts: OrderFacts = {
  pair: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  isSignedIn: true,
  availableBase: '0',
  availableQuote: '100',
  livePrice: '60000',
}
const order = { ...EMPTY_ORDER, amount: '1', price: '60000' }

async function placeLimitOrder({ page }: ActingOn): Promise<void> {
  await fillLimitOrder(page, '20000', '0.01')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
}

async function review({ page, people }: ActingOn, action: 'Approve' | 'Reject'): Promise<void> {
  const { api, user } = await people.customer({ USDT: '100' })
  // An order can be approved only while the market is at the limit.
  const price = await reachedLimit(api)
  const body = { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price } as const
  await api.call(placeTrade, { body })
  // Other orders may wait on the same server.
  const row = page.getByRole('row').filter({ hasText: user.email })
  await row.getByRole('button', { name: `${action} the order of Demo User` }).click()
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

const spot: readonly MessageRow[] = [
  {
    says: 'Invalid Order: Please fill in all required fields.',
    form: () => orderProblem(EMPTY_ORDER, orderFacts),
  },
  {
    says: 'Insufficient Balance: Insufficient balance. Required: 60,000.00000000 USDT, available: 100.00000000 USDT',
    form: () => orderProblem(order, orderFacts),
  },
  {
    says: 'Authentication Error: Please log in to place orders.',
    form: () => orderProblem(order, { ...orderFacts, isSignedIn: false }),
  },
  {
    says: 'Order Submitted: Your buy order has been submitted for admin approval.',
    screen: { path: '/exchange', act: placeLimitOrder },
  },
  {
    says: 'Order Failed: Failed to place order. Please try again.',
    screen: { path: '/exchange', fails: 'POST /api/trades', act: placeLimitOrder },
  },
  { says: 'No current orders found', screen: { path: '/exchange' } },
  { says: 'No order history found', screen: { path: '/exchange?tab=history' } },
  {
    says: 'No data',
    screen: {
      path: '/market',
      act: ({ page }) =>
        page.getByRole('searchbox').or(page.getByLabel('Search')).first().fill('zz'),
    },
  },
  { says: 'Order Approved', shownBy: 'tests/e2e/spine.spec.ts' },
  {
    says: 'Order Rejected',
    screen: { by: 'staff', path: '/admin/dashboard', act: (on) => review(on, 'Reject') },
  },
  {
    says: 'Approval Failed',
    screen: {
      by: 'staff',
      path: '/admin/dashboard',
      fails: 'PUT /approve',
      act: (on) => review(on, 'Approve'),
    },
  },
  {
    says: 'Rejection Failed',
    screen: {
      by: 'staff',
      path: '/admin/dashboard',
      fails: 'PUT /reject',
      act: (on) => review(on, 'Reject'),
    },
  },
]

const futuresFacts = {
  isSignedIn: true,
  available: '100',
  livePrice: '60000',
  terms: undefined,
}
const futuresDraft = { side: 'long', term: FUTURES_TERMS[0] as FuturesTerm, amount: '50' } as const

/** A trade that ends without a price, so that its owner's browser asks for its result. */
async function endWithoutPrice({ page, person, server }: ActingOn): Promise<void> {
  await person.api.call(submitFutures, {
    body: { symbol: 'BTC/USDT', side: 'long', amount: '50', duration: 60 },
  })
  // A trade that is still opening when prices stop is not opened.
  await page
    .getByRole('article', { name: /^Trade Running/ })
    .filter({ hasText: /now [\d,]+\.\d\d/ })
    .waitFor()
  await server.setMarket('silent')
  await server.letPass(61 * SECOND_MS)
  await page.reload()
}

const futures: readonly MessageRow[] = [
  {
    says: 'You must be logged in to place a trade.',
    form: () => futuresProblem(futuresDraft, { ...futuresFacts, isSignedIn: false })?.message,
  },
  {
    says: 'Minimum trade amount is 50 USDT.',
    form: () => futuresProblem({ ...futuresDraft, amount: '49.99' }, futuresFacts)?.message,
  },
  {
    says: 'Insufficient balance.',
    form: () => futuresProblem({ ...futuresDraft, amount: '101' }, futuresFacts)?.message,
  },
  {
    says: 'Failed to submit trade.',
    screen: {
      path: '/futures',
      fails: 'POST /api/future-trade/submit',
      act: async ({ page }) => {
        await page.getByRole('textbox', { name: 'Purchase quantity' }).fill('50')
        await page.getByRole('button', { name: 'CONFIRM' }).click()
      },
    },
  },
  {
    says: 'Failed to fetch trades.',
    screen: { path: '/futures', fails: 'GET /api/future-trades' },
  },
  { says: 'Check your balance', shownBy: 'tests/e2e/futures.spec.ts' },
  {
    says: 'Failed to complete trade: Failed to process trade completion. Please contact support.',
    screen: { path: '/futures', fails: 'POST /api/future-trade/complete', act: endWithoutPrice },
  },
]

const plan = planFor(5) as StakingPlan
const stakeFacts = { isSignedIn: true, available: '1500' }

async function stake({ page }: ActingOn): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^1 Day/ }).click()
  await dialog.getByLabel('Amount').fill('1')
  await dialog.getByRole('button', { name: /^Stake/ }).click()
}

const staking: readonly MessageRow[] = [
  {
    says: 'Login Required: Please log in to view your balance',
    form: () => stakeProblem('1000', plan, { ...stakeFacts, isSignedIn: false }),
  },
  {
    says: 'Invalid Input: Please enter the amount that you want to stake.',
    form: () => stakeProblem('', plan, stakeFacts),
  },
  {
    says: 'Invalid Amount: Amount must be between 1,000 and 1,000,000 USDT',
    form: () => stakeProblem('999', plan, stakeFacts),
  },
  {
    says: 'Insufficient Balance: You only have 1,500.00000000 USDT available',
    form: () => stakeProblem('1501', plan, stakeFacts),
  },
  { says: 'Your USDT has been staked successfully.', shownBy: 'tests/e2e/staking.spec.ts' },
  {
    says: 'Failed to stake USDT. Please try again.',
    screen: { path: '/?open=staking', fails: 'POST /api/staking', act: stake },
  },
  {
    says: 'Failed to fetch staking positions',
    screen: { path: '/?open=staking', fails: 'GET /api/staking' },
  },
]

export const TRADING: Readonly<Record<string, readonly MessageRow[]>> = {
  conversion,
  spot,
  futures,
  staking,
}
