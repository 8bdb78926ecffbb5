/** The refusals of loans, a part of `shared/errors.ts`. */
export const LOAN_REFUSALS = {
  'loan.fields_missing': '400 Error | Please fill in all required fields',
  'loan.amount_invalid': '400 Error | Please enter a valid loan amount',
  'loan.duration_out_of_range':
    '400 Error | Loan duration must be between {minimum} and {maximum, plural, one {# day} other {# days}}',
  'loan.amount_out_of_range':
    '400 Error | Loan amount must be between {minimum} and {maximum} USDT',
  'loan.duration_unknown': '400 Error | Loan duration must be one of {choices} days',
  'loan.purpose_unknown': '400 Error | Loan purpose must be one of {choices}',
  'loan.income_invalid': '400 Error | Monthly income must be a number of at least 0',
  'loan.birth_date_invalid': '400 Error | Please enter a valid date of birth',
  'loan.under_age':
    '400 Error | You must be at least {age, plural, one {# year} other {# years}} old to apply for a loan',
  'loan.documents_missing':
    '400 Missing Documents | Please upload all three ID images: front, back and selfie with ID.',
  'loan.document_unknown':
    '400 Document Upload Failed | Failed to upload documents. Please try again.',
  'loan.terms_required': '400 Terms Required | Please accept the terms and conditions.',
  'loan.one_at_a_time':
    '409 Application Pending | You already have a pending application. You can apply again once it is decided, or cancel it in “My Loans”.',
  'loan.too_many_cancelled':
    '409 Too Many Applications | You have cancelled {maximum, plural, one {# application} other {# applications}} within {hours, plural, one {# hour} other {# hours}}, which is the maximum. Apply again in {hours, plural, one {# hour} other {# hours}}.',
  'loan.owed_too_much':
    '409 Above the Limit | {reader, select, borrower {You can owe at most {maximum} USDT in loans, including interest and penalties. You owe {owed} USDT now, and this loan would add {added} USDT.} other {At most {maximum} USDT can be owed in loans, including interest and penalties. {owed} USDT is owed now, and this loan would add {added} USDT.}}',
  'loan.not_payable':
    '409 Payment Failed | {status, select, paid {This loan is already paid.} rejected {This application was rejected, so there is nothing to pay.} cancelled {This application was cancelled, so there is nothing to pay.} other {This loan is not paid out yet, so there is nothing to pay.}}',
  'loan.not_cancellable':
    '409 Cannot Cancel | {status, select, approved {This application is already approved.} rejected {This application is already rejected.} other {This application is already cancelled.}}',
  'loan.reminded': '409 Already Reminded | There is nothing to remind the user of yet.',
  'loan.balance_insufficient':
    '400 Insufficient Balance | You need {required} USDT but only have {available} USDT. Shortfall: {shortfall} USDT',
} as const
