import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import { decimalField, pageFields, textField, userNames } from '#shared/contract/fields.ts'
import { reviewedDocument } from '#shared/contract/loan-documents.ts'
import { loan, loanStatus } from '#shared/contract/loans.ts'
import { approvalFields, reviewResponse, takesEffectField } from '#shared/contract/reviews.ts'

/** Loan applications, as staff review them. Source: docs/product.md, Loans */

/** The other loans of an applicant, at the time of the response. */
const loanExposure = z.object({
  /** null once the account is deleted. */
  credit_score: z.nullable(z.number()),
  /** Loans that are not repaid. */
  open: z.number(),
  /** Other applications that wait. */
  waiting: z.number(),
  overdue: z.number(),
  owed: decimalField,
  owed_overdue: decimalField,
  /** The most that the applicant may owe; "0": no limit. */
  maximum: decimalField,
})
export type LoanExposure = z.infer<typeof loanExposure>

/** A loan as the review desk sees it. */
export const reviewedLoan = z.extend(loan, {
  ...approvalFields,
  reviewed_by: z.nullable(z.string()),
  exposure: loanExposure,
  documents: z.object({
    /** The links of `files`, of those that have one. */
    urls: z.array(z.string()),
    files: z.array(reviewedDocument),
  }),
  form: z.enum(['home', 'page']),
  /** As filled in on the loan page; null for an application from the home page. */
  applicant: z.nullable(
    z.object({
      fullName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      dateOfBirth: z.string(),
    }),
  ),
  /** The account that applied. */
  users: z.extend(userNames, { phone: z.string() }),
})
export type ReviewedLoan = z.infer<typeof reviewedLoan>

export const listLoansForReview = get('/admin/loan-applications', {
  summary: 'Loan applications of all users, newest first',
  access: 'reviews.read',
  query: z.object({
    /** Found in e-mail, name, purpose or status (pending, approved, rejected, paid, cancelled). */
    search: z.optional(textField(120, 0)),
    status: z.optional(loanStatus),
    ...pageFields,
  }),
  response: z.array(reviewedLoan),
})

export const countLoansForReview = get('/admin/loan-applications/counts', {
  summary: 'How many loan applications have each status that staff decide',
  access: 'reviews.read',
  response: z.object({
    pending: z.number(),
    approved: z.number(),
    rejected: z.number(),
    /** Approved and repaid. */
    paid: z.number(),
  }),
})

export const readLoanForReview = get('/admin/loan-applications/:id', {
  summary: 'One loan application with its applicant and fresh links to its documents',
  access: 'reviews.read',
  response: reviewedLoan,
})

export const reviewLoan = post('/admin/loan-applications/:id/review', {
  summary: 'Approve a loan application, which credits its amount, or reject it',
  access: 'loans.review',
  stepUp: 'decided',
  body: z.object({
    action: z.enum(['approve', 'reject']),
    takesEffect: takesEffectField,
    /** Required when rejecting. */
    rejectionReason: z.optional(textField(1000, 0)),
  }),
  response: reviewResponse,
})

declare module '#shared/rules/permissions.ts' {
  interface ReviewPermissions {
    'loans.review': true
  }
}
