import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#shared/text/t.ts'
import { Button } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers: "Copy address". */
  label?: string
  wide?: boolean
}

export function CopyButton({ text, label = t('Copy'), wide }: CopyButtonProps) {
  const { result, copy } = useCopy(text)
  return (
    <span className={wide ? 'flex flex-col gap-1.5' : 'inline-flex flex-col gap-1.5'}>
      <Button
        size="small"
        wide={wide ?? false}
        onClick={() => void copy()}
        icon={<CopyIcon result={result} />}
      >
        {result === 'copied' ? t('Copied!') : label}
      </Button>
      <CopyStatus result={result} />
    </span>
  )
}

/** A text of which every part, when pressed, copies all of it. */
export function CopyableCode({ text, label }: Pick<CopyButtonProps, 'text' | 'label'>) {
  const { result, copy } = useCopy(text)
  return (
    <span className="flex flex-col gap-1.5">
      <button
        type="button"
        title={label}
        onClick={() => void copy()}
        className="flex min-h-11 items-center justify-between gap-3 rounded-md bg-surface-2 p-3 text-start text-fg-2 hover:bg-surface-3"
      >
        <code className="min-w-0 wrap-anywhere font-mono text-fg text-sm">{text}</code>
        <CopyIcon result={result} />
      </button>
      <CopyStatus result={result} />
    </span>
  )
}

type Result = 'copied' | 'failed' | undefined

function CopyIcon({ result }: { result: Result }) {
  return result === 'copied' ? (
    <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
  ) : (
    <Copy aria-hidden="true" className="size-4 shrink-0" />
  )
}

function CopyStatus({ result }: { result: Result }) {
  return (
    <span role="status" className="text-danger text-xs empty:sr-only">
      {result === 'copied' && <span className="sr-only">{t('Copied!')}</span>}
      {result === 'failed' && t('Failed to copy text to clipboard. Please try again.')}
    </span>
  )
}

const SHOWN_MS = 2_000

function useCopy(text: string) {
  const [result, setResult] = useState<Result>()

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

  return { result, copy }
}
