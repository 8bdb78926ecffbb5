import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { useOwn } from '#pwa/hooks/use-own.ts'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { Problem } from '#pwa/ui/problem.ts'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { readLoanLimit } from '#shared/contract/loans.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatUnits, parseUnits, tryParsePositive } from '#shared/money.ts'
import { applicationRefusalOf, type Exposure, mostToBorrow } from '#shared/rules/loan-exposure.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'

const POLL_MS = 60_000

/** What the user owes and may owe; undefined until it is known. */
export type LoanLimit = (Exposure & { readonly isWaiting: boolean }) | undefined

export function useLoanLimit(): LoanLimit {
  const { data } = useOwn(readLoanLimit, (userId) => ({ params: { userId } }), { pollMs: POLL_MS })
  return data && { maximum: data.maximum, owed: parseUnits(data.owed), isWaiting: data.is_waiting }
}

/** Why the limit refuses an application; the server decides again. */
export function limitProblem(amount: string, limit: LoanLimit): Problem | undefined {
  if (!limit) return undefined
  const asked = tryParsePositive(amount) === undefined ? '0' : amount
  return problemOfRefusal(applicationRefusalOf(asked, limit))
}

/** Says before anything is typed that an application cannot be sent yet. */
export function WaitingApplicationNote({ limit }: { limit: LoanLimit }) {
  if (!limit?.isWaiting) return null
  return <Notice tone="warn">{describeRefusal('loan.one_at_a_time').message}</Notice>
}

/** How much may be borrowed, before anything is typed. */
export function LoanLimitNote({ limit }: { limit: LoanLimit }) {
  if (!limit) return null
  const most = mostToBorrow(limit)
  if (most === undefined) return null
  return (
    <SummaryList
      rows={[
        {
          label: t('You can borrow up to'),
          value: <Money amount={formatUnits(most)} symbol={LOAN_SYMBOL} />,
          strong: true,
        },
        {
          label: t('You owe now'),
          value: (
            <OwnAmounts>
              <Money amount={formatUnits(limit.owed)} symbol={LOAN_SYMBOL} />
            </OwnAmounts>
          ),
        },
        {
          label: t('Limit, with interest and penalties'),
          value: <Money amount={limit.maximum} symbol={LOAN_SYMBOL} />,
        },
      ]}
    />
  )
}
