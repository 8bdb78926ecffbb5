import { Available, availableAfterwards } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatLimit } from '#shared/format.ts'
import { type Decimal, tryParsePositive } from '#shared/money.ts'
import { dailyInterestFor, interestFor, type StakingPlan } from '#shared/rules/staking.ts'

interface StakeFormProps {
  form: CommandForm<{ amount: string }>
  plan: StakingPlan
  available: Decimal | undefined
}

/** The amount, and everything that follows from it before anything is locked. */
export function StakeForm({ form, plan, available }: StakeFormProps) {
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <Field
        label="Amount"
        error={form.error('amount')}
        aside={<Available amount={available} symbol="USDT" />}
        hint={`From ${formatLimit(plan.minimum)} to ${formatLimit(plan.maximum)} USDT.`}
      >
        <AmountInput unit="USDT" max={available} {...form.value('amount')} />
      </Field>
      <Outcome plan={plan} amount={form.draft.amount} available={available} />
      <Notice tone="warn">
        There is no early withdrawal: the amount is locked for {plan.title.toLowerCase()} and comes
        back with its interest by itself.
      </Notice>
      <FormNotices
        form={form}
        offline="You are offline. The stake is kept on this device and sent by itself; its term begins then."
      />
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
        { label: 'APY', value: `${plan.apy}%` },
        { label: 'Term', value: plan.title },
        {
          label: 'Daily interest',
          value: <Money amount={units && dailyInterestFor(units, plan)} symbol="USDT" />,
        },
        {
          label: 'Total interest',
          value: <Money amount={interest} symbol="USDT" />,
          strong: true,
        },
        {
          label: 'Comes back',
          value: <Money amount={units && units + (interest ?? 0n)} symbol="USDT" />,
          strong: true,
        },
        availableAfterwards(units, available, { symbol: 'USDT' }),
      ]}
    />
  )
}
