import { kyc, reviewKyc, submitKyc } from '#server/features/kyc/decider.ts'
import { conversations, readMessages, sendMessage } from '#server/features/support/decider.ts'
import { decide, user } from '#server/identity/decider.ts'
import { instantOf } from '#shared/time.ts'
import { type Customer, idOf, isEvery, isOf, PARTS } from './customer.ts'
import { byCustomer, byStaff, type Desk, nameNew, type Step } from './desk.ts'
import { CONFIRMED_AFTER_MS } from './people.ts'

export const signUp: Step = ({ log }, { id, no, displayId, signedUpMs: atMs }) => {
  const command = { type: 'SignUp', displayId, at: instantOf(atMs) } as const
  log.act({
    ...{ aggregate: user, id, owner: no, by: { kind: 'visitor' }, atMs },
    decide: (state) => decide(command, state),
  })
}

export const confirmEmail: Step = ({ log }, customer) => {
  const { id, no } = customer
  const atMs = customer.signedUpMs + CONFIRMED_AFTER_MS
  const command = { type: 'ConfirmEmail', at: instantOf(atMs) } as const
  log.act({
    ...{ aggregate: user, id, owner: no, by: { kind: 'visitor' }, atMs },
    isLast: !isOf(customer, PARTS.disabled),
    decide: (state) => decide(command, state),
  })
}

export const disableUser: Step = (desk, customer, atMs) => {
  byStaff(desk, customer, atMs, {
    aggregate: user,
    id: customer.id,
    isLast: true,
    decide: (state, { at }) => decide({ type: 'DisableUser', at }, state),
  })
}

const KYC_DOCUMENTS = [
  ['frontId', 'kycFrontId'],
  ['backId', 'kycBackId'],
  ['selfieWithId', 'kycSelfieWithId'],
] as const

export const submitDocuments: Step = (desk, customer, atMs) => {
  const { id: userId, no } = customer
  const submissionId = nameNew(customer, 'submission', atMs)
  desk.rows.kycApplicant(submissionId, userId)
  const [frontId, backId, selfieWithId] = KYC_DOCUMENTS.map(([name, kind]) => {
    const id = nameNew(customer, name, atMs)
    desk.rows.upload({ id, owner: no, kind, sealedFor: userId })
    return id
  })
  byCustomer(desk, customer, atMs, {
    aggregate: kyc,
    id: userId,
    decide: (state) =>
      submitKyc(
        state,
        {
          ...{ userId, userNo: String(no), submissionId },
          ...{ fullName: 'Demo User', ssn: '000-00-0000', address: '1 Example Street' },
          documents: { frontId, backId, selfieWithId },
        },
        { at: instantOf(atMs) },
      ),
  })
}

export const decideOnKyc: Step = (desk, customer, atMs) => {
  const isRejected = isEvery(7, customer)
  const submissionId = idOf(customer, 'submission')
  byStaff(desk, customer, atMs, {
    aggregate: kyc,
    id: customer.id,
    isLast: true,
    decide: (state, review) =>
      reviewKyc(
        state,
        isRejected
          ? { submissionId, action: 'reject', reason: 'The back of the card is not readable.' }
          : { submissionId, action: 'approve', reason: null },
        review,
      ),
  })
}

export const writeToSupport: Step = (desk, customer, atMs) => {
  byCustomer(desk, customer, atMs, {
    ...messageOf(desk, customer, atMs, 'How long does a deposit take?'),
    decide: (state) => sendMessage(state, sent(customer, 'user'), { at: instantOf(atMs) }),
  })
}

export const answer: Step = (desk, customer, atMs) => {
  byStaff(desk, customer, atMs, {
    ...messageOf(desk, customer, atMs, 'Until the network has confirmed it.'),
    decide: (state, { reviewerId, at }) =>
      sendMessage(state, sent(customer, 'admin', reviewerId), { at }),
  })
}

/** Staff have read it, except for every fourth customer. */
export const readByStaff: Step = (desk, customer, atMs) => {
  if (isEvery(4, customer)) return
  byStaff(desk, customer, atMs, {
    aggregate: conversations,
    id: customer.id,
    decide: (state, { at }) =>
      readMessages(state, { writtenBy: 'user', upTo: state.sent.user }, { at }),
  })
}

function messageOf({ rows }: Desk, customer: Customer, atMs: number, text: string) {
  const id = nameNew(customer, 'message', atMs)
  rows.text({ id, userId: customer.id, text: `${text} (${customer.index})` })
  return { aggregate: conversations, id: customer.id }
}

function sent(customer: Customer, from: 'user' | 'admin', sentBy = customer.id) {
  return {
    ...{ from, userId: customer.id, userNo: String(customer.no), sentBy },
    ...{ messageId: idOf(customer, 'message'), picture: null },
  }
}
