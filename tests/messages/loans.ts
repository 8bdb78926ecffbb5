import type { Page } from '@playwright/test'
import {
  type FullLoanDraft,
  problemOf as fullProblem,
} from '#pwa/features/loans/full-loan-draft.ts'
import { EMPTY_DRAFT, problemOf as quickProblem } from '#pwa/features/loans/quick-loan-draft.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { describeRefusal } from '#shared/errors.ts'
import { screenshotFile } from '#tests/e2e/support/screens.ts'
import type { ActingOn, MessageRow, Setting } from './message-row.ts'

// Loans.

const filled = { ...EMPTY_DRAFT, amount: '500', purpose: 'a bicycle', duration: '30' }
const tooLarge = new File([new Uint8Array(1024 * 1024 + 1)], 'payslip.pdf')
const photo = new File(['x'], 'id.jpg', { type: 'image/jpeg' })
const page: FullLoanDraft = {
  fullName: 'Demo User',
  email: 'demo@example.com',
  phoneNumber: '+1 555 0100',
  dateOfBirth: '1990-05-17',
  amount: '5000',
  purpose: 'business',
  duration: '90',
  monthlyIncome: '',
  frontId: photo,
  backId: photo,
  selfieWithId: photo,
  termsAccepted: true,
}
const TODAY = '2026-01-31'

async function applyAtHome({ page }: ActingOn): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Loan amount').fill('500')
  await dialog.getByLabel('Purpose').fill('a bicycle')
  await dialog.getByLabel('Duration').fill('30')
  await dialog.getByRole('button', { name: 'Submit application' }).click()
}

async function applyOnPage({ page }: ActingOn): Promise<void> {
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Loan amount').fill('5000')
  await page.getByLabel('Purpose').selectOption('business')
  await page.getByLabel('Duration').selectOption('90')
  for (const label of ['Front of your ID', 'Back of your ID', 'Selfie with your ID']) {
    await page.getByLabel(label, { exact: true }).setInputFiles(await screenshotFile())
  }
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Submit application' }).click()
}

async function applyFor({ api }: ActingOn['person']): Promise<string> {
  const { loan } = await api.call(submitLoan, {
    body: { amount: '500', purpose: 'a bicycle', duration: '30' },
    files: {},
  })
  return loan.id
}

async function withApprovedLoan({ person, people }: Setting): Promise<string> {
  const id = await applyFor(person)
  const { api } = await people.staff()
  await api.call(reviewLoan, { params: { id }, body: { action: 'approve' } })
  return '/?open=loan-history'
}

async function pay({ page }: ActingOn): Promise<void> {
  await page
    .getByRole('button', { name: /^Pay the loan/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Pay loan' }).getByText('Pay in full').click()
}

async function withWaitingLoan({ people }: Setting): Promise<string> {
  await applyFor(await people.customer())
  return '/admin/users?open=loan-management'
}

async function openAsStaff({ page }: ActingOn): Promise<void> {
  await page
    .getByRole('button', { name: /^View Details/ })
    .first()
    .click()
}

async function approve(on: ActingOn): Promise<void> {
  await openAsStaff(on)
  await lastDialog(on.page).getByRole('button', { name: 'Approve' }).click()
  await lastDialog(on.page).getByRole('button', { name: 'Approve' }).click()
}

async function reject(on: ActingOn): Promise<void> {
  await openAsStaff(on)
  await lastDialog(on.page).getByRole('button', { name: 'Reject' }).click()
  await lastDialog(on.page).getByLabel('Rejection Reason').fill('too much')
  await lastDialog(on.page).getByRole('button', { name: 'Reject' }).click()
  await lastDialog(on.page)
    .getByRole('button', { name: /Reject/ })
    .click()
}

function lastDialog(page: Page) {
  return page.getByRole('dialog').last()
}

const application: readonly MessageRow[] = [
  {
    says: 'Error: Please fill in all required fields',
    form: () => quickProblem(EMPTY_DRAFT),
  },
  {
    says: 'Error: Please enter a valid loan amount',
    form: () => quickProblem({ ...filled, amount: '0' }),
  },
  {
    says: 'Error: Loan duration must be between 7 and 90 days',
    form: () => quickProblem({ ...filled, duration: '6' }),
  },
  {
    says: 'File Too Large: File "payslip.pdf" is too large. Maximum size is 1 MB.',
    form: () => quickProblem({ ...filled, documents: [tooLarge] }),
  },
  {
    says: 'Error: Loan amount must be between 1,000 and 1,000,000 USDT',
    form: () => fullProblem({ ...page, amount: '999' }, TODAY),
  },
  {
    says: 'Missing Documents: Please upload all three ID images: front, back and selfie with ID.',
    form: () => fullProblem({ ...page, frontId: undefined }, TODAY),
  },
  {
    says: 'Terms Required: Please accept the terms and conditions.',
    form: () => fullProblem({ ...page, termsAccepted: false }, TODAY),
  },
  {
    says: 'Document Upload Failed: Failed to upload documents. Please try again.',
    form: () => describeRefusal('loan.document_unknown'),
  },
  {
    says: 'Failed to submit loan application',
    screen: { path: '/?open=loan-application', fails: 'POST /api/loan/submit', act: applyAtHome },
  },
  { says: 'Application Submitted', shownBy: 'tests/e2e/loan-page.spec.ts' },
  {
    says: 'Submission Failed: Failed to submit loan application. Please try again.',
    screen: { path: '/loan', fails: 'POST /api/loans', act: applyOnPage },
  },
  {
    says: "Loan application submitted successfully. We'll review it and get back to you soon.",
    // A user with a waiting application cannot send another one.
    screen: { by: 'newcomer', path: '/?open=loan-application', act: applyAtHome },
  },
  { says: 'No loan applications found.', screen: { path: '/?open=loan-history' } },
]

const payment: readonly MessageRow[] = [
  {
    says: 'You need 1,107.50000000 USDT but only have 1,000.00000000 USDT. Shortfall: 107.50000000 USDT',
    shownBy: 'tests/e2e/loans.spec.ts',
  },
  { says: 'Payment Successful', shownBy: 'tests/e2e/loans.spec.ts' },
  {
    says: 'Loan payment of 1,107.5 USDT completed successfully!',
    shownBy: 'tests/e2e/loans.spec.ts',
  },
  {
    says: 'Payment Failed: Failed to pay loan. Please try again.',
    screen: { path: withApprovedLoan, fails: 'POST /api/loans/pay', act: pay },
  },
]

const review: readonly MessageRow[] = [
  { says: 'Please provide a rejection reason', shownBy: 'tests/e2e/loan-page.spec.ts' },
  {
    says: 'Failed to approve loan: Action failed',
    screen: { by: 'staff', path: withWaitingLoan, fails: 'POST /review', act: approve },
  },
  {
    says: 'Failed to reject loan: Action failed',
    screen: { by: 'staff', path: withWaitingLoan, fails: 'POST /review', act: reject },
  },
]

export const LOANS: Readonly<Record<string, readonly MessageRow[]>> = {
  'loan application': application,
  'loan payment': payment,
  'loan review': review,
}
