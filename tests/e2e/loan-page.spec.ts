import { submitLoan } from '#shared/contract/loans.ts'
import { expect, test } from './support/journey.ts'
import { screenshotFile } from './support/screens.ts'
import { storedIn } from './support/stored.ts'
import { walkTo } from './support/walk.ts'

test.use({ stage: 'own', market: 'standing' })

test('the loan page keeps a draft, and staff view the images and reject', {
  tag: '@desktop',
}, async ({ people, open }) => {
  const person = await people.customer()
  const page = await (await open(person)).newPage()
  const desk = await (await open(await people.staff())).newPage()
  await page.goto('/loan')

  await test.step('the form is prefilled and requires the terms', async () => {
    await expect(page.getByLabel('Full name')).toHaveValue('Demo User')
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    const send = page.getByRole('button', { name: 'Submit application' })
    await expect(send).toBeDisabled()
    await page.getByRole('checkbox').check()
    await send.click()
    await expect(page.getByText('Please fill in all required fields')).toBeVisible()
    await expect(page.getByLabel('Date of birth')).toBeFocused()
  })

  await test.step('the draft survives a reload, including images', async () => {
    await page.getByLabel('Date of birth').fill('1990-05-17')
    await page.getByLabel('Loan amount').fill('5000')
    await page.getByLabel('Purpose').selectOption('business')
    await page.getByLabel('Duration').selectOption('90')
    await page
      .getByLabel('Front of your ID', { exact: true })
      .setInputFiles(await image('front.jpg'))
    await page.getByLabel('Back of your ID', { exact: true }).setInputFiles(await image('back.jpg'))
    await expect(page.getByText('5,287.50000000')).toBeVisible()
    await expect.poll(() => storedIn(page, 'drafts')).toHaveLength(3)
    await page.reload()
    await expect(page.getByLabel('Loan amount')).toHaveValue('5000')
    await expect(page.getByLabel('Duration')).toHaveValue('90')
    await expect(page.getByRole('button', { name: 'Remove front.jpg' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove back.jpg' })).toBeVisible()
    await expect(page.getByRole('checkbox')).not.toBeChecked()
  })

  await test.step('a missing image is reported at its field', async () => {
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Submit application' }).click()
    await expect(page.getByText('Missing Documents')).toBeVisible()
    await expect(page.getByText('This image is missing.')).toBeVisible()
    await page
      .getByLabel('Selfie with your ID', { exact: true })
      .setInputFiles(await image('selfie.jpg'))
  })

  await test.step('the application is submitted, and its draft is deleted', async () => {
    await page.getByRole('button', { name: 'Submit application' }).click()
    await expect(page.getByText('Application Submitted', { exact: true })).toBeVisible()
    const history = page.getByRole('dialog', { name: 'My Loans' })
    await expect(history.getByText('$5,000.00')).toBeVisible()
    await expect(history.getByText('Pending')).toBeVisible()
    await expect.poll(() => storedIn(page, 'drafts')).toEqual([])
  })

  await test.step('staff view an image', async () => {
    await walkTo(page, '/market')
    await desk.goto('/admin/users')
    await desk.getByRole('button', { name: 'Loan Management' }).click()
    await desk.getByLabel('Search loans').fill(person.email)
    await expect(desk.getByRole('button', { name: /^View Details/ })).toHaveCount(1)
    await desk.getByRole('button', { name: /^View Details/ }).click()
    const details = desk.getByRole('dialog', { name: 'Loan Details' })
    await details.getByRole('button', { name: 'View Selfie with the ID' }).click()
    const viewer = desk.getByRole('dialog', { name: 'Selfie with the ID' })
    const shown = viewer.getByRole('img', { name: 'Selfie with the ID' })
    await expect
      .poll(() => shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0)
    await viewer.getByRole('button', { name: 'Close' }).click()
    await details.getByRole('button', { name: 'Reject' }).click()
  })

  await test.step('a rejection needs a reason and a confirmation', async () => {
    const reject = desk.getByRole('dialog', { name: 'Reject loan application' })
    await reject.getByRole('button', { name: 'Reject' }).click()
    await expect(reject.getByText('Please provide a rejection reason')).toBeVisible()
    await reject.getByLabel('Rejection Reason').fill('The back of the ID is not readable')
    await reject.getByRole('button', { name: 'Reject' }).click()
    const confirm = desk.getByRole('dialog', { name: 'Reject this loan?' })
    await confirm.getByRole('button', { name: 'Reject' }).click()
    await expect(desk.getByText('Loan application rejected successfully')).toBeVisible()
  })

  await test.step('the result is announced until its list is opened, and shows the reason', async () => {
    await page.getByRole('button', { name: '1 new result' }).click()
    await page.getByRole('link', { name: 'Loans: 1 new result' }).click()
    const history = page.getByRole('dialog', { name: 'My Loans' })
    await expect(history.getByText('Rejected')).toBeVisible()
    await expect(history.getByText('The back of the ID is not readable')).toBeVisible()
    await expect(page.getByLabel('No new results')).toBeAttached()
  })

  await test.step('an application is cancelled, which staff see', async () => {
    const body = { amount: '800', purpose: 'a wrong amount', duration: '30' }
    await person.api.call(submitLoan, { body, files: {} })
    const history = page.getByRole('dialog', { name: 'My Loans' })
    await history.getByRole('button', { name: 'Cancel application' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this application?' })
    await question.getByRole('button', { name: 'Cancel application' }).click()
    await expect(history.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(desk.getByText('Cancelled', { exact: true })).toBeVisible()
  })
})

async function image(name: string) {
  return { ...(await screenshotFile()), name }
}
