import { newId } from '#scripts/bench/log-loads.ts'
import { saveApplicant } from '#server/features/kyc/applicants.ts'
import { kyc, reviewKyc, submitKyc } from '#server/features/kyc/decider.ts'
import { conversations, readMessages, sendMessage } from '#server/features/support/decider.ts'
import { decide, user } from '#server/identity/decider.ts'
import * as money from './money-steps.ts'
import {
  type Customer,
  idOf,
  isEvery,
  type Planned,
  places,
  stepsOn,
  type Turn,
  uploadOf,
  userOf,
  verdictOf,
} from './step.ts'

const onUser = stepsOn(user)

export const signUp = onUser.byVisitor((state, { customer: { displayId }, at }) =>
  decide({ type: 'SignUp', displayId, at }, state),
)
export const confirmEmail = onUser.byVisitor((state, { at }) =>
  decide({ type: 'ConfirmEmail', at }, state),
)
const disable = onUser.byStaff((state, { at }) => decide({ type: 'DisableUser', at }, state))

const onKyc = stepsOn(kyc)

const submitDocuments = onKyc.byCustomer((state, turn) => {
  const submissionId = idOf(turn, 'submission')
  const applicant = { fullName: 'Demo User', ssn: '000-00-0000', address: '1 Example Street' }
  turn.rows.addSaved((needs) => saveApplicant(needs, submissionId, turn.customer.id, applicant))
  const sealed = { sealed_for: turn.customer.id }
  const documents = {
    frontId: uploadOf(turn, 'kycFrontId', sealed),
    backId: uploadOf(turn, 'kycBackId', sealed),
    selfieWithId: uploadOf(turn, 'kycSelfieWithId', sealed),
  }
  const command = { ...userOf(turn), submissionId, ...applicant, documents }
  return submitKyc(state, command, { at: turn.at })
})

const reviewDocuments = onKyc.byStaff((state, turn) => {
  const submissionId = idOf(turn, 'submission')
  const verdict = verdictOf(isEvery(7, turn.customer), 'The back of the card is not readable.')
  return reviewKyc(state, { submissionId, ...verdict }, turn)
})

const onConversation = stepsOn(conversations)

export const ask = onConversation.byCustomer((state, turn) => {
  const sender = { from: 'user', sentBy: turn.customer.id } as const
  const message = messageOf(turn, 'How long does a deposit take?')
  return sendMessage(state, { ...message, ...sender }, { at: turn.at })
})

export const reply = onConversation.byStaff((state, turn) => {
  const sender = { from: 'admin', sentBy: turn.reviewerId } as const
  const message = messageOf(turn, 'Until the network has confirmed it.')
  return sendMessage(state, { ...message, ...sender }, { at: turn.at })
})

function messageOf(turn: Turn, text: string) {
  const { id: user_id, index } = turn.customer
  const messageId = newId(turn.atMs)
  turn.rows.add('support_message', { id: messageId, user_id, text: `${text} (${index})` })
  return { ...userOf(turn), messageId, picture: null }
}

const read = onConversation.byStaff((state, { at }) =>
  readMessages(state, { writtenBy: 'user', upTo: state.sent.user }, { at }),
)

// Which customers take a step follows from their place in each hundred. All sign up and send one
// proof; the first ten have a pending request at the end.
const depositDecided = (one: Customer) => !money.depositWaits(one)
const withdrawalWaits = places(4, 5)
const verified = places(10, 39)
const withdraws = places(20, 49)
const playsFutures = places(32, 59)
const trades = places(40, 94)
const borrows = places(60, 69)
export const asks = places(70, 89)

/** Loans of the last weeks are open, because they are not due soon. */
const REPAID_AFTER_DAYS = 80

/** The time between two steps is the same for every customer. */
export const LIFE: readonly Planned[] = [
  [depositDecided, money.reportDeposit],
  [depositDecided, money.reviewDeposit],
  [(one) => depositDecided(one) && !isEvery(10, one), money.seeDeposit],
  [verified, submitDocuments],
  [verified, reviewDocuments],
  ...lifeOfOrder('first order'),
  [withdraws, money.requestWithdrawal],
  [withdraws, money.reviewWithdrawal],
  [playsFutures, money.requestFutures],
  [playsFutures, money.enterFutures],
  [playsFutures, money.settleFutures],
  [borrows, money.requestLoan],
  [borrows, money.reviewLoan],
  [(one) => borrows(one) && !isEvery(6, one) && one.daysKnown > REPAID_AFTER_DAYS, money.repayLoan],
  [asks, ask],
  [asks, reply],
  [(one) => asks(one) && !isEvery(4, one), read],
  ...lifeOfOrder('second order'),
  [places(98, 98), disable],
]

function lifeOfOrder(name: string): readonly Planned[] {
  const { place, cancel, approve } = money.stepsOnOrder(name)
  return [
    [trades, place],
    [(one) => trades(one) && isEvery(8, one), cancel],
    [(one) => trades(one) && !isEvery(8, one), approve],
  ]
}

/** What is left for staff to do. */
export const WAITING: readonly Planned[] = [
  [money.depositWaits, money.reportDeposit],
  [withdrawalWaits, money.requestWithdrawal],
  [places(6, 7), money.stepsOnOrder('waiting order').place],
  [places(8, 8), money.requestLoan],
  [places(9, 9), submitDocuments],
]

export const FIRST_APPROVAL: Planned = [
  (one) => withdrawalWaits(one) && isEvery(2, one),
  money.approveFirst,
]
