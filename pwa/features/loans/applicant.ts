import type { ReviewedLoan } from '#shared/contract/loans.ts'

/** Who applies, as they wrote it on the loan page; else as their account says. */
export function applicantOf({ applicant, users }: ReviewedLoan) {
  return {
    name: applicant?.fullName || users.full_name || 'N/A',
    email: applicant?.email || users.email || 'N/A',
    phone: applicant?.phoneNumber || users.phone || 'N/A',
    dateOfBirth: applicant?.dateOfBirth,
  }
}

/** The word for its state: of an approved one, how its repayment stands. */
export function statusOf({ status, loan_status }: ReviewedLoan): string {
  return status === 'approved' && loan_status !== 'Active' ? (loan_status ?? status) : status
}
