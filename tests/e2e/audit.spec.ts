import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { sqlChart } from '#server/ledger/chart.ts'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { changeDepositAddress, reviewDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { updateCreditScore } from '#shared/contract/users.ts'
import { test as base, expect } from './support/journey.ts'
import { layoutFaultsOf } from './support/layout-faults.ts'
import { expectUserLink } from './support/user-link.ts'

const PROPOSED = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

interface Journey {
  /** A pool on the server's database, which a test tampers with and repairs. */
  readonly pool: pg.Pool
}

const test = base.extend<Journey>({
  pool: async ({ database }, use) => {
    const pool = new pg.Pool({ connectionString: database?.url, max: 1 })
    await use(pool)
    await pool.end()
  },
})

test('staff find an audit entry, open it, verify it and export the list', async ({
  people,
  open,
  server,
}) => {
  const customer = await people.customer({ USDT: '500' })
  await server.signLog()
  const { display_id: displayId } = customer.user
  const page = await (await open(await people.staff())).newPage()
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible()
  await page.getByLabel('User', { exact: true }).fill(displayId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`user=${displayId}`))
  const acts = page.getByRole('table', { name: 'Actions' })
  await expect(acts.getByRole('row')).toHaveCount(2)
  await expect(acts).toContainText('Demo Reviewer')
  await expect(acts).toContainText('500.0000 USDT')

  await expectUserLink(acts, customer)
  await acts.getByRole('button', { name: /^Deposit approved/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposit approved' })
  await expect(dialog.getByRole('region', { name: 'What it moved' })).toContainText(
    `House, custodyUser ${displayId}, available500.00000000 USDT`,
  )
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Deposit requested')
  await dialog.getByRole('button', { name: 'Verify in this browser' }).click()
  await expect(dialog.getByText('The hash agrees: this is what was recorded.')).toBeVisible()
  await expect(dialog.getByText(/^It is event \d+ of \d+/)).toBeVisible()
  await expect(page).toHaveURL(/event=\d+/)
  await expectUserLink(dialog.getByRole('region', { name: 'The action' }), customer)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByText('All', { exact: true }).click()
  await expect(acts.getByRole('button', { name: /^Deposit requested/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^keel-audit-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^Position,Time,Area,Act/)
  expect(lines.filter((line) => line.includes('Deposit approved'))).toHaveLength(1)

  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).not.toHaveURL(/user=/)
})

test('an audit line says what the act changed, at every width', async ({
  people,
  open,
  server,
}) => {
  const staff = await people.staff()
  await people.offer('USDT')
  const customer = await people.customer()
  const { id: userId } = customer.user
  const balances = { USDT: { available: '5000', was: '0' }, BTC: { available: '0.1', was: '0' } }
  const reason = 'The deposit of Friday never arrived'
  await staff.api.call(updatePortfolio, { body: { userId, reason, balances } })
  await staff.api.call(updateCreditScore, { body: { userId, creditScore: 800 } })
  const params = { assetSymbol: 'USDT' } as const
  const { address } = await staff.api.call(changeDepositAddress, {
    params,
    body: { address: PROPOSED, network: 'TRC20' },
  })
  await server.signLog()
  const page = await (await open(staff)).newPage()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/audit')
    const acts = page.getByRole('table', { name: 'Actions' })
    await expect(acts).toContainText('+0.1 BTC, +5,000 USDT')
    await expect(acts).toContainText('New score: 800')
    await expect(acts).toContainText(`→ ${PROPOSED}`)
    await expect.poll(() => layoutFaultsOf(page)).toEqual([])
  }
  await page.getByRole('button', { name: /^Portfolio adjusted/ }).click()
  const act = page.getByRole('dialog').getByRole('region', { name: 'The action' })
  await expect(act).toContainText('+0.1 BTC, +5,000 USDT')
  // Leave no proposal for other journeys on this server.
  const proposedAt = address.proposal?.proposed_at ?? ''
  await staff.api.call(reviewDepositAddress, {
    params,
    body: { network: 'TRC20', action: 'reject', proposedAt },
  })
})

test('the checks pass on a sound ledger and name a tampered balance', async ({
  people,
  open,
  pool,
}) => {
  const customer = await people.customer({ USDT: '500' })
  const change = (sign: '+' | '-') =>
    pool.query(
      `update balance set amount = amount ${sign} 100000000 from person
       where person.user_id = $1 and account = ${sqlChart.availableOf('person.user_no', 'USDT')}`,
      [customer.user.id],
    )
  const page = await (await open(await people.staff())).newPage()
  await page.goto('/admin/reconciliation')
  const run = page.getByRole('button', { name: 'Run the checks now' })
  await run.click()
  await expect(page.getByRole('heading', { name: 'The ledger is sound' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'USDT' })).toContainText('Balanced')

  await change('+')
  await run.click()
  await expect(page.getByRole('heading', { name: 'One check has failed' })).toBeVisible()
  await expect(page.getByText(/USDT available, is 50100000000, the log says/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'USDT' })).toContainText('Differs')
  const office = page.getByRole('navigation', { name: 'Back office' })
  await office.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByText('The ledger is not sound')).toBeVisible()

  await change('-')
  await page.getByRole('link', { name: 'See what was found' }).click()
  await run.click()
  await expect(page.getByRole('heading', { name: 'The ledger is sound' })).toBeVisible()
})
