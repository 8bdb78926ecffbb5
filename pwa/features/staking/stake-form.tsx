import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatLimit } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, tryParseUnits } from '#shared/money.ts'
import { dailyInterestFor, interestFor, type StakingPlan } from '#shared/rules/staking.ts'

interface StakeFormProps {
  plan: StakingPlan
  amount: string
  onAmount: (amount: string) => void
  available: Decimal | undefined
  problem: { readonly title: string; readonly message: string } | undefined
  isOffline: boolean
}

/** The amount, and everything that follows from it before anything is locked. */
export function StakeForm(props: StakeFormProps) {
  const { plan, amount, onAmount, available, problem, isOffline } = props
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Amount"
        aside={
          <>
            Available <Money amount={available} symbol="USDT" />
          </>
        }
        hint={`From ${formatLimit(plan.minimum)} to ${formatLimit(plan.maximum)} USDT.`}
      >
        <AmountInput unit="USDT" value={amount} max={available} onValueChange={onAmount} />
      </Field>
      <Outcome plan={plan} amount={amount} available={available} />
      <ProblemNotice problem={problem} />
      <Notice tone="warn">
        There is no early withdrawal: the amount is locked for {plan.title.toLowerCase()} and comes
        back with its interest by itself.
      </Notice>
      {isOffline && (
        <Notice>
          You are offline. The stake is kept on this device and sent by itself; its term begins
          then.
        </Notice>
      )}
    </div>
  )
}

function Outcome({
  plan,
  amount,
  available,
}: Pick<StakeFormProps, 'plan' | 'amount' | 'available'>) {
  const units = tryParseUnits(amount) ?? 0n
  const shown = (value: bigint) => (units > 0n ? formatUnits(value) : undefined)
  const left = available === undefined ? undefined : parseUnits(available) - units
  return (
    <SummaryList
      rows={[
        { label: 'APY', value: `${plan.apy}%` },
        { label: 'Term', value: plan.title },
        {
          label: 'Daily interest',
          value: <Money amount={shown(dailyInterestFor(units, plan))} symbol="USDT" />,
        },
        {
          label: 'Total interest',
          value: <Money amount={shown(interestFor(units, plan))} symbol="USDT" />,
          strong: true,
        },
        {
          label: 'Comes back',
          value: <Money amount={shown(units + interestFor(units, plan))} symbol="USDT" />,
          strong: true,
        },
        {
          label: 'Available afterwards',
          value: (
            <Money
              amount={
                left === undefined || left < 0n || units === 0n ? undefined : formatUnits(left)
              }
              symbol="USDT"
            />
          ),
        },
      ]}
    />
  )
}
