import { expect } from '@playwright/test'
import { generate } from 'otplib'
import { DEMO_NEXT_ADDRESS } from '#scripts/demo/addresses.ts'
import { setPicture } from '#shared/contract/account.ts'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { enableSecondFactor, enrolSecondFactor } from '#shared/contract/auth.ts'
import {
  addDepositAddress,
  listDepositAddressesForStaff,
  reviewDepositAddress,
} from '#shared/contract/deposit-addresses.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { readReconciliation, requestReconciliation } from '#shared/contract/reconciliation.ts'
import { claimReview } from '#shared/contract/review-desk.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { requestSecondFactorReset } from '#shared/contract/second-factor-resets.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { replyAsSupport, sendSupportMessage } from '#shared/contract/support.ts'
import { completeSignUp } from '#shared/contract/users.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { pdf } from '#tests/api/support/documents.ts'
import { photo, screenshot } from '#tests/api/support/pictures.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import { PURPOSE, QUESTION, withEverything } from './every-screen.ts'
import { type People, type Person, WALLET } from './people.ts'
import { applyInFull } from './requests.ts'
import type { RunningServer } from './running-server.ts'

/** 60 characters, most of which cannot wrap. */
const LONG_NAME = `Demo ${'User'.repeat(13)}son`
const APPLICANT = { fullName: LONG_NAME, phoneNumber: '+1 555 0100' }
const LONG_STAFF_NAME = 'Demo '.padEnd(60, 'Reviewer')
/** 15 digits. */
export const LONG_AMOUNT = '1234567.12345678'

const OWN_ETHEREUM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const LABEL = 'Hardware wallet in the safe of a bank'
const REMARK = 'The sender of the transfer has another name than the owner of this account.'

/** Texts that users and staff have typed on the screens. */
export const TYPED = [LONG_NAME, LONG_STAFF_NAME, LABEL, REMARK, PURPOSE, QUESTION]

/** A member of staff with a long name. */
export const longNamedStaff = (people: People): Promise<Person> => people.colleague(LONG_STAFF_NAME)

/** A user with long texts in every list. */
export async function withLongTexts(people: People, name = LONG_NAME): Promise<Person> {
  const person = await withEverything(people, name)
  const { api, user } = person
  await people.fund(person, 'USDT', LONG_AMOUNT)
  await api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: LONG_AMOUNT },
    files: { screenshot: await screenshot(2) },
  })
  await api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '123.45678', price: '1234.56' },
  })
  await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '123456.12345678', walletAddress: WALLET.address },
  })
  await api.call(openStake, { body: { amount: '100000.12345678', duration: 30 } })
  await api.call(saveAddress, {
    body: { label: LABEL, symbol: 'ETH', network: 'ERC20', address: OWN_ETHEREUM_ADDRESS },
  })
  await api.call(sendSupportMessage, {
    body: { conversationId: user.id, message: REMARK },
    files: { picture: await screenshot(1) },
  })
  return person
}

/** Placeholders in the path of a screen: `:userId` or the name of a case, such as `:withdrawal`. */
export type Names = Readonly<Record<string, string>>

/** One case of each kind for staff, created or handled by a member of staff with a long name. */
export async function withLongCases(
  people: People,
  server: RunningServer,
  name = LONG_NAME,
): Promise<Names> {
  const person = await withLongTexts(people, name)
  const other = await people.customer()
  const { api: desk } = await longNamedStaff(people)
  const { user } = person
  const order = await person.api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '12.3456789', price: '1234.56' },
  })
  const claimed = await withdraw(person, '20000.12345678')
  await desk.call(claimReview, { params: { kind: 'withdrawal', id: claimed }, body: {} })
  await reject(desk, await withdraw(person, '10000.12345678'))
  const deposit = await halfApproved(person, desk)
  await desk.call(updatePortfolio, {
    body: {
      userId: user.id,
      reason: REMARK,
      balances: { BTC: { available: LONG_AMOUNT, was: '0' } },
    },
  })
  await desk.call(replyAsSupport, { body: { conversationId: user.id, message: REMARK } })
  await reconcile(desk)
  return {
    userId: user.id,
    email: person.email,
    otherId: other.user.id,
    otherEmail: other.email,
    withdrawal: `withdrawal-${await withdraw(person, '123456.12345678')}`,
    /** Small enough for one person to release. */
    sent: `withdrawal-${await withdraw(await people.customer({ USDT: '20' }), '5')}`,
    claimed: `withdrawal-${claimed}`,
    deposit: `deposit-${deposit}`,
    order: `spot-order-${order.id}`,
    kyc: `kyc-${user.id}`,
    adjustment: `adjustment-${user.id}`,
    application: `loan-${await applyInFull(await people.customer(), APPLICANT)}`,
    address: `deposit-address-${await propose(desk)}`,
    ...(await ofAnother(other, desk, server)),
  }
}

type Desk = Person['api']

async function withdraw({ api }: Person, amount: string): Promise<string> {
  const { request } = await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount, walletAddress: WALLET.address },
  })
  return request.id
}

async function reject(desk: Desk, id: string): Promise<void> {
  await desk.call(reviewWithdrawal, {
    params: { id },
    body: { action: 'reject', rejectionReason: REMARK, adminNotes: REMARK },
  })
}

/** Fills the trial balance. */
async function reconcile(desk: Desk): Promise<void> {
  const { run_id } = await desk.call(requestReconciliation, { body: { scope: 'incremental' } })
  const lastRun = async () => (await desk.call(readReconciliation)).last?.id
  await expect.poll(lastRun, { timeout: WAIT_MS_MAX }).toBe(run_id)
}

/** A deposit that awaits its second approval. */
async function halfApproved({ api }: Person, desk: Desk): Promise<string> {
  const { request } = await api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: LONG_AMOUNT },
    files: { screenshot: await screenshot(2) },
  })
  await desk.call(reviewDeposit, {
    params: { id: request.id },
    body: { action: 'approve', adminNotes: REMARK },
  })
  return request.id
}

/** A user with a picture, a loan application with a document, and a lost second factor. */
async function ofAnother(person: Person, desk: Desk, server: RunningServer): Promise<Names> {
  const { api, user, password } = person
  await api.call(completeSignUp, { body: { full_name: LONG_NAME, phone: '+1 555 0100' } })
  const image = await photo()
  await api.call(setPicture, { files: { picture: image } })
  const { loan } = await api.call(submitLoan, {
    body: { amount: '1000', purpose: REMARK, duration: '30' },
    files: { documents: pdf(`statement of ${LONG_NAME}.pdf`) },
  })
  const { secret } = await api.call(enrolSecondFactor, { body: { password } })
  const code = await generate({ secret, epoch: Math.floor(server.now() / 1_000) })
  await api.call(enableSecondFactor, { body: { code } })
  await desk.call(requestSecondFactorReset, { body: { userId: user.id, reason: REMARK } })
  return {
    loan: `loan-${loan.id}`,
    reset: `second-factor-reset-${user.id}`,
  }
}

const COIN = 'TRX'
const NETWORK = 'TRC20'

async function propose(desk: Desk): Promise<string> {
  const { address } = await desk.call(addDepositAddress, {
    body: { symbol: COIN, network: NETWORK, address: DEMO_NEXT_ADDRESS },
  })
  return address.id
}

/** Removes the proposal, which other journeys on the same server would see. */
export async function dropProposal({ api }: Person): Promise<void> {
  const { addresses } = await api.call(listDepositAddressesForStaff)
  const proposedAt = addresses.find((each) => each.asset_symbol === COIN)?.proposal?.proposed_at
  if (proposedAt === undefined) return
  await api.call(reviewDepositAddress, {
    params: { assetSymbol: COIN },
    body: { network: NETWORK, action: 'reject', proposedAt },
  })
}
