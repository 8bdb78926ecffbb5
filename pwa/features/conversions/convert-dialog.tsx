import { useState } from 'react'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { formatConverted } from '#shared/format.ts'
import { parseUnits } from '#shared/money.ts'
import { QUOTE_VALID_MS } from '#shared/rules/conversions.ts'
import { ConversionList } from './conversion-list.tsx'
import { ConvertConfirmation, type HeldQuote } from './convert-confirmation.tsx'
import { type ConvertDraft, canContinue, EMPTY_CONVERSION } from './convert-draft.ts'
import { ConvertForm } from './convert-form.tsx'
import { useAskQuote, useConfirmConversion, useConversionPrices } from './use-conversions.ts'

interface ConvertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Problem {
  readonly title: string
  readonly message: string
}

const FAILED = { title: 'Conversion Failed', message: 'Failed to convert. Please try again.' }

const REQUOTED = {
  title: 'Quote Expired',
  message: 'It had run out, so nothing was converted. These are the terms of this moment.',
}

const STEPS = ['Amount', 'Confirm'] as const

/** Convert in two steps: the amount, then the server's terms while they hold. */
export function ConvertDialog({ open, onOpenChange }: ConvertDialogProps) {
  const [draft, setDraft] = useState<ConvertDraft>(EMPTY_CONVERSION)
  const [quote, setQuote] = useState<HeldQuote>()
  const [hasExpired, setHasExpired] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const asking = useAskQuote()
  const confirming = useConfirmConversion()
  const { isOnline } = useConnection()
  const { availableOf, data: entries } = usePortfolio()
  const priceOf = useConversionPrices()
  const showToast = useToasts((state) => state.show)
  const isBusy = asking.isSubmitting || confirming.isSubmitting
  const facts = { available: availableOf(draft.from), priceOf }
  const held = (entries ?? [])
    .filter(({ available }) => parseUnits(available) > 0n)
    .map(({ symbol }) => symbol)

  function backToAmount() {
    setQuote(undefined)
    setHasExpired(false)
    setProblem(undefined)
  }

  function close() {
    onOpenChange(false)
    setDraft(EMPTY_CONVERSION)
    backToAmount()
  }

  async function ask(said?: Problem) {
    const askedAtMs = Date.now()
    const { from, to, amount } = draft
    const result = await asking.submit({ body: { from, to, amount } })
    if (result.state === 'refused') return setProblem(failureText(result.failure, FAILED))
    if (result.state !== 'done') return
    setQuote({ ...result.answer, endsAtMs: askedAtMs + QUOTE_VALID_MS })
    setHasExpired(false)
    setProblem(said)
  }

  async function convert({ token }: HeldQuote) {
    setProblem(undefined)
    const result = await confirming.submit({ body: { quote: token } })
    if (result.state === 'refused') {
      if (result.failure.code === 'convert.quote_expired') return await ask(REQUOTED)
      return setProblem(failureText(result.failure, FAILED))
    }
    if (result.state !== 'done') return
    const { amount, from, received, to } = result.answer
    showToast({
      title: 'Converted',
      message: `${formatConverted(amount)} ${from} became ${formatConverted(received)} ${to}.`,
      tone: 'success',
    })
    close()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Convert"
      locked={isBusy}
      footer={
        quote ? (
          <>
            <Button className="flex-1 md:flex-none" disabled={isBusy} onClick={backToAmount}>
              Back
            </Button>
            {hasExpired ? (
              // Keyed apart: a press that comes late must not confirm what it has not seen.
              <Button
                key="again"
                variant="primary"
                className="flex-1 md:flex-none"
                busy={isBusy}
                disabled={!isOnline}
                onClick={() => void ask()}
              >
                Get a new quote
              </Button>
            ) : (
              <Button
                key="convert"
                variant="primary"
                className="flex-1 md:flex-none"
                busy={isBusy}
                disabled={!isOnline}
                onClick={() => void convert(quote)}
              >
                Convert
              </Button>
            )}
          </>
        ) : (
          <Button
            key="continue"
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isBusy}
            disabled={!isOnline || !canContinue(draft, facts)}
            onClick={() => void ask()}
          >
            Continue
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={STEPS} current={quote ? 1 : 0} />
        {quote ? (
          <ConvertConfirmation
            quote={quote}
            hasExpired={hasExpired}
            onExpire={() => setHasExpired(true)}
            available={facts.available}
            problem={problem}
          />
        ) : (
          <>
            <ConvertForm
              draft={draft}
              onDraft={(next) => {
                setDraft(next)
                setProblem(undefined)
              }}
              facts={facts}
              held={held}
              problem={problem}
              isOffline={!isOnline}
            />
            <section aria-label="Your conversions" className="flex flex-col gap-2">
              <h3 className="font-semibold text-fg-2 text-sm">Your conversions</h3>
              <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
                <ConversionList />
              </div>
            </section>
          </>
        )}
      </div>
    </Dialog>
  )
}
