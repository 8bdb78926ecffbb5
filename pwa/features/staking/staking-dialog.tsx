import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Available, availableAfterwards } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { type CommandForm, useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { openStake } from '#shared/contract/staking.ts'
import { formatLimit } from '#shared/format.ts'
import { type Decimal, formatUnits, tryParsePositive, tryParseUnits } from '#shared/money.ts'
import {
  dailyInterestFor,
  interestFor,
  STAKED_SYMBOL,
  STAKING_PLANS,
  type StakingPlan,
  titleOf,
} from '#shared/rules/staking.ts'
import { t } from '#shared/text/t.ts'
import { LoanDueNotice } from './loan-due-notice.tsx'
import { FIELD_OF, problemOf } from './stake-draft.ts'
import { StakeTable, UnsentStakes } from './stake-table.tsx'

/** Plans, then the form of one plan; the user's own positions are below the plans. */
export function StakingDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [plan, setPlan] = useState<StakingPlan>()
  const { submit } = useSubmit(openStake)
  const isSignedIn = useSession().status === 'signed-in'
  const available = usePortfolio().availableOf(STAKED_SYMBOL)
  const form = useCommandForm({
    initial: { amount: '' },
    check: ({ amount }) => plan && problemOf(amount, plan, { isSignedIn, available }),
    fieldOf: FIELD_OF,
    send: async ({ amount }) => {
      if (!plan) return
      const { termDays: duration, apy } = plan
      return submit({ body: { symbol: STAKED_SYMBOL, amount, duration, apy } })
    },
    failed: { title: t('Staking Failed'), message: t('Failed to stake USDT. Please try again.') },
    waiting: t('Your stake'),
    done: { title: t('Success'), message: t('Your USDT has been staked successfully.') },
    onSent: leavePlan,
  })
  const units = tryParseUnits(form.draft.amount)

  function leavePlan() {
    setPlan(undefined)
    form.reset()
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        leavePlan()
        onClose()
      }}
      title={
        plan
          ? t('Stake for {days, plural, one {# day} other {# days}}', { days: plan.termDays })
          : t('USDT Staking')
      }
      size="large"
      locked={form.isBusy}
      footer={
        plan && (
          <DialogActions
            form={form}
            submit={
              units
                ? t('Stake {amount} USDT', { amount: formatLimit(formatUnits(units)) })
                : t('Stake USDT')
            }
            act="stake"
            back={t('Back')}
            onBack={leavePlan}
          />
        )
      }
    >
      {plan ? (
        <StakeForm form={form} plan={plan} available={available} />
      ) : (
        <div className="flex flex-col gap-6">
          <OwnAmounts>
            <UnsentStakes />
          </OwnAmounts>
          <PlanList onChoose={setPlan} />
          <section aria-label={t('Your stakes')} className="flex flex-col gap-2">
            <h3 className="font-semibold text-fg-2 text-sm">{t('Your stakes')}</h3>
            <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
              <OwnAmounts>
                <StakeTable />
              </OwnAmounts>
            </div>
          </section>
        </div>
      )}
    </Dialog>
  )
}

function PlanList({ onChoose }: { onChoose: (plan: StakingPlan) => void }) {
  return (
    <ul className="flex flex-col gap-2">
      {STAKING_PLANS.map((plan) => (
        <li key={plan.termDays}>
          <button
            type="button"
            onClick={() => onChoose(plan)}
            className="flex min-h-16 w-full items-center gap-3 rounded-md border border-line bg-surface-2 px-4 py-3 text-start transition-colors hover:border-fg-3"
          >
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
              <span className="flex flex-col">
                <span className="font-semibold text-base text-fg">{titleOf(plan)}</span>
                <span className="text-fg-3 text-xs tabular-nums">
                  {t('{minimum} to {maximum} USDT', {
                    minimum: formatLimit(plan.minimum),
                    maximum: formatLimit(plan.maximum),
                  })}
                </span>
              </span>
              <span className="ms-auto flex flex-col items-end">
                <span className="num font-semibold text-base text-up">{plan.apy}%</span>
                <span className="text-fg-3 text-xs">{t('APY')}</span>
              </span>
            </span>
            <ChevronRight
              aria-hidden="true"
              className="size-5 shrink-0 text-fg-3 rtl:-scale-x-100"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface StakeFormProps {
  form: CommandForm<{ amount: string }>
  plan: StakingPlan
  available: Decimal | undefined
}

function StakeForm({ form, plan, available }: StakeFormProps) {
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <Field
        label={t('Amount')}
        error={form.error('amount')}
        aside={<Available amount={available} symbol="USDT" />}
        hint={t('From {minimum} to {maximum} USDT.', {
          minimum: formatLimit(plan.minimum),
          maximum: formatLimit(plan.maximum),
        })}
      >
        <AmountInput unit="USDT" max={available} {...form.value('amount')} />
      </Field>
      <Outcome plan={plan} amount={form.draft.amount} available={available} />
      <Notice tone="warn">
        {t(
          'There is no early withdrawal: the amount is frozen for {days, plural, one {# day} other {# days}} and is then returned automatically with interest.',
          { days: plan.termDays },
        )}
      </Notice>
      <LoanDueNotice plan={plan} />
      <FormNotices form={form} waits={t('The stake')} offline={t('Its term begins then.')} />
    </form>
  )
}

interface OutcomeProps {
  plan: StakingPlan
  amount: string
  available: Decimal | undefined
}

function Outcome({ plan, amount, available }: OutcomeProps) {
  const units = tryParsePositive(amount)
  const interest = units && interestFor(units, plan)
  return (
    <SummaryList
      rows={[
        { label: t('APY'), value: `${plan.apy}%` },
        { label: t('Term'), value: titleOf(plan) },
        {
          label: t('Daily interest'),
          value: <Money amount={units && dailyInterestFor(units, plan)} symbol="USDT" />,
        },
        {
          label: t('Total interest'),
          value: <Money amount={interest} symbol="USDT" />,
          strong: true,
        },
        {
          label: t('You get back'),
          value: <Money amount={units && units + (interest ?? 0n)} symbol="USDT" />,
          strong: true,
        },
        availableAfterwards(units, available, { symbol: 'USDT' }),
      ]}
    />
  )
}
