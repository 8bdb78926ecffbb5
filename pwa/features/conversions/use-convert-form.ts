import { useState } from 'react'
import type { SubmissionResult } from '#pwa/data/submit.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import {
  type Conversion,
  confirmConversion,
  quoteConversion,
} from '#shared/contract/conversions.ts'
import { formatConverted } from '#shared/format.ts'
import { QUOTE_VALID_MS } from '#shared/rules/conversions.ts'
import { type ConvertDraft, EMPTY_CONVERSION, FIELD_OF } from './convert-draft.ts'
import type { HeldQuote } from './convert-form.tsx'

type Result<Answer> = SubmissionResult<Answer> | undefined

const REQUOTED = {
  title: 'Quote Expired',
  message: 'It had run out, so nothing was converted. These are the terms of this moment.',
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
    failed: { title: 'Conversion Failed', message: 'Failed to convert. Please try again.' },
    done: ({ amount, from, received, to }) => ({
      title: 'Converted',
      message: `${formatConverted(amount)} ${from} became ${formatConverted(received)} ${to}.`,
    }),
    onSent: () => {
      reset()
      onDone()
    },
  })

  async function ask(draft: ConvertDraft): Promise<Result<never>> {
    const askedAtMs = Date.now()
    const { from, to, amount } = draft
    const result = await asking.submit({ body: { from, to, amount } })
    if (result.state !== 'done') return result
    setQuote({ ...result.answer, endsAtMs: askedAtMs + QUOTE_VALID_MS })
    setHasExpired(false)
    return undefined
  }

  async function convert({ token }: HeldQuote, draft: ConvertDraft): Promise<Result<Conversion>> {
    const result = await confirming.submit({ body: { quote: token } })
    const isOver = result.state === 'refused' && result.failure.code === 'convert.quote_expired'
    if (!isOver) return result
    const refused = await ask(draft)
    if (!refused) form.refuse(REQUOTED)
    return refused
  }

  function backToAmount() {
    setQuote(undefined)
    setHasExpired(false)
    // What was said of the quote is over.
    form.change({})
  }

  function reset() {
    backToAmount()
    form.reset()
  }

  return { form, quote, hasExpired, expire: () => setHasExpired(true), backToAmount, reset }
}
