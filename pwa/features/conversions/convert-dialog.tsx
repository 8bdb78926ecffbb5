import { ArrowRight } from 'lucide-react'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { PriceOriginBadge } from '#pwa/components/price-origin-badge.tsx'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { OWN_PAGE, useOwnPages } from '#pwa/hooks/use-own.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import { type Conversion, listConversions } from '#shared/contract/conversions.ts'
import { parseUnits } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { canContinue } from './convert-draft.ts'
import { ConvertConfirmation, ConvertForm, type HeldQuote, RateText } from './convert-form.tsx'
import { useConversionTerms, useConvertForm } from './use-convert-form.ts'

/** Convert in two steps: the amount, then the server's terms while they are valid. */
export function ConvertDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const conversion = useConvertForm(onClose)
  const { form, quote, hasExpired } = conversion
  const { isOnline } = useConnection()
  const { availableOf, data: entries } = usePortfolio()
  const { priceOf } = usePrices()
  const { data: terms } = useConversionTerms()
  const facts = { available: availableOf(form.draft.from), priceOf, terms }
  const held = (entries ?? [])
    .filter(({ available }) => parseUnits(available) > 0n)
    .map(({ symbol }) => symbol)
  return (
    <Dialog
      open={open}
      onClose={() => {
        conversion.reset()
        onClose()
      }}
      title={t('Convert')}
      locked={form.isBusy}
      description={<PriceOriginBadge />}
      footer={
        quote ? (
          <DialogActions
            form={form}
            submit={confirmTextOf(quote, hasExpired)}
            act={`${confirmTextOf(quote, hasExpired)} ${quote.id}`}
            disabled={!isOnline}
            back={t('Back')}
            onBack={conversion.backToAmount}
          />
        ) : (
          <DialogActions
            form={form}
            submit={t('Continue')}
            disabled={!isOnline || !canContinue(form.draft, facts)}
          />
        )
      }
    >
      <div className="flex flex-col gap-5">
        <Steps names={[t('Amount'), t('Confirm')]} current={quote ? 1 : 0} />
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
            <section aria-label={t('Your conversions')} className="flex flex-col gap-2">
              <h3 className="font-semibold text-fg-2 text-sm">{t('Your conversions')}</h3>
              <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
                <OwnAmounts>
                  <ConversionList />
                </OwnAmounts>
              </div>
            </section>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** A new quote has a separate button, so that no second tap accepts it unseen. */
function confirmTextOf({ isReplacement }: HeldQuote, hasExpired: boolean): string {
  if (hasExpired) return t('Get a new quote')
  return isReplacement ? t('Accept new quote') : t('Convert')
}

function ConversionList() {
  const conversions = useConversions()
  return (
    <DataList
      label={t('Conversions')}
      query={conversions}
      failed={t('Failed to fetch conversions')}
      columns={columns()}
      rows={conversions.data}
      rowKey={({ id }) => id}
      expected={2}
      empty={
        <EmptyState title={t('No conversions yet')}>
          {t('The exact terms are shown before anything is converted.')}
        </EmptyState>
      }
    />
  )
}

function columns(): Column<Conversion>[] {
  return [
    column(t('Conversion'), 'title', ({ from, to }) => (
      <span className="flex items-center gap-1.5">
        {from}{' '}
        <ArrowRight
          aria-label={t('{use, select, arrow {to} other {to}}', { use: 'arrow' })}
          className="size-3.5 text-fg-3 rtl:-scale-x-100"
        />{' '}
        {to}
      </span>
    )),
    figureColumn(t('Received'), 'value', ({ received, to }) => (
      <Money amount={received} symbol={to} />
    )),
    { header: t('Time'), phone: 'note', cell: ({ createdAt }) => <TableTime at={createdAt} /> },
    figureColumn(t('You gave'), 'aside', ({ amount, from }) => (
      <Money amount={amount} symbol={from} />
    )),
    figureColumn(t('Rate'), 'hidden', (conversion) => (
      <RateText of={conversion} prices={conversion} />
    )),
  ]
}

/** Like the other lists of movements. */
const POLL_MS = 10_000

function useConversions() {
  const query = { limit: OWN_PAGE }
  return useOwnPages(listConversions, (userId) => ({ params: { userId }, query }), {
    pollMs: POLL_MS,
  })
}
