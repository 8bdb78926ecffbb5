import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { listLiabilities } from '#shared/contract/liabilities.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import type { People, Person } from './support/people.ts'
import { INSTALLABLE, untilInstalled } from './support/screens.ts'

test.use({ stage: 'own' })

const INCLUDED = /^Included in the proof of/
const WARNING = 'Your balance is not counted correctly'

/** Staff publish a statement, and the log that contains it is signed. */
async function publish(page: Page, { api }: Person, signLog: () => Promise<void>): Promise<void> {
  const { statements: earlier } = await api.call(listLiabilities)
  await page.goto('/admin/liabilities')
  await page.getByRole('button', { name: 'Publish now' }).click()
  const published = page.getByRole('link', { name: 'As published' })
  await expect(published).toHaveCount(earlier.length + 1)
  await signLog()
}

const customerWith = (people: People) => people.customer({ USDT: '500' })

test('staff publish a statement, and a phone verifies that it counts its user', {
  tag: '@phone',
}, async ({ people, open, server, console }) => {
  const person = await customerWith(people)
  const staff = await (await open(await people.staff())).newPage()
  await publish(staff, await people.staff(), () => server.signLog())
  await expect(staff.getByText('500', { exact: false }).first()).toBeVisible()

  const page = await (await open(person, INSTALLABLE)).newPage()
  await page.goto('/?open=portfolio')
  await untilInstalled(page)
  const portfolio = page.getByRole('dialog', { name: 'Portfolio' })
  await expect(portfolio.getByText(INCLUDED)).toBeVisible()

  await test.step('the details are available without a network, and can be saved', async () => {
    console.expects(NO_NETWORK)
    await page.context().setOffline(true)
    await portfolio.getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('dialog', { name: 'Proof of liabilities' })
    await expect(details.getByRole('region', { name: 'USDT' })).toContainText('500')
    await expect(details).toContainText('This proves that the published total counts you.')
    const download = page.waitForEvent('download')
    await details.getByRole('button', { name: 'Save the proof' }).click()
    const saved = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    expect(saved).toMatchObject({ kind: 'keel-liabilities-proof/2', user_id: person.user.id })
    expect(saved.log.event.type).toBe('LiabilitiesPublished')
    await page.context().setOffline(false)
  })
})

test('a server that leaves a user out is caught by the device', { tag: '@phone' }, async ({
  people,
  open,
  server,
}) => {
  const person = await customerWith(people)
  const staff = await (await open(await people.staff())).newPage()
  await publish(staff, await people.staff(), () => server.signLog())

  const page = await (await open(person)).newPage()
  await page.route('**/api/proofs/liabilities/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), assets: [] } })
  })
  await page.goto('/')
  const warning = page.getByRole('dialog', { name: WARNING })
  await expect(warning).toContainText('USDT: Your balance was left out.')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(warning).toBeVisible()
  await warning.getByRole('button', { name: 'I have read this' }).click()
  await expect(warning).toBeHidden()
  await expect(page.getByText(WARNING)).toBeVisible()
  // The page may still be requesting its proof.
  await page.unrouteAll({ behavior: 'wait' })
})
