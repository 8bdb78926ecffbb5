import * as z from 'zod/mini'
import { get, post, put } from '#shared/contract/define-route.ts'
import {
  amountField,
  claimedStatus,
  claimedUserId,
  decimalField,
  emailField,
  idField,
  instantField,
  messageResponse,
  pageFields,
  textField,
  typedAmountField,
} from '#shared/contract/fields.ts'
import { loanDocument } from '#shared/contract/loan-documents.ts'
import { LOAN_DOCUMENT_BYTES_MAX, LOAN_DOCUMENTS_MAX } from '#shared/rules/loans.ts'

/**
 * Loans in USDT, as their owner sees them: two application forms, cancellation, repayment.
 *
 * `shared/rules/loan-forms.ts` decides which values a form accepts; the schemas only limit sizes.
 *
 * Source: docs/product.md, Loans
 */

export const LOAN_IMAGE_BYTES_MAX = 8 * 1024 * 1024

const amounts = z.object({
  principal: decimalField,
  interest: decimalField,
  penalty: decimalField,
  total: decimalField,
})

/** The owner may cancel a pending application. */
export const loanStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled'])
export type LoanStatus = z.infer<typeof loanStatus>

/** Of an approved loan. */
export const LOAN_STANDINGS = ['Active', 'overdue', 'paid'] as const

export const loan = z.object({
  id: idField,
  user_id: idField,
  /** US dollars, paid out and repaid in USDT. */
  amount: decimalField,
  purpose: z.string(),
  /** Days. */
  duration: z.number(),
  monthly_income: z.nullable(decimalField),
  documents: z.object({
    /** The links of `files`, in their order. */
    urls: z.array(z.string()),
    files: z.array(loanDocument),
  }),
  status: loanStatus,
  /** null unless the loan is approved. */
  loan_status: z.nullable(z.enum(LOAN_STANDINGS)),
  rejection_reason: z.nullable(z.string()),
  created_at: instantField,
  reviewed_at: z.nullable(instantField),
  cancelled_at: z.nullable(instantField),
  /** When it was repaid. */
  loan_pay_date: z.nullable(instantField),
  /** The approval; for an application the time of the response, as if it were approved now. */
  starts_at: instantField,
  /** The end of the term. */
  due_at: instantField,
  /** Duration minus days since the start, rounded up, at the time of the response. */
  days_remaining: z.number(),
  /** Fixed when it was applied for. All but the days are percent of the principal. */
  rates: z.object({
    interest: decimalField,
    penaltyPerDay: decimalField,
    penaltyMaximum: decimalField,
    /** It is due soon from this many remaining days on; left out for earlier loans. */
    dueSoonDays: z.optional(z.number()),
  }),
  /** What does not count as the borrower's delay: see shared/rules/loan-delay.ts; null: nothing. */
  delay: z.optional(
    z.nullable(
      z.object({
        disabled: z.array(z.object({ from: instantField, until: z.nullable(instantField) })),
        deposit: z.nullable(z.object({ submitted_at: instantField, counts_until: instantField })),
      }),
    ),
  ),
  /** What settles it at the time of the response; null if nothing is owed. */
  due: z.nullable(amounts),
  /** What was repaid; null before. */
  paid: z.nullable(amounts),
})
export type Loan = z.infer<typeof loan>

export const listLoans = get('/api/loans/:userId', {
  summary: 'Loans and loan applications of one user, newest first',
  access: 'own',
  query: z.object(pageFields),
  response: z.array(loan),
})

/** How much the limit on loans still allows. */
export const readLoanLimit = get('/api/loans/:userId/limit', {
  summary: 'How much one user owes in loans, and may owe',
  access: 'own',
  response: z.object({
    /** USDT, with interest and penalties; "0": no limit. */
    maximum: decimalField,
    owed: decimalField,
    /** An application waits for review: another one is refused. */
    is_waiting: z.boolean(),
  }),
})

/** A form sends text; JSON may send a number or a boolean. */
const typed = (max: number) => z.optional(textField(max, 0))
const typedNumber = z.optional(
  z.pipe(
    z.union([z.string().check(z.maxLength(20), z.trim()), z.number()]),
    z.transform((value) => String(value)),
  ),
)
const typedAmount = z.optional(typedAmountField)
const ticked = z.optional(
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])]),
    z.transform((value) => value === true || value === 'true'),
  ),
)
/** The interest in percent that the applicant saw; refused if it has changed. */
const interestRate = z.optional(amountField)

const applied = z.extend(messageResponse, { loan })

const idImage = {
  required: false,
  accepts: 'image',
  bytesMax: LOAN_IMAGE_BYTES_MAX,
  isSealed: true,
} as const

export const applyForLoan = post('/api/loans', {
  summary: 'Apply with the form of the loan page; it waits for a reviewer',
  access: 'user',
  offline: 'queue',
  body: z.object({
    userId: claimedUserId,
    fullName: typed(120),
    email: z.optional(z.union([z.literal(''), emailField])),
    phoneNumber: typed(40),
    /** "1990-12-31". */
    dateOfBirth: typed(10),
    amount: typedAmount,
    purpose: typed(40),
    duration: typedNumber,
    monthlyIncome: typedAmount,
    termsAccepted: ticked,
    interestRate,
    status: claimedStatus,
    /** Links from POST /api/upload-loan-doc, if the images are not in this form. */
    frontId: typed(500),
    backId: typed(500),
    selfieWithId: typed(500),
  }),
  // In the form itself, so that a single submission can wait for a connection.
  files: { frontId: idImage, backId: idImage, selfieWithId: idImage },
  response: applied,
  perMinute: 30,
})

export const submitLoan = post('/api/loan/submit', {
  summary: 'Apply with the form of the home page; it waits for a reviewer',
  access: 'user',
  offline: 'queue',
  body: z.object({
    amount: typedAmount,
    purpose: typed(500),
    duration: typedNumber,
    monthly_income: typedAmount,
    interest_rate: interestRate,
  }),
  files: {
    documents: {
      required: false,
      accepts: 'document',
      bytesMax: LOAN_DOCUMENT_BYTES_MAX,
      filesMax: LOAN_DOCUMENTS_MAX,
      isSealed: true,
    },
  },
  response: applied,
  perMinute: 30,
})

export const uploadLoanDocument = post('/api/upload-loan-doc', {
  summary: 'Upload one ID image for an application; its link goes into the form',
  access: 'user',
  idempotency: 'natural',
  body: z.object({
    userId: claimedUserId,
  }),
  files: { file: { ...idImage, required: true } },
  response: z.object({ url: z.string() }),
  perMinute: 30,
})

export const cancelLoan = put('/api/loans/cancel/:id', {
  summary: "Cancel the caller's pending application; they can apply again at once",
  access: 'user',
  whenDisabled: 'allowed',
  offline: 'queue',
  joinsWaiting: true,
  response: loan,
})

export const payLoan = post('/api/loans/pay/:id', {
  summary: 'Repay an approved loan in full: principal, interest and penalty',
  access: 'user',
  whenDisabled: 'allowed',
  offline: 'refuse',
  body: z.object({
    /** The total that the user saw; refused if it has changed. */
    total: z.optional(amountField),
  }),
  response: applied,
})
