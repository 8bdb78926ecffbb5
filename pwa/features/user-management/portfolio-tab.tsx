import { type ReactNode, useState } from 'react'
import { useBegunForm } from '#pwa/hooks/use-begun-form.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useWaitingAdjustmentOf } from '#pwa/hooks/use-waiting.ts'
import {
  HowToAddStaff,
  SecondApprovalNotice,
  takesEffectNow,
} from '#pwa/reviews/approval-standing.tsx'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { resetPortfolio, updatePortfolio } from '#shared/contract/adjustments.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { formatAmount, formatSignedAmount } from '#shared/format.ts'
import { ADJUSTABLE_SYMBOLS } from '#shared/rules/adjustments.ts'
import { t } from '#shared/text/t.ts'
import { ActDialog } from './act-dialog.tsx'
import { availableIn, editsOf, type PortfolioDraft, type PortfolioEdit } from './portfolio-draft.ts'
import { useAdjustmentStanding, useUserPortfolio } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'
import { HoldingsTable } from './user-holdings.tsx'

/**
 * What a dialog asks about, as it was when it opened: the server refuses it if the balances have
 * changed since, so no one undoes a deposit that they have not seen.
 */
type Asked =
  | { readonly act: 'save'; readonly edits: readonly PortfolioEdit[] }
  | { readonly act: 'reset'; readonly rows: readonly Holding[] }

interface Holding {
  readonly symbol: string
  readonly available: string
  readonly frozen: string
}

export function PortfolioTab({ user, isOwn }: { user: AdminUser; isOwn: boolean }) {
  const portfolio = useUserPortfolio(user.id)
  const waiting = useWaitingAdjustmentOf(user.id)
  const { may, user: me } = useSession()
  const isHeld = isOwn || waiting !== undefined || !may('balances.adjust')
  const [draft, setDraft] = useState<PortfolioDraft>({})
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const done = () => {
    setDraft({})
    close()
  }
  const { data: rows } = portfolio
  const edits = rows ? editsOf(draft, (symbol) => availableIn(rows, symbol)) : []
  useBegunForm(edits.length > 0)
  if (!rows) {
    if (!portfolio.error) return <SkeletonRows count={4} />
    return (
      <ErrorState
        title={t('Failed to load portfolio')}
        message={portfolio.error.message}
        onRetry={portfolio.refetch}
      />
    )
  }
  const hasAvailable = rows.some(({ available }) => available !== '0')
  return (
    <div className="flex flex-col gap-5">
      <form
        noValidate
        aria-label={t('Edit balances')}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (edits.length > 0) setAsked({ act: 'save', edits })
        }}
      >
        <p className="text-fg-3 text-sm">
          {t('Every change is an adjustment with a reason, which the user sees in their activity.')}
        </p>
        {waiting && (
          <Notice tone="warn">
            {proposedBy(waiting.first_approval, me?.userId)}
            {waiting.second_person_missing && (
              <span className="mt-1 block">
                {t('No other member of staff can give it.')} <HowToAddStaff />
              </span>
            )}
          </Notice>
        )}
        <div className="grid gap-4 sm:grid-cols-3">
          {ADJUSTABLE_SYMBOLS.map((symbol) => (
            <Field
              key={symbol}
              label={t('{symbol} available', { symbol })}
              hint={t('Now {amount}', {
                amount: `${formatAmount(availableIn(rows, symbol))} ${symbol}`,
              })}
            >
              <AmountInput
                unit={symbol}
                disabled={isHeld}
                value={draft[symbol] ?? availableIn(rows, symbol)}
                onValueChange={(typed) => setDraft({ ...draft, [symbol]: typed })}
              />
            </Field>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={isHeld || edits.length === 0}>
            {t('Save portfolio')}
          </Button>
          <Button
            variant="danger"
            disabled={isHeld || !hasAvailable}
            onClick={() => setAsked({ act: 'reset', rows })}
          >
            {t('{use, select, verb {Reset to zero} other {Reset to zero}}', { use: 'verb' })}
          </Button>
        </div>
      </form>
      <HoldingsTable label={t('Balances')} rows={rows} as="amount" />
      {asked?.act === 'save' && (
        <AdjustPortfolioDialog user={user} edits={asked.edits} onClose={close} onDone={done} />
      )}
      {asked?.act === 'reset' && (
        <ResetPortfolioDialog user={user} rows={asked.rows} onClose={close} onDone={done} />
      )}
    </div>
  )
}

function proposedBy(first: ApprovalStanding['first_approval'], me: string | undefined): string {
  if (first?.user_id === me) {
    return t(
      'You proposed an adjustment, which another member of staff must approve. You can reject it under Adjustments.',
    )
  }
  const name = first?.by
  return name
    ? t(
        '{name} proposed an adjustment, which is waiting for its second approval. Approve or reject it under Adjustments first.',
        { name },
      )
    : t(
        'A member of staff proposed an adjustment, which is waiting for its second approval. Approve or reject it under Adjustments first.',
      )
}

interface DialogProps {
  user: AdminUser
  onClose: () => void
  onDone: () => void
}

type AdjustProps = DialogProps & { edits: readonly PortfolioEdit[] }

function AdjustPortfolioDialog({ user, edits, ...events }: AdjustProps) {
  const { submit } = useSubmit(updatePortfolio)
  const query = Object.fromEntries(edits.map(weighed))
  const { data: standing } = useAdjustmentStanding(user.id, query)
  const takesEffect = standing && takesEffectNow(standing)
  const balances = Object.fromEntries(
    edits.map(({ symbol, available, was }) => [symbol, { available, was }]),
  )
  return (
    <ActDialog
      {...events}
      title={t('Adjust these balances?')}
      submit={t('Save portfolio')}
      asksReason
      failed={t('Failed to save portfolio')}
      send={(reason) => submit({ body: { userId: user.id, reason, balances, takesEffect } })}
    >
      <Effect standing={standing}>
        {t('The available balances of {name} will change immediately.', { name: nameOf(user) })}
      </Effect>
      <SummaryList
        rows={edits.map(({ symbol, available, change }) => ({
          label: symbol,
          value: (
            <bdi dir="ltr">
              <span className="num">{formatSignedAmount(change)}</span>{' '}
              <span className="num">→ {formatAmount(available)}</span>
            </bdi>
          ),
          strong: true,
        }))}
      />
    </ActDialog>
  )
}

type ResetProps = DialogProps & { rows: readonly Holding[] }

function ResetPortfolioDialog({ user, rows, ...events }: ResetProps) {
  const { submit } = useSubmit(resetPortfolio)
  const { data: standing } = useAdjustmentStanding(user.id, {})
  const takesEffect = standing && takesEffectNow(standing)
  const was = Object.fromEntries(rows.map(({ symbol, available }) => [symbol, available]))
  const hasFrozen = rows.some(({ frozen }) => frozen !== '0')
  return (
    <ActDialog
      {...events}
      title={t('Reset this portfolio to zero?')}
      submit={t('{use, select, verb {Reset to zero} other {Reset to zero}}', { use: 'verb' })}
      variant="danger"
      asksReason
      failed={t('Failed to delete portfolio data')}
      send={(reason) => submit({ body: { userId: user.id, reason, was, takesEffect } })}
    >
      <Effect standing={standing}>
        {t('All available balances of {name} will be set to zero immediately.', {
          name: nameOf(user),
        })}
      </Effect>
      {hasFrozen && (
        <p className="text-fg-2 text-sm">
          {t('Frozen amounts do not change: they belong to orders, stakes and requests.')}
        </p>
      )}
      <SummaryList
        rows={rows
          .filter(({ available }) => available !== '0')
          .map(({ symbol, available }) => ({
            label: symbol,
            value: <Money amount={available} />,
          }))}
      />
    </ActDialog>
  )
}

function weighed({ symbol, available }: PortfolioEdit) {
  return [symbol, available] as const
}

interface EffectProps {
  /** undefined while the server has not said it. */
  standing: ApprovalStanding | undefined
  children: ReactNode
}

/** What an adjustment does where one approval is enough; otherwise that it waits for a second. */
function Effect({ standing, children }: EffectProps) {
  const me = useSession().user?.userId
  if (!standing) return null
  return standing.needs_second_approval ? (
    <SecondApprovalNotice standing={standing} userId={me} />
  ) : (
    <p className="text-fg-2 text-sm">{children}</p>
  )
}
