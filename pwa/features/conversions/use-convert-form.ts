import { useState } from 'react'
import type { SubmissionResult } from '#pwa/data/submit.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  type Conversion,
  type ConversionQuote,
  confirmConversion,
  conversionQuote,
  quoteConversion,
  readConversionTerms,
} from '#shared/contract/conversions.ts'
import { formatAmount } from '#shared/format.ts'
import { QUOTE_VALID_MS } from '#shared/rules/conversions.ts'
import { msg, t } from '#shared/text/t.ts'
import { type ConvertDraft, EMPTY_CONVERSION, FIELD_OF } from './convert-draft.ts'
import type { HeldQuote } from './convert-form.tsx'

type Result<Response> = SubmissionResult<Response> | undefined

const REQUOTED = {
  title: msg('Quote Expired'),
  message: msg('It had expired, so nothing was converted. These are the current terms.'),
}

/** A new quote is never accepted silently: the user sees both results. */
function movedNotice(old: ConversionQuote, fresh: ConversionQuote) {
  return {
    title: t('Price Moved'),
    message: t('Nothing was converted. You would now receive {now} instead of {before}.', {
      now: `${formatAmount(fresh.received)} ${fresh.to}`,
      before: formatAmount(old.received),
    }),
  }
}

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

/** The spread, the limits, and what is left of them today. */
export function useConversionTerms() {
  return useQueryFor(readConversionTerms, {}, { pollMs: POLL_MS })
}

export function useConvertForm(onDone: () => void) {
  const [quote, setQuote] = useState<HeldQuote>()
  const [hasExpired, setHasExpired] = useState(false)
  const asking = useSubmit(quoteConversion)
  const confirming = useSubmit(confirmConversion)
  const form = useCommandForm({
    initial: EMPTY_CONVERSION,
    // The amount is not on the screen where its terms are confirmed.
    fieldOf: quote ? {} : FIELD_OF,
    send: (draft) => (quote && !hasExpired ? convert(quote, draft) : ask(draft)),
    failed: { title: t('Conversion Failed'), message: t('Failed to convert. Please try again.') },
    done: ({ amount, from, received, to }) => ({
      title: t('Converted'),
      message: t('You converted {given} to {received}.', {
        given: `${formatAmount(amount)} ${from}`,
        received: `${formatAmount(received)} ${to}`,
      }),
    }),
    onSent: () => {
      reset()
      onDone()
    },
  })

  async function ask(draft: ConvertDraft, isReplacement = false): Promise<Result<never>> {
    const askedAtMs = Date.now()
    const { from, to, amount } = draft
    const result = await asking.submit({ body: { from, to, amount } })
    if (result.state !== 'done') return result
    hold({ ...result.response, isReplacement }, askedAtMs)
    return undefined
  }

  async function convert(open: HeldQuote, draft: ConvertDraft): Promise<Result<Conversion>> {
    const confirmedAtMs = Date.now()
    const { from, to, amount } = open
    const wants = { from, to, amount }
    const result = await confirming.submit({ body: { quote: open.id } }, { wants })
    if (result.state !== 'refused') return result
    const { code, details } = result.failure
    if (code === 'price.moved') {
      const fresh = conversionQuote.safeParse(details.quote)
      if (!fresh.success) return result
      hold({ ...fresh.data, isReplacement: true }, confirmedAtMs)
      form.refuse(movedNotice(open, fresh.data))
      return undefined
    }
    if (code !== 'convert.quote_expired' && code !== 'convert.quote_unknown') return result
    const refused = await ask(draft, true)
    if (!refused) form.refuse({ title: t(REQUOTED.title), message: t(REQUOTED.message) })
    return refused
  }

  function hold(fresh: Omit<HeldQuote, 'endsAtMs'>, askedAtMs: number) {
    setQuote({ ...fresh, endsAtMs: askedAtMs + QUOTE_VALID_MS })
    setHasExpired(false)
  }

  function backToAmount() {
    setQuote(undefined)
    setHasExpired(false)
    // Messages about the old quote are cleared.
    form.change({})
  }

  function reset() {
    backToAmount()
    form.reset()
  }

  return { form, quote, hasExpired, expire: () => setHasExpired(true), backToAmount, reset }
}
