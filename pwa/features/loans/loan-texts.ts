/** What both application forms say. Source: docs/product.md, Loans. */

export const APPLICATION_SUBMITTED = {
  title: 'Success',
  message: "Loan application submitted successfully. We'll review it and get back to you soon.",
} as const

export const APPLICATION_WAITS = 'Your loan application is sent by itself.'

export const APPLICATION_FAILED = {
  title: 'Error',
  message: 'Failed to submit loan application',
} as const
