import type { Locator, Page } from '@playwright/test'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { expect, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'
import { WALLET } from './support/people.ts'
import { buyButton, orderTable, screenshotFile } from './support/screens.ts'

const TABS_MAX = 60
const OTHER_ADDRESS = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

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
  await expect(dialog.getByRole('button', { name: /^Remove/ }), 'its file is named').toBeFocused()
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

test('a dialog moves the focus to its next step, and keeps it when the focused element is removed', async ({
  people,
  open,
}) => {
  const page = await (await open(await people.customer({ USDT: '500' }))).newPage()
  const dialog = page.getByRole('dialog')
  const expectStep = async (name: string) => {
    const step = dialog.locator('[aria-current="step"]')
    await expect(step).toHaveText(name)
    await expect(step, name).toBeFocused()
  }

  await test.step('deposit: coin, address, request and back', async () => {
    await page.goto('/?open=deposit')
    await expect(dialog.getByRole('heading', { name: 'Deposit' })).toBeFocused()
    await press(page, dialog.getByRole('button', { name: /^USDT/ }))
    await expectStep('Address')
    await press(page, dialog.getByRole('button', { name: 'I have sent it' }))
    await expectStep('Request')
    await press(page, dialog.getByRole('button', { name: 'Back' }))
    await expectStep('Address')
  })

  await test.step('withdrawal: the confirmation follows the details', async () => {
    await page.goto('/?open=withdraw')
    await dialog.getByText('USDT', { exact: true }).first().click()
    await dialog.getByLabel('Wallet address').fill(WALLET.address)
    await dialog.getByLabel('Amount').fill('20')
    await page.keyboard.press('Enter')
    await expectStep('Confirm')
  })

  await test.step('staking: the heading names the chosen plan', async () => {
    await page.goto('/?open=staking')
    await press(page, dialog.getByRole('button', { name: /^1 Day/ }))
    await expect(dialog.getByRole('heading', { name: 'Stake for 1 day' })).toBeFocused()
  })

  await test.step('a button that is disabled after its press leaves the focus in the dialog', async () => {
    const share = dialog.getByRole('button', { name: 'Max' })
    await share.focus()
    await share.evaluate((button: HTMLButtonElement) => {
      button.disabled = true
    })
    await expect(dialog.getByRole('heading', { name: 'Stake for 1 day' })).toBeFocused()
  })
})

test('when a row is removed, the next one gets the focus', async ({ people, open }) => {
  const person = await people.customer({ USDT: '500' })
  for (const _ of ['phone', 'tablet', 'laptop']) await people.logIn(person)
  for (const label of ['First', 'Second']) {
    const address = label === 'First' ? WALLET.address : OTHER_ADDRESS
    await person.api.call(saveAddress, { body: { ...WALLET, symbol: 'USDT', label, address } })
  }
  const page = await (await open(person)).newPage()

  await test.step('on a page', async () => {
    await page.goto('/profile')
    const rows = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
    await expect(rows).toHaveCount(5)
    const place = await rows.evaluateAll((all) =>
      all.findIndex((row) => row.querySelector('button')),
    )
    await press(page, rows.nth(place).getByRole('button', { name: /^Log out/ }))
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(place)).toBeFocused()
  })

  await test.step('in a dialog, after a question', async () => {
    await page.goto('/?open=withdraw')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('USDT', { exact: true }).first().click()
    await press(page, dialog.getByRole('button', { name: 'Saved addresses' }))
    const book = page.getByRole('dialog', { name: 'Saved USDT addresses' })
    const question = page.getByRole('dialog', { name: 'Remove this address?' })
    for (const left of [1, 0]) {
      await press(page, book.getByRole('button', { name: /^Remove/ }).first())
      await press(page, question.getByRole('button', { name: 'Remove' }))
      await expect(book.getByRole('listitem')).toHaveCount(left)
      const next = left > 0 ? book.getByRole('listitem').first() : book.getByRole('heading').first()
      await expect(next).toBeFocused()
    }
  })
})

test('staff skip the menu of the back office', async ({ people, open }) => {
  const page = await (await open(await people.staff())).newPage()
  const here = page.locator('#page')
  await page.goto('/admin/loans')
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Tab')
  await expect(here.locator(':focus')).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Audit' }))
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible()
  await expect(here).toBeFocused()
})

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target.first(), TABS_MAX)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target.first(), TABS_MAX)
  await page.keyboard.type(text)
}
