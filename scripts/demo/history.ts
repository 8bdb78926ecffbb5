import {
  addDepositAddress,
  listDepositAddressesForStaff,
} from '#shared/contract/deposit-addresses.ts'
import { listOwnDeposits, reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import {
  approveOrder,
  cancelTrade,
  listTrades,
  placeTrade,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { type Decimal, formatUnits, parseUnits, scaleUnits } from '#shared/money.ts'
import { DEMO_ADDRESSES } from './addresses.ts'
import { drawScreenshot } from './pictures.ts'
import { approve, type Players } from './players.ts'
import { fillScreens } from './screens.ts'

const DEPOSITS = [
  { symbol: 'USDT', amount: '25000', outcome: 'seen' },
  { symbol: 'BTC', amount: '0.75', outcome: 'approved' },
  { symbol: 'TRX', amount: '150', outcome: 'rejected' },
  { symbol: 'ETH', amount: '1.5', outcome: 'pending' },
] as const

/** Limits in percent of the price; amounts differ so that orders can be told apart. */
const ORDERS = [
  { side: 'buy', amount: '0.05', limitPercent: 98n, outcome: 'executed' },
  { side: 'sell', amount: '0.1', limitPercent: 105n, outcome: 'pending' },
  { side: 'buy', amount: '0.02', limitPercent: 50n, outcome: 'rejected' },
  { side: 'buy', amount: '0.01', limitPercent: 90n, outcome: 'cancelled' },
] as const

/** The limit to use while no price is live; not a market price. */
const LIMIT_BASE = '60000'

/** The last step: if it is in the log, so are all others. */
export const LAST_STEP = 'cancel order 0.01'

/**
 * Some history, made through the routes that users call. Each step first checks whether it was
 * done, so that the next start continues an aborted one.
 */
export async function makeHistory(players: Players, btcPrice: Decimal | undefined): Promise<void> {
  await addAddresses(players)
  for (const deposit of DEPOSITS) await makeDeposit(players, deposit)
  await fillScreens(players, btcPrice !== undefined)
  for (const order of ORDERS) await makeOrder(players, order, btcPrice ?? LIMIT_BASE)
}

async function addAddresses({ admin }: Players): Promise<void> {
  const { addresses } = await admin('list addresses', listDepositAddressesForStaff)
  for (const body of DEMO_ADDRESSES) {
    const isKnown = addresses.some(({ asset_symbol }) => asset_symbol === body.symbol)
    if (!isKnown) await admin(`address ${body.symbol}`, addDepositAddress, { body })
  }
}

async function makeDeposit(
  players: Players,
  { symbol, amount, outcome }: (typeof DEPOSITS)[number],
): Promise<void> {
  const { user, admin } = players
  const known = await user('list deposits', listOwnDeposits)
  const request =
    known.find((each) => each.symbol === symbol && each.amount === amount) ??
    (
      await user(`deposit ${symbol}`, submitDeposit, {
        body: { symbol, amount },
        files: { screenshot: await drawScreenshot(symbol, amount) },
      })
    ).request
  const { id, status } = request
  if (status === 'pending' && outcome === 'rejected') {
    const body = {
      action: 'reject',
      rejectionReason: 'The screenshot shows another amount',
    } as const
    await admin(`review ${symbol}`, reviewDeposit, { params: { id }, body })
  } else if (status === 'pending' && outcome !== 'pending') {
    const body = { action: 'approve', adminNotes: 'Confirmed on the network' } as const
    await approve(players, (by, who) =>
      by(`review ${symbol}${who}`, reviewDeposit, { params: { id }, body }),
    )
  }
  if (outcome === 'seen') {
    const body = { type: 'deposit', id, is_new: false } as const
    await user(`acknowledge ${symbol}`, acknowledgeTransaction, { body })
  }
}

async function makeOrder(
  players: Players,
  { side, amount, limitPercent, outcome }: (typeof ORDERS)[number],
  btcPrice: Decimal,
): Promise<void> {
  const { user, admin, userId } = players
  const known = await user('list orders', listTrades, { params: { userId } })
  const order =
    known.find((each) => each.amount === amount) ??
    (await user(`order ${amount}`, placeTrade, {
      body: { symbol: 'BTC/USDT', side, amount, price: toTheCent(btcPrice, limitPercent) },
    }))
  if (order.status !== 'pending_approval') return
  const params = { id: order.id }
  if (outcome === 'executed') {
    await approve(players, (by, who) =>
      by(`approve order ${amount}${who}`, approveOrder, { params }),
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
