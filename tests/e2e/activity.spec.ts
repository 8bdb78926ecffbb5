import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eventProof, readEventProof } from '#shared/contract/signed-log.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { checkEventProof, isProven } from '#shared/proofs/event-proof.ts'
import { parseKey } from '#shared/proofs/signed-note.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'
import type { People, Person } from './support/people.ts'
import { INSTALLABLE, untilInstalled } from './support/screens.ts'
import { storedIn } from './support/stored.ts'
import { walkTo } from './support/walk.ts'

const TABS_MAX = 80
const VERIFIED = 'The log continues what this device has verified before.'

/** A user with movements made by staff and by the user. */
async function mover(people: People): Promise<Person> {
  const person = await people.customer({ USDT: '500' })
  await person.api.call(openStake, { body: { amount: '100', duration: 1 } })
  await person.api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '1000' },
  })
  return person
}

const row = (page: Page, title: string | RegExp) => page.getByRole('button', { name: title })

test('a user reads their movements, their balances on any date and a statement', {
  tag: '@phone',
}, async ({ people, open, server }) => {
  const page = await (await open(await mover(people))).newPage()
  await server.signLog()

  await test.step('a movement shows its reason, and the browser verifies it', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
    await expect(row(page, /^Buy order for BTC/)).toContainText(/10(\.00000000)? USDT/)
    await expect(row(page, /^Staked for 1 day/)).toContainText('Available → frozen')
    await expect(row(page, /^Deposit approved/)).toContainText(/\+500(\.00000000)? USDT/)

    await row(page, /^Deposit approved/).click()
    const dialog = page.getByRole('dialog', { name: 'Deposit approved' })
    await expect(dialog).toContainText('Your deposit was approved')
    await expect(dialog.getByRole('region', { name: 'The decision' })).toContainText(
      /Staff [A-Z\d]{8}/,
    )
    await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Deposit requested')
    await dialog.getByRole('button', { name: 'Verify in this browser' }).click()
    await expect(dialog.getByText('The hash agrees: this is what was recorded.')).toBeVisible()
    await expect(dialog.getByText(VERIFIED)).toBeVisible()
    await expect(page).toHaveURL(/\/activity\?event=\d+$/)
    await page.reload()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export proof' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^keel-proof-\d+\.json$/)
    const proof = eventProof.parse(JSON.parse(await readFile(await file.path(), 'utf8')))
    expect(isProven(await checkEventProof(proof, [parseKey(proof.vkey)]))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/activity$/)
  })

  await test.step('the list is filtered by kind and asset, and the URL keeps the filter', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Type').selectOption('Staking')
    await expect(row(page, /^Staked for 1 day/)).toBeVisible()
    await expect(row(page, /^Deposit approved/)).toHaveCount(0)
    await expect(page).toHaveURL(/kind=stake/)
    await page.getByLabel('Asset').selectOption('BTC')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(row(page, /^Deposit approved/)).toBeVisible()
  })

  await test.step('balances are shown as of any date, with their position in the log', async () => {
    await page.getByRole('tab', { name: 'Balances on a date' }).click()
    const table = page.getByRole('table', { name: 'Balances' })
    await expect(table).toContainText('390.00000000')
    await expect(table).toContainText('110.00000000')
    await expect(page.getByText(/^Now, after position \d+ of the log/)).toBeVisible()
    await page.getByLabel('Date and time').fill('2024-01-01T12:00:00')
    await expect(page.getByText('Nothing yet at that time')).toBeVisible()
    await expect(page).toHaveURL(/view=balances.*at=2024/)
    await page.getByRole('button', { name: 'Now' }).click()
    await expect(table).toContainText('390.00000000')
  })

  await test.step('a statement is a file with opening and closing balances', async () => {
    await walkTo(page, '/activity?view=statement')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(
      /^keel-statement-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/,
    )
    await expect(page.getByText(/^Saved as keel-statement/)).toBeVisible()
    const text = await readFile(await file.path(), 'utf8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^Entry,Time,Asset/)
    expect(lines.filter((line) => line.startsWith('Movement'))).toHaveLength(3)
    expect(lines.at(-1)).toMatch(/^Closing balance,.*,USDT,.*,390,110,/)
    await page.getByLabel('Last day').fill('2020-01-01')
    await expect(page.getByText('The first day must not be after the last.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  })
})

test('data that was loaded earlier stays readable offline, with its age', {
  tag: '@phone',
}, async ({ people, open, server, console }) => {
  console.expects(NO_NETWORK)
  const context = await open(await mover(people), INSTALLABLE)
  await server.signLog()
  const before = await context.newPage()
  await before.goto('/activity')
  await untilInstalled(before)
  await row(before, /^Deposit approved/).click()
  await expect(before.getByRole('dialog').getByText('Position in the log')).toBeVisible()
  const isKept = async (path: string) => (await storedIn(before, 'kept')).join().includes(path)
  await expect.poll(() => isKept('/:userId/:position')).toBe(true)
  await expect.poll(() => isKept(readEventProof.path)).toBe(true)
  await expect.poll(() => storedIn(before, 'seenHeads')).toHaveLength(1)
  await before.close()
  await server.network.cut()
  const page = await context.newPage()
  await page.goto('/activity')
  await expect(row(page, /^Staked for 1 day/)).toBeVisible()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await row(page, /^Deposit approved/).click()
  const dialog = page.getByRole('dialog', { name: 'Deposit approved' })
  await dialog.getByRole('button', { name: 'Verify in this browser' }).click()
  await expect(dialog.getByText('The hash agrees: this is what was recorded.')).toBeVisible()
  await expect(dialog.getByText(/^It is event \d+ of \d+ in the log as this device/)).toBeVisible()
  await expect(dialog.getByText(VERIFIED)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Statement' }).click()
  await expect(page.getByText('You are offline. Statements need a connection.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  await server.network.restore()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled()
})

test('everything is reachable by keyboard, and the focus returns', { tag: '@desktop' }, async ({
  people,
  open,
  server,
}) => {
  const page = await (await open(await mover(people))).newPage()
  await server.signLog()
  await page.goto('/activity')
  const movement = row(page, /^Staked for 1 day/)
  await tabTo(page, movement, TABS_MAX)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Staked for 1 day' })
  await tabTo(page, dialog.getByRole('button', { name: 'Verify in this browser' }), TABS_MAX)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('The hash agrees')
  await page.keyboard.press('Escape')
  await expect(movement).toBeFocused()
  const from = page.getByLabel('From', { exact: true })
  await from.focus()
  await page.keyboard.type('11212025')
  await expect(from).toHaveValue('2025-11-21')
  await expect(page).toHaveURL(/from=2025-11-21/)
  await page.getByRole('tab', { name: 'Movements' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Security', selected: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Date and time')).toBeVisible()
})
