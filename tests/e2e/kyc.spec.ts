import type { Page } from '@playwright/test'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { INSTALLABLE, screenshotFile, untilInstalled } from './support/screens.ts'
import { expectUserLink } from './support/user-link.ts'
import { walkTo } from './support/walk.ts'

const SSN = '987-65-4321'

test('a verification is submitted, rejected, submitted again and approved', async ({
  people,
  open,
}) => {
  const person = await people.customer()
  const page = await (await open(person)).newPage()
  const desk = await (await open(await people.staff())).newPage()
  const dialog = page.getByRole('dialog', { name: 'Verification' })

  await test.step('the profile shows that nothing is submitted and links to the form', async () => {
    await page.goto('/profile')
    const banner = page.getByRole('region', { name: 'Verification', exact: true })
    await expect(banner.getByText('Verify your identity')).toBeVisible()
    await expect(banner.getByText('1 to 3 business days')).toBeVisible()
    await banner.getByRole('button', { name: 'Verify now' }).click()
    await expect(dialog.getByLabel('Social Security Number')).toHaveAttribute(
      'placeholder',
      'XXX-XX-XXXX',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the form explains why it cannot continue', async () => {
    await walkTo(page, '/')
    await page.getByRole('button', { name: 'Verification' }).click()
    await dialog.getByRole('button', { name: 'Submit verification' }).click()
    await expect(dialog.getByText('Please fill in all required fields.')).toBeVisible()
    await dialog.getByLabel('Social Security Number').fill(SSN)
    await dialog.getByLabel('Address').fill('12 Example Street')
    await dialog.getByRole('button', { name: 'Submit verification' }).click()
    await expect(dialog.getByText('Missing Documents')).toBeVisible()
    await expect(dialog.getByText('Please upload all required documents.')).toBeVisible()
    await choosePhotos(page)
  })

  await test.step('the verification is submitted and pending', async () => {
    await dialog.getByRole('button', { name: 'Submit verification' }).click()
    await expect(page.getByText('Verification Submitted', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Verification' }).click()
    await expect(dialog.getByText('Your verification is in review')).toBeVisible()
    await dialog.getByText('Close', { exact: true }).click()
  })

  const management = desk.getByRole('dialog', { name: 'KYC Management' })
  const card = management
    .getByRole('listitem', { name: 'Demo User' })
    .filter({ hasText: person.email })

  await test.step('staff see the images but only the masked SSN', async () => {
    await desk.goto('/admin/users')
    await desk.getByRole('button', { name: /^KYC Management/ }).click()
    await expect(card.getByText('•••-••-4321')).toBeVisible()
    await expect(desk.getByText(SSN)).toHaveCount(0)
    await expect(desk.getByText('12 Example Street')).toHaveCount(0)
    await expectUserLink(card, person)
    await card.getByRole('button', { name: 'View Front ID' }).click()
    const viewer = desk.getByRole('dialog', { name: 'Verification of Demo User' })
    const front = viewer.getByRole('img', { name: 'Front ID' })
    await expect
      .poll(() => front.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0)
    await viewer.getByRole('button', { name: 'Zoom in' }).click()
    await expect(viewer.getByText('150%')).toBeVisible()
    await desk.keyboard.press('r')
    await expect(front).toHaveAttribute('style', /rotate\(90deg\)/)
    await desk.keyboard.press('4')
    await expect(viewer.getByRole('img')).toHaveCount(3)
    await desk.keyboard.press('3')
    await expect(viewer.getByRole('img', { name: 'Selfie' })).toBeVisible()
    await expect(front).toBeHidden()
  })

  await test.step('staff can reveal the SSN with a reason', async () => {
    const viewer = desk.getByRole('dialog', { name: 'Verification of Demo User' })
    await viewer.getByRole('button', { name: 'Reveal' }).click()
    const reveal = desk.getByRole('dialog', { name: 'Reveal SSN and address' })
    const act = reveal.getByRole('button', { name: 'Reveal' })
    await expect(act).toBeDisabled()
    await reveal.getByLabel('Reason').fill('The bank asks for it')
    await act.click()
    await expect(reveal.getByText(SSN)).toBeVisible()
    await expect(reveal.getByText('12 Example Street')).toBeVisible()
    await reveal.getByText('Close', { exact: true }).click()
    await expect(desk.getByText(SSN)).toHaveCount(0)
    await viewer.getByRole('button', { name: 'Reject' }).click()
  })

  await test.step('a rejection needs a reason, from a template or typed', async () => {
    const reject = desk.getByRole('dialog', { name: 'Reject verification' })
    await expect(reject.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await reject.getByRole('button', { name: 'Cut off' }).click()
    const reason = reject.getByLabel('Rejection Reason')
    await reason.fill(`${await reason.inputValue()} It is the back.`)
    await reject.getByRole('button', { name: 'Reject' }).click()
    await expect(desk.getByText('KYC request rejected successfully')).toBeVisible()
    await management.getByRole('tab', { name: /^Rejected/ }).click()
    await expect(card.getByText('It is the back.')).toBeVisible()
  })

  await test.step('the home page shows the rejection, and the user submits again', async () => {
    const banner = page.getByRole('region', { name: 'Verification', exact: true })
    await expect(banner.getByText('It is the back.')).toBeVisible()
    await banner.getByRole('button', { name: 'Submit again' }).click()
    await expect(dialog.getByText('Your verification was rejected')).toBeVisible()
    await dialog.getByLabel('Social Security Number').fill(SSN)
    await dialog.getByLabel('Address').fill('14 Example Street, Springfield')
    await choosePhotos(page)
    await dialog.getByRole('button', { name: 'Submit again' }).click()
    await expect(page.getByText('Verification Submitted', { exact: true }).last()).toBeVisible()
    await expect(banner).toBeHidden()
  })

  await test.step('staff approve', async () => {
    await management.getByRole('tab', { name: /^Pending/ }).click()
    // Until the list is refetched, the card shows the previous submission.
    await expect(card.getByText('•••, Springfield')).toBeVisible()
    await card.getByRole('button', { name: 'Approve' }).click()
    const confirm = desk.getByRole('dialog', { name: 'Approve this verification?' })
    await confirm.getByRole('button', { name: 'Approve' }).click()
    await expect(desk.getByText('KYC request approved successfully')).toBeVisible()
    await management.getByRole('tab', { name: /^Approved/ }).click()
    await expect(card.getByText('Reviewed')).toBeVisible()
  })

  await test.step('the user is verified until staff reset the verification', async () => {
    await page.getByRole('button', { name: 'Verification' }).click()
    await expect(dialog.getByText('You are verified')).toBeVisible()
    await card.getByRole('button', { name: 'Reset verification' }).click()
    const reset = desk.getByRole('dialog', { name: 'Reset this verification?' })
    await reset.getByRole('button', { name: 'Reset verification' }).click()
    await expect(desk.getByText('Verification reset successfully')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Submit verification' })).toBeVisible()
  })
})

test('a verification submitted offline is sent automatically', async ({
  people,
  open,
  server,
  console,
}) => {
  console.expects(NO_NETWORK)
  const page = await (await open(await people.customer(), INSTALLABLE)).newPage()
  const dialog = page.getByRole('dialog', { name: 'Verification' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Verification' }).click()
  await dialog.getByLabel('Social Security Number').fill(SSN)
  await dialog.getByLabel('Address').fill('12 Example Street')
  await choosePhotos(page)
  await untilInstalled(page)
  await server.network.cut()
  await expect(dialog.getByText('You are offline.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit verification' }).click()
  await expect(page.getByText('Your verification is sent automatically.')).toBeVisible()
  await page.getByRole('button', { name: 'Verification' }).click()
  const unsent = dialog.getByRole('region', { name: 'On this device' })
  await expect(unsent.getByText('Waiting for connection')).toBeVisible()
  await expect(unsent.getByText(SSN)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('link', { name: 'Profile' }).first().click()
  const banner = page.getByRole('region', { name: 'Verification' })
  await expect(banner.getByText('Waiting for connection')).toBeVisible()
  const entry = page.getByRole('button', { name: 'Verification status' })
  await expect(entry).toContainText('Waiting for connection')
  await server.network.restore()
  await expect(banner.getByText('Verification in review')).toBeVisible()
  await expect(entry).toContainText('Pending')
})

async function choosePhotos(page: Page): Promise<void> {
  for (const label of ['Front of your ID', 'Back of your ID', 'Selfie with your ID']) {
    const file = { ...(await screenshotFile(320, 200)), name: 'photo.jpg' }
    await page.getByLabel(label, { exact: true }).setInputFiles(file)
  }
}
