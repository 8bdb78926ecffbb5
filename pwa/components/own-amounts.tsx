import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { hideBalances, useHiddenBalances } from '#pwa/stores/hidden-balances.ts'
import { IconButton } from '#pwa/ui/button.tsx'
import { OwnAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { t } from '#shared/text/t.ts'

/**
 * The user's balances, debts and amounts, which the user may hide. Do not use it for amounts that
 * the user is about to confirm, which must be readable.
 */
export function OwnAmounts({ children }: { children: ReactNode }) {
  const isHidden = useHiddenBalances((state) => state.isHidden)
  return <OwnAmountsHidden value={isHidden}>{children}</OwnAmountsHidden>
}

/** Beside the sum that it hides. */
export function HideBalancesButton() {
  const isHidden = useHiddenBalances((state) => state.isHidden)
  const Icon = isHidden ? EyeOff : Eye
  return (
    <IconButton
      label={t('Hide balances')}
      aria-pressed={isHidden}
      className="-my-3"
      onClick={() => hideBalances(!isHidden)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

export function HideBalancesSwitch() {
  const isHidden = useHiddenBalances((state) => state.isHidden)
  return (
    <Switch
      label={t('Hide balances')}
      hint={t('Hides your balances, debts and amounts on this device.')}
      checked={isHidden}
      onCheckedChange={hideBalances}
    />
  )
}
