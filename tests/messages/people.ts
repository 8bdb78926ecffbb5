import {
  deletionFailure,
  passwordFailure,
  profileNotice,
} from '#pwa/features/account/account-failures.ts'
import { signUpFailure } from '#pwa/features/identity/form-rules.ts'
import { EMPTY_KYC, problemOf as kycProblem } from '#pwa/features/kyc/kyc-draft.ts'
import { sayComingSoon, useToasts } from '#pwa/stores/toasts.ts'
import { setPicture } from '#shared/contract/account.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { describeRefusal } from '#shared/errors.ts'
import { pictureProblem } from '#shared/rules/profile-picture.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { screenshotFile } from '#tests/e2e/support/screens.ts'
import type { ActingOn, MessageRow, Setting } from './message-row.ts'

// Sign-up, the account and verification.

const unknown = { status: 404, code: 'item.unknown', error: '', message: 'x', details: {} }
const broken = { ...unknown, status: 500, code: 'fault' }
const signedOut = { ...unknown, status: 401, code: 'session.expired' }
const silent = { ...broken, message: 'The server took too long.', code: 'network.timeout' }

const identity: readonly MessageRow[] = [
  { says: 'Login failed', shownBy: 'tests/api/identity-log-in.test.ts' },
  {
    says: 'Login failed: Invalid login credentials',
    form: () => describeRefusal('login.failed'),
  },
  {
    says: 'Signup failed: The server took too long.',
    form: () => signUpFailure(silent),
  },
  { says: 'Please check your email and confirm', shownBy: 'tests/e2e/spine.spec.ts' },
]

async function openPicture({ page }: Pick<ActingOn, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Change the profile picture' }).click()
}

async function savePicture(on: ActingOn): Promise<void> {
  await openPicture(on)
  const dialog = on.page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await screenshotFile())
  await dialog.getByRole('button', { name: 'Save profile picture' }).click()
}

async function useCamera({ page }: ActingOn): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('there is none'))
  })
  await openPicture({ page })
  await page.getByRole('button', { name: 'Use the camera' }).click()
}

async function withPicture({ person }: Setting): Promise<string> {
  await person.api.call(setPicture, { files: { picture: await photo() } })
  return '/profile'
}

async function removePicture(on: ActingOn): Promise<void> {
  await openPicture(on)
  await on.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
}

async function changePassword({ page }: ActingOn): Promise<void> {
  await page.getByRole('button', { name: 'Update the password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('correct horse')
  await dialog.getByLabel('New password', { exact: true }).fill('another password')
  await dialog.getByLabel('Repeat the new password').fill('another password')
  await dialog.getByRole('button', { name: 'Update password' }).click()
}

async function deleteAccount({ page }: ActingOn): Promise<void> {
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
}

const account: readonly MessageRow[] = [
  {
    says: 'Loading profile...',
    form: () => profileNotice({ error: undefined, isLoading: true }),
  },
  { says: 'Error: x', form: () => profileNotice({ error: broken, isLoading: false }) },
  {
    says: 'No profile found.',
    form: () => profileNotice({ error: undefined, isLoading: false }),
  },
  { says: 'Not logged in', form: () => profileNotice({ error: signedOut, isLoading: false }) },
  {
    says: 'User not found in database',
    form: () => profileNotice({ error: unknown, isLoading: false }),
  },
  {
    says: 'Invite: coming soon',
    form: () => {
      sayComingSoon('Invite')
      const { title = '', message = '' } = useToasts.getState().current ?? {}
      return { title, message }
    },
  },
  {
    says: 'Invalid response from server',
    screen: { path: '/profile', fails: 'POST /update-user-password', act: changePassword },
  },
  { says: 'Failed to update password', form: () => passwordFailure(broken).message },
  { says: 'Please select a file first', form: () => pictureProblem(undefined) },
  {
    says: 'Please select an image file',
    form: () => pictureProblem({ type: 'application/pdf', size: 1 }),
  },
  {
    says: 'File size must be less than 5MB',
    form: () => pictureProblem({ type: 'image/png', size: 5_242_880 }),
  },
  {
    says: 'Unable to access camera. Using file picker instead.',
    screen: {
      path: '/profile',
      act: useCamera,
    },
  },
  {
    says: 'Failed to upload image',
    screen: { path: '/profile', fails: 'POST /api/profile-picture', act: savePicture },
  },
  {
    says: 'Failed to remove profile picture',
    screen: { path: withPicture, fails: 'DELETE /api/profile-picture', act: removePicture },
  },
  {
    says: 'Please type "DELETE" to confirm account deletion.',
    shownBy: 'tests/e2e/account.spec.ts',
  },
  {
    says: 'Failed to delete account',
    screen: { path: '/profile', fails: 'DELETE /api/user/delete-account', act: deleteAccount },
  },
  { says: 'No active session', form: () => deletionFailure(signedOut).message },
  { says: 'Account Deleted', shownBy: 'tests/api/account.test.ts' },
]

const filled = { fullName: 'Demo User', ssn: '987-65-4321', address: '12 Example Street' }

async function verify({ page }: ActingOn): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Social Security Number').fill(filled.ssn)
  await dialog.getByLabel('Address').fill(filled.address)
  for (const label of ['Front of your ID', 'Back of your ID', 'Selfie with your ID']) {
    await dialog.getByLabel(label, { exact: true }).setInputFiles(await screenshotFile())
  }
  await dialog.getByRole('button', { name: 'Submit verification' }).click()
}

async function withVerification({ people }: Setting): Promise<string> {
  const { api, user } = await people.customer()
  const image = await photo()
  const files = { kycFrontId: image, kycBackId: image, kycSelfieWithId: image }
  await api.call(submitKyc, { body: filled, files })
  return `/admin/users?open=manage&user=${user.id}`
}

async function resetKyc({ page }: ActingOn): Promise<void> {
  for (const _ of ['asks', 'does']) {
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: 'Reset verification', exact: true })
      .click()
  }
}

const verification: readonly MessageRow[] = [
  {
    says: 'Missing Information: Please fill in all required fields.',
    form: () => kycProblem({ ...EMPTY_KYC, ...filled, ssn: ' ' }),
  },
  {
    says: 'Missing Documents: Please upload all required documents.',
    form: () => kycProblem({ ...EMPTY_KYC, ...filled }),
  },
  {
    says: 'Submission Failed: Failed to submit verification. Please try again.',
    screen: { path: '/?open=verification', fails: 'POST /kyc/submit', act: verify },
  },
  { says: 'Verification Submitted', shownBy: 'tests/e2e/kyc.spec.ts' },
  {
    says: "Your KYC verification has been submitted for review. You will be notified once it's processed.",
    shownBy: 'tests/api/kyc.test.ts',
  },
  {
    says: 'Failed to reset verification',
    screen: { by: 'staff', path: withVerification, fails: 'POST /admin/reset-kyc', act: resetKyc },
  },
  {
    says: 'Failed to fetch KYC requests',
    screen: { by: 'staff', path: '/admin/users?open=kyc', fails: 'GET /admin/kyc-requests' },
  },
]

export const PEOPLE: Readonly<Record<string, readonly MessageRow[]>> = {
  identity,
  account,
  verification,
}
