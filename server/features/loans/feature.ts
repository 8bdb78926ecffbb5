import { defineFeature } from '#server/feature.ts'
import { onlyDecision, reviewsOf } from '#server/reviews/review-source.ts'
import { reviewedLoan } from '#shared/contract/loans.ts'
import { loans, reviewStatusOf } from './decider.ts'
import { registerLoanDocumentRoutes } from './document-routes.ts'
import { loanEvents } from './events.ts'
import { presentReviewedLoan, reviewSurroundingsOf } from './present.ts'
import { loanSchedule } from './remind-due.ts'
import { loanMails, loanTasks } from './reminder-mails.ts'
import { registerLoanRoutes } from './routes.ts'
import { beginSealing, sealingTask } from './seal-documents.ts'

export const loanFeature = defineFeature({
  name: 'loans',
  events: loanEvents,
  audit: { area: 'loans', label: 'Loans' },
  aggregate: loans,
  live: { action: 'loan' },
  routes: (app, services) => {
    registerLoanRoutes(app, services)
    registerLoanDocumentRoutes(app, services)
  },
  schedules: loanSchedule,
  prepare: beginSealing,
  tasks: (services) => [...loanTasks(services), sealingTask(services)],
  followers: () => [loanMails],
  review: reviewsOf(loans, {
    subject: reviewedLoan,
    summarise: ({ principal, termDays, createdAt }) => ({
      asset: principal.symbol,
      amount: principal.amount,
      note: termDays === 1 ? '1 day' : `${termDays} days`,
      since: createdAt,
    }),
    present: async (item, services) =>
      presentReviewedLoan(item, await reviewSurroundingsOf(services, [item]), services),
    decides: { LoanApproved: 'LoanRequested', LoanRejected: 'LoanRequested' },
    decisions: (id, state) => onlyDecision(id, { ...state, status: reviewStatusOf(state) }),
  }),
  reviewNotification: {
    kind: 'loan-review',
    label: 'Loan applications',
    hint: 'One waits for review.',
    texts: {
      LoanRequested: {
        title: 'New loan application',
        body: 'A loan application waits for review.',
      },
    },
  },
  notifications: [
    {
      kind: 'loan',
      to: 'owner',
      label: 'Loans',
      hint: 'Decided, due soon or overdue.',
      url: '/?open=loan-history',
      texts: {
        LoanApproved: { title: 'Loan approved', body: 'Your loan has been credited.' },
        LoanRejected: {
          title: 'Loan application rejected',
          body: 'Your application was not accepted. See the reason.',
        },
        LoanDueSoon: {
          title: 'Loan due soon',
          body: 'Repay your loan in time to avoid a penalty.',
        },
        LoanOverdue: {
          title: 'Loan overdue',
          body: 'A penalty is added for each day until you repay.',
        },
      },
    },
  ],
})
