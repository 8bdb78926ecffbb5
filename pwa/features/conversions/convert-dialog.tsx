import { FormFooter } from '#pwa/components/form-footer.tsx'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { parseUnits } from '#shared/money.ts'
import { ConversionList } from './conversion-list.tsx'
import { ConvertConfirmation } from './convert-confirmation.tsx'
import { canContinue } from './convert-draft.ts'
import { ConvertForm } from './convert-form.tsx'
import { useConversionPrices } from './use-conversions.ts'
import { useConvertForm } from './use-convert-form.ts'

interface ConvertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const STEPS = ['Amount', 'Confirm'] as const

/** Convert in two steps: the amount, then the server's terms while they hold. */
export function ConvertDialog({ open, onOpenChange }: ConvertDialogProps) {
  const conversion = useConvertForm(() => onOpenChange(false))
  const { form, quote, hasExpired } = conversion
  const { isOnline } = useConnection()
  const { availableOf, data: entries } = usePortfolio()
  const facts = { available: availableOf(form.draft.from), priceOf: useConversionPrices() }
  const held = (entries ?? [])
    .filter(({ available }) => parseUnits(available) > 0n)
    .map(({ symbol }) => symbol)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) conversion.reset()
        onOpenChange(next)
      }}
      title="Convert"
      locked={form.isBusy}
      footer={
        quote ? (
          <FormFooter
            form={form}
            submit={hasExpired ? 'Get a new quote' : 'Convert'}
            disabled={!isOnline}
            back="Back"
            onBack={conversion.backToAmount}
          />
        ) : (
          <FormFooter
            form={form}
            submit="Continue"
            disabled={!isOnline || !canContinue(form.draft, facts)}
          />
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={STEPS} current={quote ? 1 : 0} />
        {quote ? (
          <ConvertConfirmation
            form={form}
            quote={quote}
            hasExpired={hasExpired}
            onExpire={conversion.expire}
            available={facts.available}
          />
        ) : (
          <>
            <ConvertForm form={form} facts={facts} held={held} />
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
