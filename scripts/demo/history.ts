import { setTimeout as sleep } from 'node:timers/promises'
import {
  confirmConversion,
  listConversions,
  quoteConversion,
} from '#shared/contract/conversions.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  reviewDepositAddress,
} from '#shared/contract/deposit-addresses.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import {
  approveOrder,
  cancelTrade,
  listTrades,
  placeTrade,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { replyAsSupport, sendSupportMessage, startConversation } from '#shared/contract/support.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { type Decimal, formatUnits, parseUnits, scaleUnits } from '#shared/money.ts'
import { limitStanding } from '#shared/rules/spot-orders.ts'
import { DEMO_ADDRESSES, DEMO_NEXT_ADDRESS, DEMO_WALLET } from './addresses.ts'
import { type Call, StepRefused } from './caller.ts'
import { drawDocument, drawScreenshot } from './pictures.ts'

export interface Players {
  readonly user: Call
  readonly admin: Call
  /** Another member of staff, for second approvals. */
  readonly colleague: Call
  readonly userId: string
  /** Called with a step that the market did not allow. */
  readonly onLeftOut: (refused: StepRefused) => void
}

/** The last step: if it is in the log, all others are too. */
export const LAST_STEP = 'cancel order 0.01'

/**
 * Creates an entry on every screen, and a request of every kind at the review desk, through the
 * routes that users call. The next start continues an aborted one: a step that was already done
 * gets the same response again. Nothing is traded while there is no live price, and steps that the
 * market refuses are left out.
 */
export async function makeHistory(players: Players, btcPrice: Decimal | undefined): Promise<void> {
  const { user } = players
  for (const address of DEMO_ADDRESSES) await offerAddress(players, address)
  for (const deposit of DEPOSITS) await makeDeposit(players, deposit)
  for (const loan of LOANS) await borrow(players, loan)
  for (const body of STAKES) await user(`stake ${body.amount}`, openStake, { body })
  if (btcPrice !== undefined) await trade(players)
  await withdraw(players)
  await askForVerification(players)
  await talk(players)
  await proposeAddress(players)
  for (const order of ORDERS) await makeOrder(players, order, btcPrice)
}

/** One member of staff proposes each address, and another one approves it. */
async function offerAddress({ admin, colleague }: Players, body: (typeof DEMO_ADDRESSES)[number]) {
  const { symbol, network } = body
  const { address } = await admin(`address ${symbol}`, addDepositAddress, { body })
  await colleague(`approve address ${symbol}`, reviewDepositAddress, {
    params: { assetSymbol: symbol },
    body: { network, action: 'approve', proposedAt: address.proposal?.proposed_at ?? '' },
  })
}

/** It waits at the review desk for another member of staff. */
async function proposeAddress({ colleague }: Players) {
  await colleague('propose address', changeDepositAddress, {
    params: { assetSymbol: 'TRX' },
    body: { network: 'TRC20', address: DEMO_NEXT_ADDRESS },
  })
}

const DEPOSITS = [
  { symbol: 'USDT', amount: '25000', outcome: 'seen' },
  { symbol: 'BTC', amount: '0.75', outcome: 'approved' },
  { symbol: 'TRX', amount: '150', outcome: 'rejected' },
  { symbol: 'ETH', amount: '1.5', outcome: 'pending' },
] as const

async function makeDeposit(
  players: Players,
  { symbol, amount, outcome }: (typeof DEPOSITS)[number],
): Promise<void> {
  const { user, admin } = players
  const { request } = await user(`deposit ${symbol}`, submitDeposit, {
    body: { symbol, amount },
    files: { screenshot: await drawScreenshot(symbol, amount) },
  })
  const params = { id: request.id }
  if (outcome === 'rejected') {
    const rejectionReason = 'The screenshot shows another amount'
    const body = { action: 'reject', rejectionReason } as const
    await admin(`review ${symbol}`, reviewDeposit, { params, body })
  } else if (outcome !== 'pending') {
    const body = { action: 'approve', adminNotes: 'Confirmed on the network' } as const
    await approve(players, (by, who) =>
      by(`review ${symbol}${who}`, reviewDeposit, { params, body }),
    )
  }
  if (outcome === 'seen') {
    const body = { type: 'deposit', id: request.id, is_new: false } as const
    await user(`acknowledge ${symbol}`, acknowledgeTransaction, { body })
  }
}

const LOANS = [
  { amount: '1500', purpose: 'Tools for the workshop', duration: '60', outcome: 'approved' },
  { amount: '800', purpose: 'A new laptop', duration: '30', outcome: 'pending' },
] as const

async function borrow(players: Players, loan: (typeof LOANS)[number]): Promise<void> {
  const { outcome, ...body } = loan
  const { id } = (await players.user(`loan ${loan.amount}`, submitLoan, { body })).loan
  if (outcome === 'pending') return
  const review = { params: { id }, body: { action: 'approve' } } as const
  await approve(players, (by, who) => by(`review loan ${loan.amount}${who}`, reviewLoan, review))
}

const STAKES = [
  { amount: '250', duration: 1 },
  { amount: '1200', duration: 5 },
] as const

/** Seconds: the first trade ends within the first minutes of a demo. */
const FUTURES = [
  { amount: '100', duration: 60, side: 'long' },
  { amount: '150', duration: 600, side: 'short' },
] as const

async function trade(players: Players): Promise<void> {
  const { user, userId } = players
  // Each quote is different, so it cannot be repeated.
  const known = await user('list conversions', listConversions, { params: { userId } })
  if (known.length === 0) {
    await asMarketAllows(players, async () => {
      const body = { from: 'BTC', to: 'ETH', amount: '0.02' }
      const { id } = await user('quote', quoteConversion, { body })
      await user('convert', confirmConversion, { body: { quote: id } })
    })
  }
  for (const futures of FUTURES) {
    const body = { ...futures, symbol: 'BTC/USDT' } as const
    await asMarketAllows(players, () => user(`futures ${futures.side}`, submitFutures, { body }))
  }
}

/** Refusals that may go away after a moment: prices are missing, too rare, or have moved. */
const OF_THE_MARKET = [
  'price.stale',
  'price.moved',
  'order.awaiting_price',
  'convert.quote_expired',
  'futures.paused',
  'futures.price_moved',
]

/** Retries a step for a moment while the market refuses it, then leaves it out. */
async function asMarketAllows(players: Players, act: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await act()
      return
    } catch (error) {
      if (!(error instanceof StepRefused && OF_THE_MARKET.includes(error.code))) throw error
      if (tried === MARKET_TRIES) return players.onLeftOut(error)
    }
    await sleep(MARKET_TRY_MS)
  }
}

/** After a moment, a new server has two consecutive prices, as futures need them. */
const MARKET_TRIES = 25
const MARKET_TRY_MS = 200

async function withdraw({ user }: Players): Promise<void> {
  const { symbol, network, address: walletAddress } = DEMO_WALLET
  await user('save address', saveAddress, { body: { ...DEMO_WALLET, label: 'My wallet' } })
  const body = { symbol, network, amount: '320', walletAddress }
  await user('withdraw', submitWithdrawal, { body })
}

async function askForVerification({ user }: Players): Promise<void> {
  await user('verify', submitKyc, {
    // A number that is never assigned.
    body: { fullName: 'Demo User', ssn: '987-65-4320', address: '12 Example Street' },
    files: {
      kycFrontId: await drawDocument('ID card, front'),
      kycBackId: await drawDocument('ID card, back'),
      kycSelfieWithId: await drawDocument('Selfie with ID card'),
    },
  })
}

/** The last message is the user's, so it waits for staff. */
async function talk({ user, admin, userId: conversationId }: Players): Promise<void> {
  const question = 'Hello! How long does it take until a deposit is credited?'
  const reply = 'Usually an hour. We look at each proof ourselves, in the order in which they come.'
  const thanks = 'Thank you. My ETH deposit is on its way: could you have a look?'
  await user('ask', startConversation, { body: { message: question } })
  await admin('answer', replyAsSupport, { body: { conversationId, message: reply } })
  await user('thank', sendSupportMessage, { body: { conversationId, message: thanks } })
}

/** Limits in percent of the price; amounts differ so that orders can be told apart. */
const ORDERS = [
  { side: 'buy', amount: '0.05', limitPercent: 101n, outcome: 'executed' },
  { side: 'sell', amount: '0.1', limitPercent: 105n, outcome: 'pending' },
  { side: 'buy', amount: '0.02', limitPercent: 50n, outcome: 'rejected' },
  { side: 'buy', amount: '0.01', limitPercent: 90n, outcome: 'cancelled' },
] as const

/** The limit to use while no price is live; not a market price. */
const LIMIT_BASE = '60000'

async function makeOrder(
  players: Players,
  { side, amount, limitPercent, outcome }: (typeof ORDERS)[number],
  btcPrice: Decimal | undefined,
): Promise<void> {
  const { user, admin, userId } = players
  // A repeated order would have a different limit.
  const known = await user('list orders', listTrades, { params: { userId } })
  const order =
    known.find((each) => each.amount === amount) ??
    (await user(`order ${amount}`, placeTrade, {
      body: {
        symbol: 'BTC/USDT',
        side,
        amount,
        price: toTheCent(btcPrice ?? LIMIT_BASE, limitPercent),
      },
    }))
  const params = { id: order.id }
  // An order whose limit the market has left is not approved, and keeps waiting.
  const isReached =
    btcPrice && order.price && limitStanding({ side, price: order.price }, btcPrice) === 'reached'
  if (outcome === 'executed' && isReached) {
    await asMarketAllows(players, () =>
      approve(players, (by, who) => by(`approve order ${amount}${who}`, approveOrder, { params })),
    )
  }
  if (outcome === 'cancelled') await user(`cancel order ${amount}`, cancelTrade, { params })
  if (outcome === 'rejected') {
    const body = { reason: 'The limit is too far from the market' }
    await admin(`reject order ${amount}`, rejectOrder, { params, body })
  }
}

function toTheCent(price: Decimal, percent: bigint): Decimal {
  const limit = scaleUnits(parseUnits(price), percent, 100n, 'down')
  const cent = parseUnits('0.01')
  return formatUnits((limit / cent) * cent)
}

/** Two people approve if one approval is not enough: the price may still be unknown. */
async function approve(
  { admin, colleague }: Players,
  given: (by: Call, who: '' | ' twice') => Promise<{ awaits_second_approval?: true | undefined }>,
): Promise<void> {
  const { awaits_second_approval: isFirstOfTwo } = await given(admin, '')
  if (isFirstOfTwo) await given(colleague, ' twice')
}
