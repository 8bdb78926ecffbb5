import { useId } from 'react'
import { Available, availableAfterwards } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useFuturesStore } from '#pwa/stores/futures.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { Missing } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Own } from '#pwa/ui/own-amounts.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { submitFutures } from '#shared/contract/futures.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatLimit } from '#shared/format.ts'
import { type Decimal, formatUnits } from '#shared/money.ts'
import { risk } from '#shared/operator/risk.ts'
import {
  FUTURES_CURRENCY,
  FUTURES_STAKE_MINIMUM,
  FUTURES_TERMS,
  type FuturesPair,
  type FuturesRoom,
  type FuturesTerm,
  largestStakeOf,
  potentialOf,
} from '#shared/rules/futures.ts'
import { PAUSED } from '#shared/rules/futures-ticks.ts'
import { t } from '#shared/text/t.ts'
import {
  durationLabel,
  EMPTY_FUTURES,
  FIELD_OF,
  type FuturesDraft,
  type FuturesFacts,
  problemOf,
  roomOf,
  stakeOf,
} from './futures-draft.ts'
import { ProfitLoss } from './trade-status.tsx'
import { timed } from './use-futures.ts'

/**
 * Long or short for a fixed time. It depends on the next price, so it never waits for a network.
 */
export function FuturesForm({ pair, facts }: { pair: FuturesPair; facts: FuturesFacts }) {
  const { submit } = useSubmit(submitFutures)
  const { isOnline } = useConnection()
  const openCountdown = useFuturesStore((state) => state.openCountdown)
  const form = useCommandForm({
    initial: EMPTY_FUTURES,
    check: (tried) => problemOf(tried, facts),
    fieldOf: FIELD_OF,
    send: ({ side, amount, term: { durationSeconds: duration, profitRatio } }) =>
      submit({
        body: { symbol: pair, side, amount, duration, profitRatio, seenPrice: facts.livePrice },
      }),
    failed: { title: t('Trade Failed'), message: t('Failed to submit trade.') },
    onSent: ({ response }) => {
      form.change({ amount: '' })
      if (response) openCountdown(timed(response.trade, Date.now()))
    },
  })
  const { draft } = form

  return (
    <Card title={t('Open a trade')}>
      <form {...form.formProps} className="flex flex-col gap-4">
        <SegmentedControl
          label={t('Position')}
          {...form.value('side')}
          options={[
            { value: 'long', label: t('Long'), sign: '▲', tone: 'up' },
            { value: 'short', label: t('Short'), sign: '▼', tone: 'down' },
          ]}
        />
        <ModePicker />
        <NodePicker value={draft.term} onChange={(term) => form.change({ term })} />
        <Field
          label={t('Purchase quantity')}
          error={form.error('amount')}
          aside={<Available amount={facts.available} symbol={FUTURES_CURRENCY} as="portfolio" />}
          hint={limitsText(facts, draft.term)}
        >
          <AmountInput
            unit={FUTURES_CURRENCY}
            max={facts.available && largestText(roomOf(facts), draft.term)}
            {...form.value('amount')}
          />
        </Field>
        <PotentialSummary draft={draft} facts={facts} />
        {facts.terms && !facts.terms.is_offered && (
          <Notice tone="warn">{describeRefusal(PAUSED.refused, PAUSED.details).message}</Notice>
        )}
        <FormNotices
          form={form}
          offline={t('A futures trade uses the current price and needs a connection.')}
        />
        <div data-acts-below="" className={IN_VIEW}>
          <Button
            {...form.submitProps}
            size="large"
            wide
            variant={draft.side === 'long' ? 'up' : 'down'}
            disabled={!isOnline}
          >
            {t('CONFIRM')}
          </Button>
        </div>
        <Notice tone="warn">{risk.futures}</Notice>
      </form>
    </Card>
  )
}

// Beside the chart the form is longer than a laptop's screen, and running trades take room below it.
// Below the chart it scrolls like any form: a button in view there would cover its first fields.
const IN_VIEW =
  '-mx-4 border-line border-t bg-surface px-4 py-3 lg:sticky lg:bottom-(--dock-top) lg:z-10'

/** What is staked and paid out; there is one so far. */
function ModePicker() {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3 large-text:flex-wrap">
      <label htmlFor={id} className="font-medium text-fg-2 text-sm">
        {t('Transaction mode')}
      </label>
      <Select id={id} className="h-11 md:h-10">
        <option>{FUTURES_CURRENCY}</option>
      </Select>
    </div>
  )
}

interface NodePickerProps {
  value: FuturesTerm
  onChange: (term: FuturesTerm) => void
}

function NodePicker({ value, onChange }: NodePickerProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-fg-2 text-sm">{t('Node')}</legend>
      <div className="grid grid-cols-4 gap-2 large-text:grid-cols-2">
        {FUTURES_TERMS.map((term) => (
          <label key={term.durationSeconds} className={TILE}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={term.durationSeconds === value.durationSeconds}
              onChange={() => onChange(term)}
            />
            <span className="num font-semibold text-fg text-sm">
              {durationLabel(term.durationSeconds)}
            </span>
            <bdi className="num text-accent text-xs">{term.profitRatio}%</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const TILE =
  'flex min-h-13 cursor-pointer flex-col items-center justify-center rounded-md border border-line bg-surface-2 transition-colors hover:border-fg-3 has-checked:border-accent has-checked:bg-accent/10 has-focus-visible:outline-2 has-focus-visible:outline-info last:col-span-2'

/** The current minimum and maximum stake, shown before a stake is refused. */
function limitsText(facts: FuturesFacts, term: FuturesTerm): string {
  const largest = facts.terms && largestText({ ...roomOf(facts), available: undefined }, term)
  const limits = { minimum: FUTURES_STAKE_MINIMUM, symbol: FUTURES_CURRENCY }
  return largest === undefined
    ? t('Minimum limit {minimum} {symbol}', limits)
    : t('Minimum limit {minimum} {symbol}, maximum {maximum} now', {
        ...limits,
        maximum: formatLimit(largest),
      })
}

function largestText(room: FuturesRoom, { profitRatio }: FuturesTerm): Decimal | undefined {
  const largest = largestStakeOf(profitRatio, room)
  return largest === undefined ? undefined : formatUnits(largest)
}

interface PotentialSummaryProps {
  draft: FuturesDraft
  facts: FuturesFacts
}

/** All possible outcomes of the trade, before it is opened. */
function PotentialSummary({ draft, facts }: PotentialSummaryProps) {
  const { available, terms } = facts
  const stake = stakeOf(draft)
  const potential = stake ? formatUnits(potentialOf(stake, draft.term.profitRatio)) : undefined
  const [higher, lower] = [t('Price ends higher'), t('Price ends lower')]
  const [wins, loses] = draft.side === 'long' ? [higher, lower] : [lower, higher]
  return (
    <SummaryList
      rows={[
        { label: t('Entry'), value: t('the next recorded price') },
        {
          label: t('Profit rate'),
          value: <bdi className="num text-accent">{draft.term.profitRatio}%</bdi>,
          strong: true,
        },
        {
          label: wins,
          value: <ProfitLoss amount={potential} />,
          strong: true,
        },
        {
          label: loses,
          value: <ProfitLoss amount={potential && `-${potential}`} />,
          strong: true,
        },
        { label: t('Price ends unchanged'), value: t('Stake returned') },
        {
          label: t('Your open trades'),
          value: terms ? (
            <OwnAmounts>
              {rich('{open} of {maximum} USDT', {
                open: (
                  <bdi>
                    <Own>{formatLimit(terms.user_open)}</Own>
                  </bdi>
                ),
                maximum: formatLimit(terms.user_open_maximum),
              })}
            </OwnAmounts>
          ) : (
            <Missing />
          ),
        },
        availableAfterwards(stake, available, { symbol: FUTURES_CURRENCY, as: 'order' }),
      ]}
    />
  )
}
