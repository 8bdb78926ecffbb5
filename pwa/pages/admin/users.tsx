import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { adjustmentRequests } from '#pwa/features/adjustments/review-view.tsx'
import { depositRequests } from '#pwa/features/deposits/review-view.tsx'
import { useDepositCounts } from '#pwa/features/deposits/use-deposit-review.ts'
import { KycDialog } from '#pwa/features/kyc/kyc-dialog.tsx'
import { useKycCounts } from '#pwa/features/kyc/use-kyc-review.ts'
import { LoanManagement } from '#pwa/features/loans/loan-management.tsx'
import { useLoanCounts } from '#pwa/features/loans/use-loan-review.ts'
import { ChangePasswordDialog } from '#pwa/features/user-management/change-password-dialog.tsx'
import { ManageUserDialog } from '#pwa/features/user-management/manage-user-dialog.tsx'
import { SendResetLinkDialog } from '#pwa/features/user-management/send-reset-link-dialog.tsx'
import { useUsers } from '#pwa/features/user-management/use-user-management.ts'
import { PictureDialog, type UserAct } from '#pwa/features/user-management/user-card.tsx'
import { nameOf } from '#pwa/features/user-management/user-facts.ts'
import {
  foundText,
  UserList,
  UserSearchForm,
  userListTitle,
} from '#pwa/features/user-management/user-list.tsx'
import { withdrawalRequests } from '#pwa/features/withdrawals/review-view.tsx'
import { useWithdrawalCounts } from '#pwa/features/withdrawals/use-withdrawal-review.ts'
import { useAddress } from '#pwa/hooks/use-address.ts'
import { useWaitingAdjustments } from '#pwa/hooks/use-waiting.ts'
import {
  RequestHistoryDialog,
  RequestsDialog,
  type RequestsDialogProps,
} from '#pwa/reviews/requests-dialog.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { type AdminUser, userSort } from '#shared/contract/users.ts'

export function AdminUsersPage() {
  const { query, change } = useAddress()
  const search = query.get('search') ?? ''
  const asksFor = userSort.safeParse(query.get('sort'))
  const sort = asksFor.success ? asksFor.data : 'newest'
  const list = useUsers({ search, sort })
  const [showsAuth, setShowsAuth] = useState(false)
  const [asked, setAsked] = useState<{ user: AdminUser; act: Exclude<UserAct, 'manage'> }>()
  const close = useCallback(() => setAsked(undefined), [])
  const act = useCallback(
    (user: AdminUser, next: UserAct) => {
      if (next === 'manage') change({ open: 'manage', user: user.id })
      else setAsked({ user, act: next })
    },
    [change],
  )
  const found = list.counts?.found
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">User Management</h1>
      <RequestButtons onOpen={(open) => change({ open })} />
      <section aria-labelledby="all-users" className="flex flex-col gap-3">
        <header className="flex items-center justify-between gap-2">
          <h2 id="all-users" className="font-semibold text-fg text-lg">
            {userListTitle(list.counts?.total)}
          </h2>
          <Button size="small" icon={<RefreshCw className="size-4" />} onClick={list.refetch}>
            Refresh
          </Button>
        </header>
        <UserSearchForm search={search} sort={sort} onChange={change}>
          <Button size="large" className="px-4 text-sm" onClick={() => setShowsAuth(!showsAuth)}>
            {showsAuth ? 'Hide Auth Details' : 'Show Auth Details'}
          </Button>
        </UserSearchForm>
        <p role="status" className="text-fg-3 text-sm empty:hidden">
          {search !== '' && found !== undefined && foundText(found)}
        </p>
        <UserList list={list} search={search} showsAuth={showsAuth} onAct={act} />
      </section>
      {asked?.act === 'picture' && asked.user.profile_picture && (
        <PictureDialog name={nameOf(asked.user)} url={asked.user.profile_picture} onClose={close} />
      )}
      {asked?.act === 'password' && <ChangePasswordDialog user={asked.user} onClose={close} />}
      {asked?.act === 'reset-link' && <SendResetLinkDialog user={asked.user} onClose={close} />}
      <AddressedDialogs query={query} change={change} />
    </div>
  )
}

/** Shows how many requests of each kind wait, and highlights those kinds. */
function RequestButtons({ onOpen }: { onOpen: (dialog: string) => void }) {
  const pending: Readonly<Record<string, number | undefined>> = {
    'deposit-requests': useDepositCounts().data?.pending,
    'withdraw-requests': useWithdrawalCounts().data?.pending,
    kyc: useKycCounts().data?.pending,
    'loan-management': useLoanCounts().data?.pending,
    adjustments: useWaitingAdjustments().data?.length,
  }
  return (
    // Cells of one width: a count that comes later moves nothing.
    <div className="grid grid-cols-2 gap-2 max-sm:[&>button]:px-1 max-[22rem]:[&>button]:text-xs sm:grid-cols-3 lg:grid-cols-4">
      {Object.entries(BUTTONS).map(([dialog, label]) => (
        <Button
          key={dialog}
          variant={pending[dialog] ? 'primary' : 'secondary'}
          onClick={() => onOpen(dialog)}
        >
          {label}
          {pending[dialog] ? ` (${pending[dialog]})` : ''}
        </Button>
      ))}
    </div>
  )
}

const BUTTONS = {
  'deposit-requests': 'Deposit Requests',
  'withdraw-requests': 'Withdraw Requests',
  'deposit-history': 'Deposit History',
  'withdraw-history': 'Withdraw History',
  kyc: 'KYC Management',
  'loan-management': 'Loan Management',
  adjustments: 'Adjustments',
}

const DIALOGS: Readonly<Record<string, (props: RequestsDialogProps) => ReactNode>> = {
  'deposit-requests': (props) => <RequestsDialog of={depositRequests} {...props} />,
  'deposit-history': (props) => <RequestHistoryDialog of={depositRequests} {...props} />,
  'withdraw-requests': (props) => <RequestsDialog of={withdrawalRequests} {...props} />,
  'withdraw-history': (props) => <RequestHistoryDialog of={withdrawalRequests} {...props} />,
  kyc: KycDialog,
  'loan-management': (props) => (
    <Dialog {...props} title="Loan Management" size="large">
      <LoanManagement />
    </Dialog>
  ),
  adjustments: (props) => <RequestsDialog of={adjustmentRequests} {...props} />,
}

/** A notification of a request links to its dialog, and the desk to the user that it is about. */
function AddressedDialogs({ query, change }: ReturnType<typeof useAddress>) {
  const open = query.get('open')
  const user = query.get('user')
  const close = () => change({ open: undefined, user: undefined })
  if (open === 'manage' && user !== null) return <ManageUserDialog userId={user} onClose={close} />
  const Requests = open === null ? undefined : DIALOGS[open]
  return Requests && <Requests open onClose={close} />
}
