import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AuthFrame } from '#pwa/features/identity/auth-frame.tsx'
import { FreezeByLink } from '#pwa/features/identity/freeze-by-link.tsx'
import { t } from '#shared/text/t.ts'

/** Where the link of a security mail leads: it works without logging in. */
export function FreezeWithdrawalsPage() {
  const [query, setQuery] = useSearchParams()
  const [token] = useState(() => query.get('token') ?? '')

  // A token in the address bar would stay in the history and in copied addresses.
  useEffect(() => {
    if (query.has('token')) setQuery({}, { replace: true })
  }, [query, setQuery])

  return (
    <AuthFrame title={t('Freeze withdrawals')}>
      <FreezeByLink token={token} />
    </AuthFrame>
  )
}
