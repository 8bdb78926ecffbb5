import { expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { resetPortfolio, updatePortfolio } from '#shared/contract/adjustments.ts'
import { type AuditLine, exportAudit, listAudit } from '#shared/contract/audit.ts'
import { changeDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { updateCreditScore } from '#shared/contract/users.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

/** What an auditor sees of the most powerful actions without opening each. */
const world = await openTestApp()
const { pool, log } = world.services

const admin = await newAdmin(world)
await newAdmin(world)

async function lineOf(type: string): Promise<AuditLine | undefined> {
  await waitForPosition(pool, { follower: 'audit-lines', position: await log.head() })
  return (await admin.client.call(listAudit, { query: { type } })).lines[0]
}

test('lines and the export say how much was credited, debited, approved and changed', async () => {
  const user = await newUser(world)
  const { userId } = user
  const adjust = (available: string, was: string, reason: string) =>
    admin.client.call(updatePortfolio, {
      body: { userId, reason, balances: { USDT: { available, was } } },
    })
  await adjust('5000', '0', 'missed deposit')
  expect(await lineOf('PortfolioAdjusted')).toMatchObject({
    money: { symbol: 'USDT', amount: '5000' },
    details: '+5,000 USDT',
    reason: 'missed deposit',
  })
  await adjust('4000', '5000', 'booked twice')
  expect((await lineOf('PortfolioAdjusted'))?.money).toEqual({ symbol: 'USDT', amount: '-1000' })
  await adjust('30000', '4000', 'large')
  expect(await lineOf('AdjustmentProposed')).toMatchObject({
    details: '+26,000 USDT; worth $26,000.00',
  })
  await admin.client.call(updateCreditScore, { body: { userId, creditScore: 800 } })
  expect(await lineOf('CreditScoreChanged')).toMatchObject({ details: 'New score: 800' })

  const rich = await newUser(world)
  await fund(world, rich, 'USDT', '30000')
  const asked = { symbol: 'USDT', amount: '30000', walletAddress: DEMO_WALLET.address } as const
  const { id } = (await rich.client.call(submitWithdrawal, { body: asked })).request
  await admin.client.call(reviewWithdrawal, { params: { id }, body: { action: 'approve' } })
  expect((await lineOf('FirstApprovalGiven'))?.details).toMatch(
    /^Worth \$30,000\.00\. Over the limit for one person \(\$25,000\.00\)/,
  )

  const { text } = await admin.client.send(exportAudit, { query: { zone: '+00:00' } })
  const rows = text.split('\r\n')
  expect(rows[0]).toContain('Amount,Asset,Details,Reason')
  expect(text).toContain('5000,USDT,"\'+5,000 USDT",missed deposit')
  expect(text).toContain('New score: 800')
})

test('lines show old and new deposit addresses, and refused attempts', async () => {
  const [old, next] = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ]
  await offerAddress(world, { symbol: 'BTC', network: 'Bitcoin', address: old })
  await admin.client.call(changeDepositAddress, {
    params: { assetSymbol: 'BTC' },
    body: { address: next, network: 'Bitcoin' },
  })
  const proposed = await lineOf('DepositAddressProposed')
  expect(proposed?.details).toBe(`BTC on Bitcoin: ${old} → ${next}`)

  const body = { userId: admin.userId, reason: 'Bonus' }
  await admin.client.send(resetPortfolio, { body })
  const refused = async () => (await lineOf('StaffAttemptRefused'))?.details
  await expect.poll(refused).toBe('POST /admin/user-management/reset-portfolio: access.own_account')
})
