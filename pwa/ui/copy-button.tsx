import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers: "Copy address". */
  label?: string
  wide?: boolean
}

const SHOWN_MS = 2_000

export function CopyButton({ text, label = 'Copy', wide }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      // A browser refuses without focus or permission; the text stays on screen to copy by hand.
      setResult('failed')
    }
  }

  const copied = result === 'copied'
  return (
    <span className={wide ? 'flex flex-col gap-1.5' : 'inline-flex flex-col gap-1.5'}>
      <Button
        size="small"
        wide={wide ?? false}
        onClick={() => void copy()}
        icon={copied ? <Check className="size-4 text-up" /> : <Copy className="size-4" />}
      >
        {copied ? 'Copied!' : label}
      </Button>
      <span role="status" className="text-down text-xs empty:hidden">
        {copied && <span className="sr-only">Copied!</span>}
        {result === 'failed' && 'Failed to copy text to clipboard. Please try again.'}
      </span>
    </span>
  )
}
