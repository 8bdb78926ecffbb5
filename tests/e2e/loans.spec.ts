import { readFile } from 'node:fs/promises'
import { DAY_MS } from '#shared/time.ts'
import { pdfOf } from '#tests/api/support/pdf-pages.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import { NO_NETWORK, NONCE_ASKED, TOKEN_OUTLIVED } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { LOGGED_OUT, logInWithForm } from './support/log-in.ts'
import { INSTALLABLE, untilInstalled } from './support/screens.ts'

// This test moves the clock by days.
test.use({ stage: 'own', market: 'standing' })

const MB = 1024 * 1024
/** The refusal of a payment beyond the balance. */
const REFUSED = /the server responded with a status of 400/

const PAYSLIP = {
  name: 'payslip.pdf',
  mimeType: 'application/pdf',
  buffer: pdfOf({
    pages: ['Payslip for November', 'Payslip for December'].map(
      (title) => `BT /F 24 Tf 72 700 Td (${title}) Tj ET 0.1 0.4 0.9 rg 72 620 220 40 re f`,
    ),
    resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
  }),
}

test('a loan is requested offline, approved, overdue and repaid in full', {
  tag: '@phone',
}, async ({ server, people, open, console }) => {
  console.expects(TOKEN_OUTLIVED, NONCE_ASKED, NO_NETWORK, REFUSED)
  const person = await people.customer()
  const page = await (await open(person, { ...INSTALLABLE, ...LOGGED_OUT })).newPage()
  const desk = await (await open(await people.staff())).newPage()
  await logInWithForm(page, person)

  await test.step('the form explains why it cannot continue', async () => {
    await page.getByRole('button', { name: 'Apply for Loan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply for Loan' })
    const send = dialog.getByRole('button', { name: 'Submit application' })
    await send.click()
    await expect(dialog.getByText('Please fill in all required fields')).toBeVisible()
    // On a phone the first invalid field is a full screen above the button.
    const first = dialog.getByLabel('Loan amount')
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByText('Please fill this in.')).toHaveCount(3)
    await first.fill('0')
    await expect(first).not.toHaveAttribute('aria-invalid')
    await dialog.getByLabel('Purpose').fill('Winter tyres')
    await dialog.getByLabel('Duration').fill('6')
    await dialog.getByLabel('Duration').press('Enter')
    await expect(dialog.getByText('Please enter a valid loan amount')).toBeVisible()
    await dialog.getByLabel('Loan amount').fill('1000')
    await send.click()
    await expect(dialog.getByText('Loan duration must be between 7 and 90 days')).toBeVisible()
    await dialog.getByRole('button', { name: '7 days' }).click()
  })

  await test.step('an invalid file is reported and can be removed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Apply for Loan' })
    const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(MB + 1) }
    await dialog.getByLabel('Supporting documents').setInputFiles([PAYSLIP, large])
    const files = dialog.getByRole('list', { name: 'Chosen files' })
    const tooLarge = 'File "large.pdf" is too large. Maximum size is 1 MB.'
    await expect(files.getByText(tooLarge)).toBeVisible()
    await dialog.getByRole('button', { name: 'Submit application' }).click()
    await expect(dialog.getByText('File Too Large')).toBeVisible()
    await files.getByRole('button', { name: 'Remove large.pdf' }).click()
    await expect(dialog.getByText(tooLarge)).toBeHidden()
  })

  await test.step('the cost and the agreement are shown before submission', async () => {
    const dialog = page.getByRole('dialog', { name: 'Apply for Loan' })
    await expect(dialog.getByText('57.50000000 USDT', { exact: true })).toBeVisible()
    await expect(dialog.getByText('1,057.50000000')).toBeVisible()
    await dialog.getByRole('button', { name: 'loan agreement' }).click()
    const agreement = page.getByRole('dialog', { name: 'Loan Agreement' })
    await expect(agreement.getByText('fixed at 5.75% of the amount')).toBeVisible()
    await expect(agreement.getByText('a penalty of 5% of the amount')).toBeVisible()
    await agreement.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('an application submitted offline is sent automatically with its document', async () => {
    const dialog = page.getByRole('dialog', { name: 'Apply for Loan' })
    await untilInstalled(page)
    await server.network.cut()
    await expect(dialog.getByText('You are offline.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Submit application' }).click()
    await expect(page.getByText('Your loan application is sent automatically.')).toBeVisible()
    await page.getByRole('button', { name: 'My Loans' }).click()
    const history = page.getByRole('dialog', { name: 'My Loans' })
    const unsent = history.getByRole('region', { name: 'On this device' })
    await expect(unsent.getByText('Waiting for connection')).toBeVisible()
    await server.network.restore()
    await expect(history.getByText('Pending')).toBeVisible()
    await expect(unsent).toBeHidden()
    await expect(history.getByRole('link', { name: 'payslip.pdf' })).toBeVisible()
    expect(server.network.count('POST', '/api/loan/submit')).toBe(1)
  })

  await test.step('staff find the application, open its document and approve it', async () => {
    await desk.goto('/admin/loans')
    await desk.getByLabel('Search loans').fill('nothing like this')
    await expect(desk.getByText('Nothing matches this search.')).toBeVisible()
    await desk.getByLabel('Search loans').fill('winter ty')
    await desk.getByRole('button', { name: /^View Details/ }).click()
    const details = desk.getByRole('dialog', { name: 'Loan Details' })
    await expect(details.getByText(person.email)).toBeVisible()
    await expect(details.getByText('Not provided')).toBeVisible()
    // A busy server may take too long to render a page.
    await desk.route(/\/pages\/1$/, (route) => route.fulfill({ status: 503 }), { times: 1 })
    console.expects(/status of 503 .*\/pages\//)
    await details.getByRole('button', { name: 'View payslip.pdf' }).click()
    const viewer = desk.getByRole('dialog', { name: 'payslip.pdf', exact: true })
    const again = viewer.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 })
      await expect(viewer.getByText('Page 1 of 2')).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: WAIT_MS_MAX })
    await viewer.getByRole('button', { name: 'Next page' }).click()
    const shown = viewer.getByRole('img', { name: 'Page 2 of payslip.pdf' })
    await expect
      .poll(() => shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBe(1600)
    await viewer.getByRole('button', { name: 'Download' }).click()
    const ask = desk.getByRole('dialog', { name: 'Download payslip.pdf?' })
    const saving = desk.waitForEvent('download')
    await ask.getByRole('button', { name: 'Download' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/)
    expect(await readFile(await saved.path())).toEqual(PAYSLIP.buffer)
    await expect(ask).toBeHidden()
    await viewer.getByRole('button', { name: 'Close' }).click()
    await details.getByRole('button', { name: 'Approve' }).click()
    const confirm = desk.getByRole('dialog', { name: 'Approve this loan?' })
    await expect(confirm.getByText('1,000.00000000 USDT')).toBeVisible()
    await confirm.getByRole('button', { name: 'Approve' }).click()
    await expect(desk.getByText('Loan application approved successfully')).toBeVisible()
    await expect(desk.getByRole('table').getByText('Approved')).toBeVisible()
  })

  const history = page.getByRole('dialog', { name: 'My Loans' })

  await test.step('the loan becomes due soon, then overdue', async () => {
    await expect(history.getByText('Due soon')).toBeVisible()
    await expect(history.getByText('7 days remaining')).toBeVisible()
    await server.letPass(8 * DAY_MS + 1_000)
    await page.reload()
    await expect(history.getByText('Overdue', { exact: true })).toBeVisible()
    await expect(history.getByText('1 day overdue')).toBeVisible()
    // The staff session has expired.
    const later = await (await open(await people.staff())).newPage()
    await later.goto('/admin/loans')
    await expect(later.getByRole('table').getByText('Overdue')).toBeVisible()
  })

  await test.step('the payment dialog shows each amount due and the shortfall', async () => {
    await history.getByRole('button', { name: /^Pay the loan/ }).click()
    const pay = page.getByRole('dialog', { name: 'Pay loan' })
    await expect(pay.getByText('Interest, 5.75%')).toBeVisible()
    await expect(pay.getByText('57.50000000 USDT', { exact: true })).toBeVisible()
    await expect(pay.getByText('Penalty, 5% a day for 1 day')).toBeVisible()
    await expect(pay.getByText('50.00000000 USDT', { exact: true })).toBeVisible()
    await expect(pay.getByText('1,107.50000000')).toBeVisible()
    await expect(pay.getByText('Shortfall')).toBeVisible()
    await expect(pay.getByText('107.50000000 USDT', { exact: true })).toBeVisible()
    await pay.getByRole('button', { name: 'Pay in full' }).click()
    const shortfall =
      'You need 1,107.50000000 USDT but only have 1,000.00000000 USDT. Shortfall: 107.50000000 USDT'
    await expect(pay.getByRole('alert').getByText('Insufficient Balance')).toBeVisible()
    await expect(pay.getByRole('alert').getByText(shortfall)).toBeVisible()
  })

  await test.step('the loan is repaid in full with enough money', async () => {
    await people.fund(person, 'USDT', '200')
    const pay = page.getByRole('dialog', { name: 'Pay loan' })
    await expect(pay.getByText('92.50000000 USDT', { exact: true })).toBeVisible()
    await pay.getByRole('button', { name: 'Pay in full' }).click()
    await expect(page.getByText('Payment Successful')).toBeVisible()
    const paid = 'Loan payment of 1,107.5 USDT completed successfully!'
    await expect(page.getByText(paid)).toBeVisible()
    await expect(history.getByText('Paid', { exact: true })).toBeVisible()
    await expect(history.getByRole('button', { name: /^Pay the loan/ })).toBeHidden()
  })
})
