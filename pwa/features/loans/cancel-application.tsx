import { CancelRequest } from '#pwa/components/cancel-request.tsx'
import { cancelLoan, type Loan } from '#shared/contract/loans.ts'
import { formatUsd } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

/** Cancels a pending application, so that another one is possible. */
export function CancelApplication({ loan: { id, amount } }: { loan: Loan }) {
  return (
    <div className="flex justify-end">
      <CancelRequest
        route={cancelLoan}
        id={id}
        label={t('Cancel application')}
        question={t('Cancel this application?')}
        confirmLabel={t('Cancel application')}
        dismissLabel={t('Keep application')}
        done={t('Application cancelled')}
      >
        {t('Your application for {amount} will not be reviewed. You can apply again at once.', {
          amount: formatUsd(amount),
        })}
      </CancelRequest>
    </div>
  )
}
