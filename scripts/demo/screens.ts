import {
  confirmConversion,
  listConversions,
  quoteConversion,
} from '#shared/contract/conversions.ts'
import { listFutures, submitFutures } from '#shared/contract/futures.ts'
import { readVerification, submitKyc } from '#shared/contract/kyc.ts'
import { listLoans, reviewLoan, submitLoan } from '#shared/contract/loans.ts'
import { listSavedAddresses, saveAddress } from '#shared/contract/saved-addresses.ts'
import { listStakes, openStake } from '#shared/contract/staking.ts'
import { replyAsSupport, sendSupportMessage, startConversation } from '#shared/contract/support.ts'
import { listOwnWithdrawals, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { DEMO_WALLET } from './addresses.ts'
import { drawDocument } from './pictures.ts'
import { approve, type Players } from './players.ts'

/**
 * An entry on every screen, and a request of every kind at the review desk. Nothing is traded while
 * no price is live.
 */
export async function fillScreens(players: Players, isLive: boolean): Promise<void> {
  for (const loan of LOANS) await borrow(players, loan)
  for (const stake of STAKES) await lock(players, stake)
  if (isLive) {
    await convert(players)
    for (const trade of FUTURES) await speculate(players, trade)
  }
  await withdraw(players)
  await askForVerification(players)
  await talk(players)
}

const LOANS = [
  { amount: '1500', purpose: 'Tools for the workshop', duration: '60', outcome: 'approved' },
  { amount: '800', purpose: 'A new laptop', duration: '30', outcome: 'pending' },
] as const

async function borrow(players: Players, loan: (typeof LOANS)[number]): Promise<void> {
  const { user, userId } = players
  const { outcome, ...body } = loan
  const known = await user('list loans', listLoans, { params: { userId } })
  const { id, status } =
    known.find(({ purpose }) => purpose === loan.purpose) ??
    (await user(`loan ${loan.amount}`, submitLoan, { body })).loan
  if (status !== 'pending' || outcome === 'pending') return
  const review = { params: { id }, body: { action: 'approve' } } as const
  await approve(players, (by, who) => by(`review loan ${loan.amount}${who}`, reviewLoan, review))
}

const STAKES = [
  { amount: '250', duration: 1 },
  { amount: '1200', duration: 5 },
] as const

async function lock({ user, userId }: Players, body: (typeof STAKES)[number]): Promise<void> {
  const known = await user('list stakes', listStakes, { params: { userId } })
  if (known.some(({ duration }) => duration === body.duration)) return
  await user(`stake ${body.amount}`, openStake, { body })
}

async function convert({ user, userId }: Players): Promise<void> {
  const known = await user('list conversions', listConversions, { params: { userId } })
  if (known.length > 0) return
  const body = { from: 'BTC', to: 'ETH', amount: '0.02' }
  const { token } = await user('quote', quoteConversion, { body })
  await user('convert', confirmConversion, { body: { quote: token } })
}

/** Seconds: the first trade ends within the first minutes of a demo. */
const FUTURES = [
  { amount: '100', duration: 60, side: 'long' },
  { amount: '150', duration: 600, side: 'short' },
] as const

async function speculate({ user }: Players, trade: (typeof FUTURES)[number]): Promise<void> {
  const known = await user('list futures', listFutures)
  if (known.some(({ side }) => side === trade.side)) return
  const body = { ...trade, symbol: 'BTC/USDT' } as const
  await user(`futures ${trade.side}`, submitFutures, { body })
}

async function withdraw({ user }: Players): Promise<void> {
  const { symbol, network, address } = DEMO_WALLET
  const saved = await user('list saved addresses', listSavedAddresses)
  if (saved.length === 0) {
    await user('save address', saveAddress, { body: { ...DEMO_WALLET, label: 'My wallet' } })
  }
  const known = await user('list withdrawals', listOwnWithdrawals)
  if (known.length > 0) return
  const body = { symbol, network, amount: '320', walletAddress: address }
  await user('withdraw', submitWithdrawal, { body })
}

async function askForVerification({ user, userId }: Players): Promise<void> {
  const { status } = await user('read verification', readVerification, { params: { userId } })
  if (status !== 'not_submitted') return
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
async function talk({ user, admin, userId }: Players): Promise<void> {
  const question = 'Hello! How long does it take until a deposit is credited?'
  const answer =
    'Usually an hour. We look at each proof ourselves, in the order in which they come.'
  const thanks = 'Thank you. My ETH deposit is on its way: could you have a look?'
  await user('ask', startConversation, { body: { message: question } })
  const conversationId = userId
  await admin('answer', replyAsSupport, { body: { conversationId, message: answer } })
  await user('thank', sendSupportMessage, { body: { conversationId, message: thanks } })
}
