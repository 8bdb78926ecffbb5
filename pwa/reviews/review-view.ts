import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Submitter } from '#pwa/hooks/use-submit.ts'
import { type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import type { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import type { Permission } from '#shared/rules/permissions.ts'
import { type Text, t } from '#shared/text/t.ts'

export type ReviewAct = 'approve' | 'reject'

/** What a reviewer types and picks for one decision. */
export interface DecisionDraft {
  readonly reason: string
  readonly notes: string
  readonly requiresReverification: boolean
  readonly file: File | undefined
}

export interface Decision<Subject> {
  readonly subject: Subject
  readonly act: ReviewAct
  readonly draft: DecisionDraft
}

export interface SentDecision<Subject> extends Decision<Subject> {
  /**
   * For an approval that may be the first of two: whether the reviewer saw that it takes effect.
   */
  readonly takesEffect: boolean | undefined
}

export interface ReviewResponse {
  readonly message: string
  readonly message_text?: Text | undefined
  readonly awaits_second_approval?: true | undefined
}

type Result = Awaited<ReturnType<Submitter<RouteDefinition>['submit']>>
type Failure = Extract<Result, { state: 'refused' }>['failure']
type Sent = Exclude<Result, { state: 'done' }> | { state: 'done'; response: ReviewResponse }

interface Sender<Subject> {
  send(decision: SentDecision<Subject>): Promise<Sent>
}

/** What the decision dialog of one kind shows and asks. */
export interface DecisionForm<Subject> {
  readonly titles: Readonly<Record<ReviewAct, string>>
  description?(subject: Subject): string
  rows(subject: Subject, act: ReviewAct): ComponentProps<typeof SummaryList>['rows']
  /** The reason of a rejection; omitted if the command takes none. */
  readonly reason?: {
    readonly isRequired: boolean
    /** Sentences that a press adds to the reason. */
    readonly templates?: readonly { readonly label: string; readonly text: string }[]
    /** Asks once more under this title before a rejection is sent. */
    readonly confirmTitle?: string
  }
  /** Whether a decision may carry notes, and a rejection the request to verify again. */
  readonly takesNotes?: true
  /** More content of the dialog: a proof, a file, the live price. */
  Extra?(props: ExtraProps<Subject>): ReactNode
  /** True while the input of `Extra` is not complete. */
  isHeldBack?(decision: Decision<Subject>): boolean
  useSend(): Sender<Subject>['send']
  problemOf(failure: Failure, act: ReviewAct): Problem
  /** The toast of a decision that takes effect, where it is not "Success" with the server's message. */
  doneToast?(act: ReviewAct): Pick<Problem, 'title'> & Partial<Problem>
}

export interface ExtraProps<Subject> extends Decision<Subject> {
  /** The reviewer can decide, except for what this content requires. */
  readonly mayAct: boolean
  /** Call it when the server refused what this content sent: the case is refetched. */
  readonly onRefused: () => void
  onChange: (change: Partial<DecisionDraft>) => void
}

export interface SubjectProps<Subject> {
  subject: Subject
  onDecide: (act: ReviewAct) => void
}

interface Approvability<Subject> {
  canApprove(subject: Subject): boolean
}

/**
 * How staff see one kind of request and decide on it. Each feature contributes one; the desk and
 * all other lists of requests use them. Methods, so that a list can contain views of any subject.
 * Constant texts are marked with `msg` and translated where they are shown.
 */
export interface ReviewView<Subject = unknown> {
  /** The kind of its streams. */
  readonly kind: string
  readonly label: string
  readonly plural: string
  readonly icon: LucideIcon
  /** What a case names instead of its user, where it concerns none. */
  readonly concerns?: string
  /** What it takes to decide. */
  readonly permission: Permission
  /** What a case of this kind carries. */
  readonly schema: z.ZodMiniType<Subject>
  /** The id of its stream. */
  caseIdOf(subject: Subject): string
  /** What tells one submission from the next where they share a stream. */
  submissionOf?(subject: Subject): string
  /** One member of staff proposes it, and it cannot be approved once their proposal is outdated. */
  readonly isProposal?: true
  /** Money leaves, or is lent: not to a disabled user, nor to one who must verify again. */
  paysOut?(subject: Subject): boolean
  /** Its own summary contains the debt that the dialog would show beside it. */
  readonly listsDebt?: true
  /** Says why a colleague alone can decide now; undefined if anyone can. */
  reservedFor?(subject: Subject): string | undefined
  /** The reviewer may decide even if a colleague has claimed the request. */
  holdsAnyway?(subject: Subject): boolean
  /** Who approved first; omitted if one approval is always enough. */
  standingOf?(subject: Subject): ApprovalStanding
  /** Whether an approval can succeed now: the market or a hold may refuse each one. */
  useCanApprove?(): Approvability<Subject>['canApprove']
  /** Its proof, which is compared with others. */
  proofOf?(subject: Subject): string
  /** The request in full. */
  Subject(props: SubjectProps<Subject>): ReactNode
  readonly decision: DecisionForm<Subject>
}

const always = () => true
const useAlways = () => always

/** Whether an approval of a request can succeed now, as far as this device knows. */
export function useCanApprove<S>(view: ReviewView<S>): (subject: S) => boolean {
  const { useCanApprove: useOwn = useAlways } = view
  return useOwn()
}

/** The server's own words where it has some, else this message. */
export function problemOr(message: string) {
  return (failure: Failure): Problem =>
    problemOfFailure(failure, { title: t('Error'), message: t(message) })
}

/** Identifies a case in addresses, lists and notifications: the kind and id of its stream. */
export interface CaseName {
  readonly kind: string
  readonly id: string
}

export function nameText({ kind, id }: CaseName): string {
  return `${kind}-${id}`
}
