import { submitKyc } from '#shared/contract/kyc.ts'
import { applyForLoan } from '#shared/contract/loans.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { inEveryPlace, LOAN_APPLICATION } from '#tests/support/loan-application.ts'
import type { Person } from './people.ts'

interface Applicant {
  readonly fullName: string
  readonly phoneNumber: string
}

/** Applies for a loan with the long form. @returns the id of the application */
export async function applyInFull({ api, email }: Person, applicant: Applicant): Promise<string> {
  const image = await photo(48, 32)
  const { loan } = await api.call(applyForLoan, {
    body: { ...LOAN_APPLICATION, ...applicant, email },
    files: inEveryPlace(image),
  })
  return loan.id
}

export async function askForVerification({ api }: Person): Promise<void> {
  const image = await photo(48, 32)
  await api.call(submitKyc, {
    body: { fullName: 'Demo User', ssn: '987-65-4321', address: '12 Example Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
}
