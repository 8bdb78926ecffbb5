import { idempotencyKey } from '#server/events/idempotency.ts'
import { findRejections } from '#server/facts/recent-rejections.ts'
import type { CountWaiting } from '#server/facts/waiting-counts.ts'
import { beginStream } from '#server/platform/begin-stream.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import type { ReceivedUpload } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type * as contract from '#shared/contract/loans.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { statusClaimRefusal } from '#shared/rules/expected-status.ts'
import type { FullLoanFields } from '#shared/rules/loan-forms.ts'
import {
  LOANS_CANCELLED_MAX,
  rejectedRefusal,
  tooManyRecentRefusal,
} from '#shared/rules/waiting-requests.ts'
import { epochMsOf } from '#shared/time.ts'
import { type Applicant, saveApplicant } from './applicants.ts'
import {
  type AttachedDocument,
  type LoanState,
  loans,
  type RequestLoan,
  requestLoan,
} from './decider.ts'
import { loansGuard, readExposure } from './exposure.ts'
import { LOAN_FILES } from './seal-documents.ts'

interface Desk extends Pick<Services, 'log' | 'pool' | 'clock' | 'config' | 'uploads' | 'vault'> {
  readonly countWaiting: CountWaiting
}
type Outcome = Listed<LoanState> | Refusal

/** Handles the form of the home page. */
export function submitLoan(
  desk: Desk,
  input: RouteInput<typeof contract.submitLoan>,
): Promise<Outcome> {
  const { body, files, caller, cause } = input
  const { amount, purpose, duration, monthly_income: monthlyIncome } = body
  const documents = files.documents.map((file) => attached('supporting', file))
  return request(
    desk,
    { caller, cause },
    {
      claimedInterest: body.interest_rate,
      filled: { form: 'home', fields: { amount, purpose, duration, monthlyIncome } },
      documents,
    },
    {
      purpose: purpose ?? '',
      monthlyIncome: monthlyIncome || null,
      identity: null,
      documentNames: files.documents.map(({ name }) => name),
    },
  )
}

/** Handles the form of the loan page; its images come with it, or as links to uploads. */
export async function applyForLoan(
  desk: Desk,
  input: RouteInput<typeof contract.applyForLoan>,
): Promise<Outcome> {
  const { body, caller, cause } = input
  const claimed = statusClaimRefusal(body.status, 'pending')
  if (claimed) return claimed
  const images = await idImages(desk, input)
  if (isRefusal(images)) return images
  const fields: FullLoanFields = { ...body, hasDocuments: images.every(({ file }) => file) }
  const { fullName = '', email = '', phoneNumber = '', dateOfBirth = '', purpose = '' } = body
  const given = images.flatMap(({ kind, file }) => (file ? [{ kind, file }] : []))
  return request(
    desk,
    { caller, cause },
    {
      claimedUserId: body.userId,
      claimedInterest: body.interestRate,
      filled: { form: 'page', fields },
      documents: given.map(({ kind, file }) => attached(kind, file)),
    },
    {
      purpose,
      monthlyIncome: body.monthlyIncome || null,
      identity: { fullName, email, phoneNumber, dateOfBirth },
      documentNames: given.map(({ file }) => file.name),
    },
  )
}

const ID_IMAGES = [
  ['frontId', 'front_id'],
  ['backId', 'back_id'],
  ['selfieWithId', 'selfie_with_id'],
] as const

interface IdImage {
  readonly kind: AttachedDocument['kind']
  readonly file: ReceivedUpload | undefined
}

async function idImages(
  { uploads }: Desk,
  { body, files, caller }: RouteInput<typeof contract.applyForLoan>,
): Promise<IdImage[] | Refusal> {
  const images: IdImage[] = []
  for (const [field, kind] of ID_IMAGES) {
    const link = body[field]
    if (files[field] || !link) {
      images.push({ kind, file: files[field] })
      continue
    }
    const id = /\/api\/files\/([\da-f-]{36})(?:\?|$)/.exec(link)?.[1]
    const allowed = { owner: caller.userNo, kinds: LOAN_FILES }
    const kept = id === undefined ? undefined : await uploads.hold(id, allowed)
    if (!kept?.mime.startsWith('image/')) return refuse('loan.document_unknown', { field })
    images.push({ kind, file: { ...kept, name: '' } })
  }
  return images
}

function attached(kind: AttachedDocument['kind'], file: ReceivedUpload): AttachedDocument {
  return { id: file.id, kind, type: file.mime, bytes: file.bytes }
}

function request(
  desk: Desk,
  { caller, cause }: Pick<RouteInput<typeof contract.applyForLoan>, 'caller' | 'cause'>,
  command: Omit<RequestLoan, 'userId' | 'userNo' | 'applicantId'>,
  applicant: Applicant,
): Promise<Outcome> {
  const { userId, userNo } = caller
  // The same for every attempt of one application, but different for other content under its key.
  const words = cause.requestHash.toString('hex')
  const applicantId = idempotencyKey(userId, `loan applicant ${cause.key.header} ${words}`)
  const begin = { aggregate: loans, caller, cause, guardedBy: [loansGuard(userNo)] }
  return beginStream(desk, begin, async () => {
    const { at } = cause.metadata
    const decision = requestLoan(
      { ...command, userId, userNo: String(userNo), applicantId },
      { at, exposure: await readExposure(desk, userNo, epochMsOf(at)) },
    )
    if (isRefusal(decision)) return decision
    // No application is waiting (the decider checked), so these were cancelled.
    const cancelled = { waiting: await desk.countWaiting(userNo), maximum: LOANS_CANCELLED_MAX }
    const rejectedAt = await findRejections(desk.pool, { owner: userNo, kind: loans.kind })
    const tooMany =
      tooManyRecentRefusal('loan.too_many_cancelled', cancelled) ??
      rejectedRefusal(rejectedAt, cause.metadata)
    if (tooMany) return tooMany
    const { monthlyIncome } = applicant
    await saveApplicant(desk, applicantId, userId, {
      ...applicant,
      monthlyIncome: monthlyIncome && formatUnits(parseUnits(monthlyIncome)),
    })
    return decision
  })
}
