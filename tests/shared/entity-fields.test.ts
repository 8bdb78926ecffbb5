import { expect, test } from 'vitest'
import { authSession, changePassword, sessionUser } from '#shared/contract/auth.ts'
import { adminStats } from '#shared/contract/dashboard.ts'
import { depositAddress, shownDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { depositRequest, reviewedDeposit } from '#shared/contract/deposits.ts'
import { completeFutures, futuresTrade, submitFutures } from '#shared/contract/futures.ts'
import { kycRequest, kycVerification, submitKyc } from '#shared/contract/kyc.ts'
import { dataSyncMessage } from '#shared/contract/live.ts'
import { reviewedLoan } from '#shared/contract/loan-reviews.ts'
import { applyForLoan, loan } from '#shared/contract/loans.ts'
import { portfolioEntry } from '#shared/contract/portfolio.ts'
import { priceSchema } from '#shared/contract/prices.ts'
import { adminOrder, spotTrade } from '#shared/contract/spot-orders.ts'
import { openStake, stakingPosition } from '#shared/contract/staking.ts'
import {
  listedConversation,
  supportConversation,
  supportMessage,
  supportStats,
} from '#shared/contract/support.ts'
import { transactionEntry } from '#shared/contract/transactions.ts'
import { adminUser } from '#shared/contract/users.ts'
import {
  reviewedWithdrawal,
  submitWithdrawal,
  withdrawRequest,
} from '#shared/contract/withdrawals.ts'

interface WithShape {
  readonly shape: Readonly<Record<string, unknown>>
}

const REQUEST =
  'id user_id symbol amount status submitted_at reviewed_at admin_notes rejection_reason'
const REVIEWED = `${REQUEST} reviewed_by require_reverification users`
const CONVERSATION = 'id user is_active last_message_at'

/** The fields that API callers rely on; entities may have more. */
const ENTITIES: readonly (readonly [entity: string, schema: WithShape, fields: string])[] = [
  ['a price', priceSchema, 'symbol price change24h volume24h updatedAt id'],
  ['a portfolio entry', portfolioEntry, 'user_id symbol available frozen'],
  [
    'a user',
    sessionUser,
    'id display_id email full_name phone role is_active is_verified credit_score profile_picture created_at email_confirmed_at kyc_status',
  ],
  [
    'an auth session',
    authSession,
    'access_token refresh_token expires_in expires_at token_type user',
  ],
  ['a deposit request', depositRequest, `${REQUEST} screenshot_url is_new hidden_for_user`],
  ['a deposit request of staff', reviewedDeposit, `${REVIEWED} screenshot_url`],
  ['a withdraw request', withdrawRequest, `${REQUEST} admin_screenshot_url is_new hidden_for_user`],
  ['a withdraw request of staff', reviewedWithdrawal, `${REVIEWED} admin_screenshot_url`],
  ['a new withdraw request', submitWithdrawal.body, 'userId symbol amount walletAddress'],
  [
    'an entry of the transaction history',
    transactionEntry,
    'id type symbol amount status created_at updated_at admin_notes reason screenshot_url isNew',
  ],
  ['a deposit address', shownDepositAddress, 'asset_symbol address network'],
  [
    'a deposit address of staff',
    depositAddress,
    'id asset_symbol address network is_active updated_at',
  ],
  [
    'a new verification',
    submitKyc.body,
    'fullName ssn address frontIdUrl backIdUrl selfieWithIdUrl',
  ],
  ['a verification', kycVerification, 'user_id status rejection_reason submitted_at'],
  [
    'a KYC request',
    kycRequest,
    'id full_name ssn address front_id_url back_id_url selfie_with_id_url status submitted_at reviewed_at rejection_reason user',
  ],
  [
    'a loan',
    loan,
    'id user_id amount purpose duration monthly_income documents status loan_status rejection_reason created_at',
  ],
  [
    'a loan of staff',
    reviewedLoan,
    'id user_id amount duration purpose monthly_income status created_at reviewed_at reviewed_by rejection_reason loan_pay_date documents',
  ],
  [
    'an application of the loan page',
    applyForLoan.body,
    'fullName email phoneNumber dateOfBirth amount purpose duration monthlyIncome termsAccepted frontId backId selfieWithId',
  ],
  ['a spot trade', spotTrade, 'id userId symbol side amount price status createdAt'],
  ['an order of staff', adminOrder, 'id symbol side status amount price createdAt userDetails'],
  [
    'a futures trade',
    futuresTrade,
    'id symbol side amount duration profit_ratio entry_price exit_price created_at expires_at status final_amount profit_loss',
  ],
  ['a new futures trade', submitFutures.body, 'symbol amount duration side profitRatio'],
  ['a completed futures trade', completeFutures.response, 'isWin finalProfitLoss'],
  [
    'a staking position',
    stakingPosition,
    'id userId symbol amount apy duration startDate endDate status',
  ],
  ['a new stake', openStake.body, 'userId symbol amount apy duration endDate status'],
  [
    'a user of staff',
    adminUser,
    'id display_id email full_name phone profile_picture created_at last_sign_in_at email_confirmed_at is_active is_verified kyc_status credit_score role password_encrypted_at password_last_updated app_metadata assets_count total_portfolio_value trade_count portfolio active_loans_count active_staking_count',
  ],
  ['the figures of the dashboard', adminStats, 'total newSignups active'],
  ['a conversation', supportConversation, `${CONVERSATION} support_messages`],
  ['a conversation in the list', listedConversation, CONVERSATION],
  ['a message', supportMessage, 'id message sender_type is_read read_at created_at messageType'],
  [
    'the figures of support',
    supportStats.response,
    'totalConversations activeConversations unreadMessages',
  ],
  ['a change of the password', changePassword.body, 'currentPassword newPassword'],
  ['a notice of a change', dataSyncMessage.shape.data, 'action userId entityId timestamp'],
]

test('a user has no other name than the full name and the display id', () => {
  expect(sessionUser.shape).not.toHaveProperty('username')
})

test.each(ENTITIES)('%s has every field that callers rely on', (_, { shape }, fields) => {
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields.split(' ')))
})
