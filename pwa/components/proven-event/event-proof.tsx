import { Download, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { saveEventProof, useEventProof } from '#pwa/hooks/use-event-proof.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Disclosure } from '#pwa/ui/disclosure.tsx'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import { t } from '#shared/text/t.ts'
import { Code } from './event-parts.tsx'
import { Verdict } from './verdict.tsx'

interface EventProofProps {
  event: ProvenEvent
  /** Whether this device keeps the proof, to verify it without a network. */
  isKept: boolean
}

/** An event's place in the log and its hash, which the browser recomputes when asked. */
export function EventProof({ event, isKept }: EventProofProps) {
  const { file, isNotSigned, finding } = useEventProof(event, isKept)
  const [isAsked, setAsked] = useState(false)
  const { data, metadata, transfers } = event
  const written = { data, metadata, transfers }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg-3 text-xs">
        {t(
          'Every event carries a hash of its content and of the event before it, and every minute the whole log is signed. Nothing in it can be changed or removed later without being noticed.',
        )}
      </p>
      <Button wide icon={<ShieldCheck className="size-4" />} onClick={() => setAsked(true)}>
        {t('Verify in this browser')}
      </Button>
      <div role="status" className="empty:sr-only">
        {isAsked && finding && (
          <Verdict finding={finding} event={event} isNotSigned={isNotSigned} />
        )}
      </div>
      <dl className="divide-y divide-line rounded-md border border-line bg-surface-2 px-4 text-sm">
        <Fact label={t('Event')}>
          {t('{type}, version {version}', { type: event.type, version: event.version })}
        </Fact>
        <Fact label={t('Position in the log')}>
          <span className="num">{event.position}</span>
        </Fact>
        <Fact label={t('Stream')}>
          <Code>{event.stream}</Code>
        </Fact>
        <Fact label={t('Hash')}>
          <Code>{event.hash}</Code>
        </Fact>
        <Fact label={t('Hash before it')}>
          {event.previous_hash ? <Code>{event.previous_hash}</Code> : t('None: it is the first')}
        </Fact>
      </dl>
      <Disclosure title={t('What was written')}>
        <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-fg-2 text-xs">
          {JSON.stringify(written, null, 2)}
        </pre>
      </Disclosure>
      {file && (
        <Button
          wide
          variant="outline"
          icon={<Download className="size-4" />}
          onClick={() => saveEventProof(file)}
        >
          {t('Export proof')}
        </Button>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5 py-2.5 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-fg-3">{label}</dt>
      <dd className="min-w-0 text-fg-2">{children}</dd>
    </div>
  )
}
