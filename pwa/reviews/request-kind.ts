import type { ReactNode } from 'react'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import type { Permission } from '#shared/rules/permissions.ts'

/** What every request has that a member of staff reviews. */
export interface ReviewedRequest extends ApprovalStanding {
  readonly id: string
  readonly symbol: string
  readonly amount: string
  readonly submitted_at: string
  readonly reviewed_at: string | null
  readonly reviewed_by: string | null
  readonly admin_notes: string | null
  readonly rejection_reason: string | null
  readonly require_reverification: boolean
  readonly users: {
    readonly full_name: string
    readonly email: string
    readonly display_id: string
  }
}

export type ReviewAct = 'approve' | 'reject'

interface Requests<T> {
  readonly data: readonly T[] | undefined
  readonly error:
    | { readonly code: string; readonly error: string; readonly message: string }
    | undefined
  readonly isLoading: boolean
  readonly refetch: () => void
}

/** What differs between one kind of request and another; all the rest is the same. */
export interface RequestKind<T extends ReviewedRequest> {
  readonly name: 'Deposit' | 'Withdraw'
  readonly plural: 'deposits' | 'withdrawals'
  readonly permission: Permission
  readonly loadFailed: (error: NonNullable<Requests<T>['error']>) => {
    readonly title: string
    readonly message: string
  }
  readonly useRequests: (status: 'pending' | 'approved' | 'rejected') => Requests<T>
  readonly useCounts: () => {
    readonly data: { readonly approved: number; readonly rejected: number } | undefined
  }
  readonly badges: (request: T) => ReactNode
  /** Where it comes from or goes to. */
  readonly addressFact: (request: T) => { readonly label: string; readonly address: string }
  readonly pictureOf: (request: T) => string | null
  readonly ReviewDialog: (props: ReviewDialogProps<T>) => ReactNode
}

export interface ReviewDialogProps<T> {
  request: T
  action: ReviewAct
  onClose: () => void
}

export interface RequestsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}
