import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import { t } from '#shared/text/t.ts'
import { checkEvent, type EventCheck } from './check-event.ts'
import { Code } from './event-parts.tsx'

/** An event's place in the log, and its hash, which the browser recomputes when asked. */
export function EventProof({ event }: { event: ProvenEvent }) {
  const [check, setCheck] = useState<EventCheck | 'impossible'>()
  const { data, metadata, transfers } = event
  const written = { data, metadata, transfers }
  async function verify() {
    // Without a secure connection browsers have no SHA-256.
    setCheck(await checkEvent(event).catch(() => 'impossible' as const))
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg-3 text-xs">
        {t(
          'Every event carries a hash of its content and of the event before it. Nothing in it can be changed later without another hash coming out.',
        )}
      </p>
      <Button wide icon={<ShieldCheck className="size-4" />} onClick={() => void verify()}>
        {t('Verify in this browser')}
      </Button>
      <div role="status" className="empty:hidden">
        {check && <Verdict check={check} />}
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
      <details className="group rounded-md border border-line">
        <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium text-fg-2 text-sm hover:text-fg">
          {t('What was written')}
        </summary>
        <pre className="wrap-anywhere whitespace-pre-wrap border-line border-t px-4 py-3 font-mono text-fg-2 text-xs">
          {JSON.stringify(written, null, 2)}
        </pre>
      </details>
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

function Verdict({ check }: { check: EventCheck | 'impossible' }) {
  const isProven = check !== 'impossible' && check.agrees
  const Icon = isProven ? CircleCheck : CircleAlert
  return (
    <div
      className={classNames(
        'flex items-start gap-2.5 rounded-md border p-3 text-sm',
        isProven ? 'border-success/40 bg-success/8' : 'border-danger/40 bg-danger/8',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('mt-0.5 size-4 shrink-0', isProven ? 'text-success' : 'text-danger')}
      />
      <div className="flex min-w-0 flex-col gap-1 text-fg-2">
        <p className={classNames('font-semibold', isProven ? 'text-success' : 'text-danger')}>
          {titleOf(check)}
        </p>
        {check !== 'impossible' && <Code>{check.hash}</Code>}
      </div>
    </div>
  )
}

function titleOf(check: EventCheck | 'impossible'): string {
  if (check === 'impossible') return t('This browser cannot compute hashes on this connection.')
  return check.agrees
    ? t('The hash agrees: this is what was recorded.')
    : t('The hash does not agree. Please contact support.')
}
