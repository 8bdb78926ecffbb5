import { defineFeature } from '#server/feature.ts'
import { onlyDecision, reviewsOf } from '#server/reviews/review-source.ts'
import { reviewedLoan } from '#shared/contract/loan-reviews.ts'
import { inUtc } from '#shared/format.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { readOwnApplicants } from './applicants.ts'
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
  audit: {
    area: 'loans',
    label: msg('Loans'),
    details: {
      LoanDocumentDownloaded: ({ documentId }) => textOf('File {id}', { id: documentId }),
      LoanDueSoon: ({ dueAt }) => textOf('Due on {time}', { time: inUtc(dueAt) }),
      LoanOverdue: ({ dueAt }) => textOf('Due on {time}', { time: inUtc(dueAt) }),
    },
  },
  aggregate: loans,
  shownToOwner: ['LoanRejected'],
  personalData: [
    {
      name: 'loan_applications',
      tables: ['loan_applicant'],
      read: (services, { userId }) => readOwnApplicants(services, userId),
    },
  ],
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
      note: textOf('{days, plural, one {# day} other {# days}}', { days: termDays }),
      since: createdAt,
    }),
    present: async (item, services) =>
      presentReviewedLoan(item, await reviewSurroundingsOf(services, [item]), services),
    decides: { LoanApproved: 'LoanRequested', LoanRejected: 'LoanRequested' },
    decisions: (id, state) => onlyDecision(id, { ...state, status: reviewStatusOf(state) }),
  }),
  reviewNotification: {
    kind: 'loan-review',
    label: msg('Loan applications'),
    hint: msg('A new one is waiting for review.'),
    texts: {
      LoanRequested: {
        title: msg('New loan application'),
        body: msg('A loan application is waiting for review.'),
      },
    },
  },
  notifications: [
    {
      kind: 'loan',
      to: 'owner',
      label: msg('Loans'),
      hint: msg('Approved, rejected, due soon or overdue.'),
      url: '/?open=loan-history',
      texts: {
        LoanApproved: { title: msg('Loan approved'), body: msg('Your loan has been paid out.') },
        LoanRejected: {
          title: msg('Loan application rejected'),
          body: msg('Your application was rejected. Open the app to see the reason.'),
        },
        LoanDueSoon: {
          title: msg('Loan due soon'),
          body: msg('Repay your loan on time to avoid a penalty.'),
        },
        LoanOverdue: {
          title: msg('Loan overdue'),
          body: msg('A penalty is added for each day of delay.'),
        },
      },
    },
  ],
})
