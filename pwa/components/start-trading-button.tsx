import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#pwa/ui/button.tsx'
import { t } from '#shared/text/t.ts'

/** Shows Loading for a second, then opens /futures. */
const LOADING_MS = 1_000

/** Leads to the futures page from wherever the product presents itself. */
export function StartTradingButton({ label = t('START TRADING') }: { label?: string }) {
  const navigate = useNavigate()
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => void navigate('/futures'), LOADING_MS)
    return () => clearTimeout(timer)
  }, [isLoading, navigate])
  return (
    <Button variant="primary" size="large" busy={isLoading} onClick={() => setLoading(true)}>
      {isLoading ? t('Loading') : label}
    </Button>
  )
}
