import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { findSubmitter } from '#server/facts/kyc-submitter.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { claimRefusal } from '#server/reviews/claims.ts'
import type { Services } from '#server/services.ts'
import type * as contract from '#shared/contract/kyc.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { repeatedAccessRefusal } from '#shared/rules/recorded-access.ts'
import { type Applicant, findApplicants, saveApplicant } from './applicants.ts'
import {
  type KycState,
  kyc,
  resetKyc,
  revealKyc,
  reviewKyc,
  type SubmitKyc,
  submitKyc,
} from './decider.ts'
import { KYC_FILES } from './sweep.ts'
import { takeBack } from './take-back.ts'

type Needs = Pick<Services, 'log' | 'pool' | 'clock' | 'uploads' | 'vault'>

/** Submits a verification; its images come with it, or as links to uploads. */
export async function submit(
  needs: Needs,
  input: RouteInput<typeof contract.submitKyc>,
): Promise<KycState | Refusal> {
  const { body, caller, cause } = input
  const { userId, userNo } = caller
  const { fullName, ssn, address } = body
  const documents = await documentsOf(needs, input)
  if (isRefusal(documents)) return documents
  const submissionId = newId(needs.clock)
  const result = await handleCommand(needs.log, {
    ...cause,
    aggregate: kyc,
    id: userId,
    owner: userNo,
    decideWith: async (state) => {
      const decision = submitKyc(
        state,
        { userId, userNo: String(userNo), fullName, ssn, address, submissionId, documents },
        { at: cause.metadata.at },
      )
      if (isRefusal(decision)) return decision
      const applicant = { fullName: fullName ?? '', ssn: ssn ?? '', address: address ?? '' }
      await saveApplicant(needs, submissionId, userId, applicant)
      return decision
    },
  })
  return isRefusal(result) ? result : result.state
}

const IMAGES = [
  ['kycFrontId', 'frontIdUrl', 'frontId'],
  ['kycBackId', 'backIdUrl', 'backId'],
  ['kycSelfieWithId', 'selfieWithIdUrl', 'selfieWithId'],
] as const

async function documentsOf(
  { uploads }: Pick<Needs, 'uploads'>,
  { body, files, caller }: RouteInput<typeof contract.submitKyc>,
): Promise<SubmitKyc['documents'] | Refusal> {
  const documents: Record<keyof SubmitKyc['documents'], string | undefined> = {
    frontId: undefined,
    backId: undefined,
    selfieWithId: undefined,
  }
  for (const [file, link, name] of IMAGES) {
    const url = body[link]
    documents[name] = files[file]?.id
    if (documents[name] || !url) continue
    const id = /\/api\/files\/([\da-f-]{36})(?:\?|$)/.exec(url)?.[1]
    const allowed = { owner: caller.userNo, kinds: KYC_FILES }
    const kept = id === undefined ? undefined : await uploads.hold(id, allowed)
    if (!kept) return refuse('kyc.document_unknown', { field: link })
    documents[name] = kept.id
  }
  return documents
}

/** Approves or rejects the submission that the reviewer has seen, not a later one. */
export async function review(
  needs: Pick<Needs, 'log' | 'pool' | 'clock'>,
  { body, caller, cause }: RouteInput<typeof contract.reviewKyc>,
): Promise<KycState | Refusal> {
  const { kycId: submissionId, action, reason } = body
  const submitter = await findSubmitter(needs.pool, submissionId)
  const stream = submitter && `${kyc.kind}-${submitter.userId}`
  const claimed = stream && (await claimRefusal(needs, stream, caller.userId))
  if (claimed) return claimed
  const result = await onSubmission(needs, { submissionId, cause }, (state) =>
    reviewKyc(
      state,
      { submissionId, action, reason: reason || null },
      { reviewerId: caller.userId, at: cause.metadata.at },
    ),
  )
  return isRefusal(result) ? result : result.state
}

/** Records who sees an SSN and why before it is shown. */
export async function reveal(
  needs: Pick<Needs, 'log' | 'pool' | 'vault'>,
  { body, params, caller, cause }: RouteInput<typeof contract.revealKyc>,
): Promise<Applicant | Refusal> {
  const submissionId = params.id
  const applicant = (await findApplicants(needs, [submissionId])).get(submissionId)
  if (!applicant) return refuse('item.unknown')
  const result = await onSubmission(needs, { submissionId, cause }, (state) =>
    revealKyc(
      state,
      { submissionId, reason: body.reason || null },
      { reviewerId: caller.userId, at: cause.metadata.at },
    ),
  )
  if (isRefusal(result)) return result
  return repeatedAccessRefusal(result, cause.metadata) ?? applicant
}

/** Revokes a verification and deletes its personal data. */
export async function reset(
  { log, pool }: Pick<Needs, 'log' | 'pool'>,
  { body, caller, cause }: RouteInput<typeof contract.resetKyc>,
): Promise<Refusal | undefined> {
  const { userId, reason } = body
  const owner = await findUserNo(pool, userId)
  if (owner === undefined) return refuse('item.unknown')
  return takeBack({ log, pool }, { ...cause, userId, owner }, (state) =>
    resetKyc(
      state,
      { userId, reason: reason || null },
      { reviewerId: caller.userId, at: cause.metadata.at },
    ),
  )
}

async function onSubmission(
  { log, pool }: Pick<Needs, 'log' | 'pool'>,
  { submissionId, cause }: { readonly submissionId: string; readonly cause: Cause },
  decide: (state: KycState) => ReturnType<typeof reviewKyc>,
): Promise<CommandResult<KycState>> {
  const submitter = await findSubmitter(pool, submissionId)
  if (!submitter) return refuse('item.unknown')
  const { userId: id, userNo: owner } = submitter
  const command = { ...cause, aggregate: kyc, id, owner, checksDocument: true }
  return handleCommand(log, { ...command, decideWith: decide })
}
