import { useRef, useState } from 'react'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { fieldProblem, problemAt, problemOfFailure } from '#pwa/ui/problem.ts'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { readText } from '#shared/contract/text.ts'
import { describeRefusal } from '#shared/errors.ts'
import { networkRefusalOf } from '#shared/rules/deposit-addresses.ts'
import { msg, t } from '#shared/text/t.ts'
import { useChangeAddresses } from './use-deposit-addresses.ts'

/** Source: docs/product.md, Deposit addresses. */
const FAILED = msg('Failed to update address')

/** The form that proposes another address of a coin, and the question before it is sent. */
export function useAddressForm(entry: DepositAddress, onSent: () => void) {
  const { asset_symbol: symbol } = entry
  const { change } = useChangeAddresses()
  const [isAsking, setAsking] = useState(false)
  const isConfirmed = useRef(false)

  const form = useCommandForm({
    initial: { address: entry.address, network: entry.network },
    check: ({ network }) => {
      const refused = networkRefusalOf({ symbol, network })
      const { message } = refused ? describeRefusal(refused.refused, refused.details) : {}
      return fieldProblem({ network: message })
    },
    send: async ({ address, network }) => {
      if (!isConfirmed.current) return void setAsking(true)
      const result = await change(symbol, network, address)
      stopAsking()
      return result
    },
    failed: (failure) => {
      const failed = { title: t('Error'), message: t(FAILED) }
      return problemAt('address', { ...problemOfFailure(failure, failed), title: '' })
    },
    done: (response) => ({ title: t('Proposed'), message: readText(response, 'message') }),
    onSent: () => {
      form.reset()
      onSent()
    },
  })

  function stopAsking() {
    isConfirmed.current = false
    setAsking(false)
  }

  function confirm() {
    isConfirmed.current = true
    void form.submit()
  }

  return { form, isAsking, stopAsking, confirm }
}

export type AddressForm = ReturnType<typeof useAddressForm>
