import { createContext, type ReactNode, useContext } from 'react'
import { t } from '#shared/text/t.ts'

const AreHidden = createContext(false)

/** Inside, amounts are those of the user; `OwnAmounts` says whether the device hides them. */
export const OwnAmountsHidden = AreHidden.Provider

export function useAmountsHidden(): boolean {
  return useContext(AreHidden)
}

/** An amount of the user. When hidden, it is not in the page at all, so that it is not read out. */
export function Own({ children }: { children: ReactNode }) {
  return useAmountsHidden() ? <HiddenAmount /> : children
}

/** The same length for every amount. */
function HiddenAmount() {
  return (
    <span>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{t('Hidden')}</span>
    </span>
  )
}
