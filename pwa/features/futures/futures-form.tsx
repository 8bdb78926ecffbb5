import { type FormEvent, useId, useState } from 'react'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useFuturesStore } from '#pwa/stores/futures.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { Select } from '#pwa/ui/select.tsx'
import { useProblem } from '#pwa/ui/use-problem.ts'
import { operator } from '#shared/operator.ts'
import { FUTURES_CURRENCY, FUTURES_STAKE_MINIMUM, type FuturesPair } from '#shared/rules/futures.ts'
import { EMPTY_FUTURES, type FuturesDraft, type FuturesFacts, problemOf } from './futures-draft.ts'
import { NodePicker } from './node-picker.tsx'
import { PotentialSummary } from './potential-summary.tsx'
import { timed, useOpenFutures } from './use-futures.ts'

interface FuturesFormProps {
  pair: FuturesPair
  facts: FuturesFacts
}

/** Source: docs/product.md, Futures. */
const FAILED = { title: 'Trade Failed', message: 'Failed to submit trade.' }

/** Long or short for a time. Bound to the price of the moment, so it never waits for a network. */
export function FuturesForm({ pair, facts }: FuturesFormProps) {
  const { submit, isSubmitting } = useOpenFutures()
  const { isOnline } = useConnection()
  const openCountdown = useFuturesStore((state) => state.openCountdown)
  const [draft, setDraft] = useState(EMPTY_FUTURES)
  const { problem, passes, refuse } = useProblem(draft, (each) => problemOf(each, facts))
  const change = (part: Partial<FuturesDraft>) => setDraft((before) => ({ ...before, ...part }))

  async function open(event: FormEvent) {
    event.preventDefault()
    if (!passes() || isSubmitting) return
    const { side, amount, term } = draft
    const result = await submit({
      body: {
        symbol: pair,
        side,
        amount,
        duration: term.durationSeconds,
        profitRatio: term.profitRatio,
      },
    })
    if (result.state === 'refused') return refuse(failureText(result.failure, FAILED))
    if (result.state !== 'done') return
    change({ amount: '' })
    openCountdown(timed(result.answer.trade, Date.now()))
  }

  return (
    <Card title="Open a trade">
      <form className="flex flex-col gap-4" noValidate onSubmit={(event) => void open(event)}>
        <SegmentedControl
          label="Position"
          value={draft.side}
          onValueChange={(side) => change({ side })}
          options={[
            { value: 'long', label: '▲ Long', tone: 'up' },
            { value: 'short', label: '▼ Short', tone: 'down' },
          ]}
        />
        <ModePicker />
        <NodePicker value={draft.term} onChange={(term) => change({ term })} />
        <Field
          label="Purchase quantity"
          aside={
            <>
              Available <Money amount={facts.available} symbol={FUTURES_CURRENCY} as="portfolio" />
            </>
          }
          hint={`Minimum limit ${FUTURES_STAKE_MINIMUM} ${FUTURES_CURRENCY}`}
        >
          <AmountInput
            unit={FUTURES_CURRENCY}
            value={draft.amount}
            max={facts.available}
            onValueChange={(amount) => change({ amount })}
          />
        </Field>
        <PotentialSummary draft={draft} available={facts.available} />
        <ProblemNotice problem={problem} />
        {!isOnline && (
          <Notice>
            You are offline. A futures trade is bound to the price of the moment and needs a
            connection.
          </Notice>
        )}
        <Button
          type="submit"
          size="large"
          wide
          variant={draft.side === 'long' ? 'up' : 'down'}
          busy={isSubmitting}
          disabled={!isOnline}
        >
          CONFIRM
        </Button>
        <Notice tone="warn">{operator.risk.futures}</Notice>
      </form>
    </Card>
  )
}

/** What is staked and paid out; there is one so far. */
function ModePicker() {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="font-medium text-fg-2 text-sm">
        Transaction mode
      </label>
      <Select id={id} className="h-11 md:h-10">
        <option>{FUTURES_CURRENCY}</option>
      </Select>
    </div>
  )
}
