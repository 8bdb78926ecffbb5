import { CheckCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { msg, t } from '#shared/text/t.ts'
import { useDecisionDialog } from './decision-dialog.tsx'
import type { Requests } from './request-pages.ts'
import { RequestTabs } from './request-tabs.tsx'
import { ReviewButtons } from './review-buttons.tsx'
import type { ReviewView } from './review-view.ts'

type Decided = 'approved' | 'rejected'

/** The dialogs of one kind under Users: pending and decided requests. */
export interface RequestDialogs<T> {
  readonly view: ReviewView<T>
  /** "Deposit Requests" */
  readonly title: string
  readonly empty: { readonly title: string; readonly text: string }
  /** The title where they cannot be fetched. */
  readonly failed: string
  useWaiting(): Requests<T>
  /** A request as a card of the list, with its buttons while it waits. */
  Card(props: { request: T; actions?: ReactNode }): ReactNode
}

/** Where a kind keeps its decided requests. */
export interface RequestHistory<T> extends RequestDialogs<T> {
  /** "Deposit History" */
  readonly historyTitle: string
  useDecided(status: Decided): Requests<T>
  useCounts(): { readonly data: Readonly<Record<Decided, number>> | undefined }
}

export interface RequestsDialogProps {
  open: boolean
  onClose: () => void
}

interface WaitingProps<T> extends RequestsDialogProps {
  of: RequestDialogs<T>
}

/** The requests of one kind that wait. */
export function RequestsDialog<T>({ of, open, onClose }: WaitingProps<T>) {
  const requests = of.useWaiting()
  const { decide, dialog } = useDecisionDialog(of.view)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(of.title)}
      size="large"
      footer={
        <DialogActions
          form={{ submitProps: { onClick: requests.refetch } }}
          submit={t('Refresh')}
          variant="secondary"
          back={t('Close')}
          onBack={onClose}
        />
      }
    >
      <Cards
        of={of}
        requests={requests}
        empty={
          <EmptyState icon={<CheckCheck className="size-5" />} title={t(of.empty.title)}>
            {t(of.empty.text)}
          </EmptyState>
        }
        actions={(request) => (
          <ReviewButtons view={of.view} subject={request} onAct={(act) => decide(request, act)} />
        )}
      />
      {dialog}
    </Dialog>
  )
}

interface HistoryProps<T> extends RequestsDialogProps {
  of: RequestHistory<T>
}

/** The requests of one kind that were decided, with counts. */
export function RequestHistoryDialog<T>({ of, open, onClose }: HistoryProps<T>) {
  const counts = of.useCounts()
  return (
    <Dialog open={open} onClose={onClose} title={t(of.historyTitle)} size="large">
      <RequestTabs
        label={t('Result')}
        statuses={['approved', 'rejected']}
        counts={counts.data}
        list={(status) => <DecidedList of={of} status={status} />}
      />
    </Dialog>
  )
}

function DecidedList<T>({ of, status }: { of: RequestHistory<T>; status: Decided }) {
  return (
    <Cards
      of={of}
      requests={of.useDecided(status)}
      empty={<EmptyState title={t(NONE_DECIDED[status])} />}
    />
  )
}

const NONE_DECIDED: Readonly<Record<Decided, string>> = {
  approved: msg('No approved requests'),
  rejected: msg('No rejected requests'),
}

interface CardsProps<T> {
  of: RequestDialogs<T>
  requests: Requests<T>
  empty: ReactNode
  actions?: (request: T) => ReactNode
}

function Cards<T>({ of: { view, failed, Card }, requests, empty, actions }: CardsProps<T>) {
  return (
    <PagedList query={requests} rows={requests.data} failed={t(failed)} empty={empty}>
      {(rows) => (
        <ul className="flex flex-col gap-3">
          {rows.map((request) => (
            <Card key={view.caseIdOf(request)} request={request} actions={actions?.(request)} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
