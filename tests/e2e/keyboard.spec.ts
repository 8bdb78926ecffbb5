import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'
import { buyButton, orderTable, screenshotFile } from './support/screens.ts'

const TABS_MAX = 60

test('a user logs in, deposits and places an order by keyboard', async ({ page, people }) => {
  const person = await people.customer({ USDT: '500' })
  await page.goto('/login')
  await type(page, page.getByLabel('Email'), person.email)
  await type(page, page.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Demo User/ })).toBeVisible()

  await press(page, page.getByRole('button', { name: 'Deposit' }))
  const dialog = page.getByRole('dialog')
  await press(page, dialog.getByRole('button', { name: /^USDT/ }))
  await press(page, dialog.getByRole('button', { name: 'I have sent it' }))
  await type(page, dialog.getByLabel('Amount sent'), '25')
  const chooser = page.waitForEvent('filechooser')
  await press(page, dialog.getByLabel('Payment screenshot'))
  await (await chooser).setFiles(await screenshotFile())
  await press(page, dialog.getByRole('button', { name: 'Submit request' }))
  await expect(page.getByText('Deposit request submitted successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Deposit' }), 'focus returns').toBeFocused()

  await press(page, page.getByRole('link', { name: 'Exchange', exact: true }))
  await expect(page.getByRole('heading', { name: 'Place order' })).toBeVisible()
  await type(page, page.getByRole('textbox', { name: 'Price' }), '10000')
  await type(page, page.getByRole('textbox', { name: 'Amount' }), '0.002')
  await press(page, buyButton(page))
  await expect(orderTable(page, 'Current Orders')).toContainText('Pending approval')
  await press(page, page.getByRole('button', { name: /^Cancel buy order/ }))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(orderTable(page, 'Current Orders')).toContainText('Pending approval')

  await test.step('arrow keys, Home and End select a tab, and Tab moves to its panel', async () => {
    const [first, last] = [page.getByRole('tab').first(), page.getByRole('tab').last()]
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { selected: true })).toBeFocused()
    await expect(first).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('End')
    await expect(last).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(first, 'the arrow keys wrap around').toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tabpanel')).toBeFocused()
  })
})

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target.first(), TABS_MAX)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target.first(), TABS_MAX)
  await page.keyboard.type(text)
}
