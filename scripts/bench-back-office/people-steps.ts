import { kyc, reviewKyc, submitKyc } from '#server/features/kyc/decider.ts'
import { conversations, readMessages, sendMessage } from '#server/features/support/decider.ts'
import { decide, type UserCommand, user } from '#server/identity/decider.ts'
import { instantOf } from '#shared/time.ts'
import { idOf, isEvery, isOf, PARTS } from './customer.ts'
import { byCustomer, byStaff, nameNew, type Step, type Turn, userOf } from './desk.ts'
import { CONFIRMED_AFTER_MS } from './people.ts'

export const signUp: Step = (turn) => {
  const { displayId, signedUpMs } = turn.customer
  asVisitor(turn, signedUpMs, { type: 'SignUp', displayId, at: instantOf(signedUpMs) })
}

export const confirmEmail: Step = (turn) => {
  const atMs = turn.customer.signedUpMs + CONFIRMED_AFTER_MS
  const isLast = !isOf(turn.customer, PARTS.disabled)
  asVisitor(turn, atMs, { type: 'ConfirmEmail', at: instantOf(atMs) }, isLast)
}

function asVisitor({ desk, customer }: Turn, atMs: number, command: UserCommand, isLast = false) {
  desk.log.act({
    ...{
      aggregate: user,
      id: customer.id,
      owner: customer.no,
      by: { kind: 'visitor' },
      atMs,
      isLast,
    },
    decide: (state) => decide(command, state),
  })
}

export const disableUser: Step = (turn) => {
  byStaff(turn, {
    aggregate: user,
    id: turn.customer.id,
    isLast: true,
    decide: (state, { at }) => decide({ type: 'DisableUser', at }, state),
  })
}

const KYC_DOCUMENTS = [
  ['frontId', 'kycFrontId'],
  ['backId', 'kycBackId'],
  ['selfieWithId', 'kycSelfieWithId'],
] as const

export const submitDocuments: Step = (turn) => {
  const { desk, customer, at } = turn
  const submissionId = nameNew(turn, 'submission')
  desk.rows.kycApplicant(submissionId, customer.id)
  const [frontId, backId, selfieWithId] = KYC_DOCUMENTS.map(([name, kind]) => {
    const id = nameNew(turn, name)
    desk.rows.upload({ id, owner: customer.no, kind, sealedFor: customer.id })
    return id
  })
  const applicant = { fullName: 'Demo User', ssn: '000-00-0000', address: '1 Example Street' }
  const documents = { frontId, backId, selfieWithId }
  const command = { ...userOf(turn), submissionId, ...applicant, documents }
  byCustomer(turn, {
    aggregate: kyc,
    id: customer.id,
    decide: (state) => submitKyc(state, command, { at }),
  })
}

export const decideOnKyc: Step = (turn) => {
  const submissionId = idOf(turn.customer, 'submission')
  const verdict = isEvery(7, turn.customer)
    ? ({ action: 'reject', reason: 'The back of the card is not readable.' } as const)
    : ({ action: 'approve', reason: null } as const)
  byStaff(turn, {
    aggregate: kyc,
    id: turn.customer.id,
    isLast: true,
    decide: (state, review) => reviewKyc(state, { submissionId, ...verdict }, review),
  })
}

export const writeToSupport: Step = (turn) => {
  const message = { from: 'user', sentBy: turn.customer.id } as const
  const written = write(turn, 'How long does a deposit take?')
  byCustomer(turn, {
    aggregate: conversations,
    id: turn.customer.id,
    decide: (state) => sendMessage(state, { ...written, ...message }, { at: turn.at }),
  })
}

export const answer: Step = (turn) => {
  const written = write(turn, 'Until the network has confirmed it.')
  byStaff(turn, {
    aggregate: conversations,
    id: turn.customer.id,
    decide: (state, { reviewerId: sentBy, at }) =>
      sendMessage(state, { ...written, from: 'admin', sentBy }, { at }),
  })
}

/** Staff have read it, except for every fourth customer. */
export const readByStaff: Step = (turn) => {
  if (isEvery(4, turn.customer)) return
  byStaff(turn, {
    aggregate: conversations,
    id: turn.customer.id,
    decide: (state, { at }) =>
      readMessages(state, { writtenBy: 'user', upTo: state.sent.user }, { at }),
  })
}

function write(turn: Turn, text: string) {
  const { id: userId, index } = turn.customer
  const messageId = nameNew(turn, 'message')
  turn.desk.rows.text({ id: messageId, userId, text: `${text} (${index})` })
  return { ...userOf(turn), messageId, picture: null }
}
