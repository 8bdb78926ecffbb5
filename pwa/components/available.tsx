import type { ComponentProps } from 'react'
import { Money } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import type { SummaryRow } from '#pwa/ui/summary-list.tsx'
import { type Decimal, parseUnits, type Units } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { OwnAmounts } from './own-amounts.tsx'

/** How much of an asset is available, beside the label of an amount field. */
export function Available(money: ComponentProps<typeof Money>) {
  return (
    <>
      {rich('Available {amount}', {
        amount: (
          <OwnAmounts>
            <Money {...money} />
          </OwnAmounts>
        ),
      })}
    </>
  )
}

/** The last row of a summary. It shows no amount if that is unknown or negative. */
export function availableAfterwards(
  spent: Units | undefined,
  available: Decimal | undefined,
  money: Omit<ComponentProps<typeof Money>, 'amount'>,
): SummaryRow {
  return {
    label: t('Available afterwards'),
    value: (
      <OwnAmounts>
        <Money amount={leftAfter(spent, available)} {...money} />
      </OwnAmounts>
    ),
  }
}

/** What stays available; undefined if it is not known or below zero. */
export function leftAfter(
  spent: Units | undefined,
  available: Decimal | undefined,
): Units | undefined {
  if (spent === undefined || available === undefined) return undefined
  const left = parseUnits(available) - spent
  return left < 0n ? undefined : left
}
