import type { Page } from '@playwright/test'
import { dialogsOf, screensOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { photo } from '#tests/api/support/pictures.ts'
import {
  OF_A_CUSTOMER,
  OF_STAFF,
  type Screen,
  WITHOUT_SESSION,
  withEverything,
} from './support/every-screen.ts'
import { expect, test } from './support/journey.ts'
import { layoutFaultsOf } from './support/layout-faults.ts'
import { type People, type Person, WALLET } from './support/people.ts'
import { NOWHERE, walkTo } from './support/walk.ts'

const soft = expect.configure({ soft: true })
/** A screen may still move when it is first measured; a fault stays. */
const AT_REST = { timeout: 20_000, intervals: [200] }

/** 60 characters, most of which cannot wrap. */
const LONG_NAME = `Demo ${'User'.repeat(13)}son`
/** 15 digits. */
const LONG_AMOUNT = '1234567.12345678'

test('no page or dialog of a customer is cut at any width', async ({ people, open }) => {
  const person = await withLongTexts(people)
  const page = await (await open(person)).newPage()
  await judge(page, [...declared(person, (access) => access === 'user'), ...OF_A_CUSTOMER])

  await test.step('the futures form can be sent without scrolling while a trade runs', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await walkTo(page, '/futures')
    await expect(page.getByRole('button', { name: 'CONFIRM' })).toBeInViewport({ ratio: 1 })
  })
})

test('no page or dialog of staff is cut at any width', async ({ people, open }) => {
  const person = await withLongTexts(people)
  const page = await (await open(await people.staff())).newPage()
  await judge(page, [...declared(person, isPermission), ...OF_STAFF])

  await test.step('tables of staff use a wide screen', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await walkTo(page, '/admin/audit')
    const table = page.getByRole('table', { name: 'Acts' })
    await expect.poll(async () => (await table.boundingBox())?.width).toBeGreaterThan(1_590)
  })

  await test.step('a deposit shows its proof once, without scrolling', async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await walkTo(page, '/admin/reviews')
      const waiting = page.getByRole('list', { name: 'Waiting requests' })
      await waiting
        .getByRole('link', { name: /^Deposit/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: 'View the proof' })).toBeInViewport()
      await expect(page.getByText('View screenshot')).toHaveCount(0)
    }
  })
})

test('no page without a session is cut at any width', async ({ page }) => {
  await judge(page, WITHOUT_SESSION)
})

/** What the features declare, so that a new page or dialog is judged without being named. */
function declared({ user }: Person, isOf: (access: string) => boolean): Screen[] {
  const pages = screensOf(FEATURES).filter(({ access }) => isOf(access))
  const paths = pages.map(({ path }) => path.replace(':userId', user.id))
  const dialogs = isOf('user') ? dialogsOf(FEATURES).map(({ name }) => `/?open=${name}`) : []
  return [...paths, ...dialogs].map((path) => ({ path, shows: /./ }))
}

/** A user with long texts in every list. */
async function withLongTexts(people: People): Promise<Person> {
  const person = await withEverything(people, LONG_NAME)
  const { api } = person
  await people.fund(person, 'USDT', LONG_AMOUNT)
  await api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: LONG_AMOUNT },
    files: { screenshot: await photo() },
  })
  await api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '123.45678', price: '1234.56' },
  })
  await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '123456.12345678', walletAddress: WALLET.address },
  })
  return person
}

async function judge(page: Page, screens: readonly Screen[]): Promise<void> {
  await page.goto(NOWHERE)
  const seen = new Set<string>()
  for (const { path, act, shows } of screens) {
    if (!act && seen.has(path)) continue
    seen.add(path)
    await test.step(`${path} ${shows}`, async () => {
      await walkTo(page, path)
      await act?.(page)
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      const faults = () => layoutFaultsOf(page)
      await soft.poll(faults, { ...AT_REST, message: `${path} ${shows}` }).toEqual([])
    })
  }
}
