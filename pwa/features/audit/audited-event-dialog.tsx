import { ArrowRight } from 'lucide-react'
import { Code, EventSteps } from '#pwa/components/proven-event/event-parts.tsx'
import { EventProof } from '#pwa/components/proven-event/event-proof.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { localZone } from '#pwa/hooks/calendar-days.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Part } from '#pwa/ui/part.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { SkeletonParts } from '#pwa/ui/skeleton.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { type AuditedEvent, type AuditedPerson, detailsOf } from '#shared/contract/audit.ts'
import { readText } from '#shared/contract/text.ts'
import { t, translated } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'
import { actorName, NO_FILTER, personName } from './audit-filter.ts'
import { useAuditedEvent } from './use-audit.ts'

interface AuditedEventDialogProps {
  position: string
  onClose: () => void
  /** Shows other acts than those that are listed. */
  onFilter: (change: Readonly<Record<string, string | undefined>>) => void
}

export function AuditedEventDialog({ position, onClose, onFilter }: AuditedEventDialogProps) {
  const event = useAuditedEvent(position)
  return (
    <Dialog
      onClose={onClose}
      title={event.data ? translated(event.data.title) : t('Event')}
      description={event.data && translated(event.data.area)}
    >
      <Loaded
        query={event}
        failed={t('The event could not be loaded')}
        loading={<SkeletonParts sizes={['h-48', 'h-28']} />}
      >
        {(data) => (
          <div className="flex flex-col gap-6">
            <Facts event={data} onFilter={onFilter} />
            {data.entries.length > 0 && <Entries entries={data.entries} />}
            {data.transfers.length > 0 && <Transfers transfers={data.transfers} />}
            <Part title={t('History')}>
              <EventSteps
                steps={data.history.map((step) => ({ ...step, by: actorName(step.actor) }))}
                shown={data.event.version}
                count={data.history_length}
              />
            </Part>
            <Part title={t('The proof')}>
              <EventProof event={data.event} isKept={false} />
            </Part>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

type FactsProps = Pick<AuditedEventDialogProps, 'onFilter'> & { event: AuditedEvent }

function Facts({ event, onFilter }: FactsProps) {
  const { actor, subject, money, reason, causation } = event
  const details = detailsOf(event)
  const others = [
    actor.person?.user_id && {
      label: t('All actions by {name}', { name: personName(actor.person) }),
      filter: { by: actor.person.user_id },
    },
    subject?.user_id && {
      label: t('Everything about {name}', { name: personName(subject) }),
      filter: { user: subject.user_id },
    },
  ].filter((other) => other !== null && typeof other === 'object')
  return (
    <Part title={t('The action')}>
      <SummaryList
        rows={[
          {
            label: t('By'),
            value: <InFull name={actorName(actor)} person={actor.person} />,
            strong: true,
          },
          ...(subject
            ? [{ label: t('User'), value: <InFull name={personName(subject)} person={subject} /> }]
            : []),
          ...(money ? [{ label: t('Amount'), value: <Money {...money} /> }] : []),
          ...(details ? [{ label: t('Details'), value: details }] : []),
          ...(reason ? [{ label: t('Reason'), value: reason }] : []),
          { label: t('Decided'), value: <Exactly at={event.decided_at} /> },
          { label: t('Recorded'), value: <Exactly at={event.at} /> },
          { label: t('Request'), value: <Code>{event.request_id}</Code> },
          ...(causation ? [{ label: t('Caused by'), value: <Code>{causation}</Code> }] : []),
        ]}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        {others.map(({ label, filter }) => (
          <Button
            key={label}
            size="small"
            variant="outline"
            className="min-w-0"
            onClick={() => onFilter({ ...NO_FILTER, acts: 'all', ...filter })}
          >
            <ShortText>{label}</ShortText>
          </Button>
        ))}
      </div>
    </Part>
  )
}

function Entries({ entries }: Pick<AuditedEvent, 'entries'>) {
  return (
    <Part title={t('Entries ({count})', { count: entries.length })}>
      <ul className="wrap-anywhere divide-y divide-line rounded-md border border-line bg-surface-2 px-4 text-fg-2 text-sm">
        {entries.map((entry) => (
          <li key={entry} className="py-2">
            {entry}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Transfers({ transfers }: Pick<AuditedEvent, 'transfers'>) {
  return (
    <Part title={t('What it moved')}>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface-2 px-4">
        {transfers.map(({ amount, symbol, ...accounts }) => (
          <li
            key={`${accounts.from} ${accounts.to} ${symbol}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm"
          >
            <span className="wrap-anywhere flex min-w-0 flex-wrap items-center gap-x-2 text-fg-2">
              {readText(accounts, 'from')}
              <ArrowRight aria-label={t('to')} className="size-3.5 text-fg-3 rtl:-scale-x-100" />
              {readText(accounts, 'to')}
            </span>
            <Money amount={amount} symbol={symbol} className="ms-auto text-fg" />
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** "Demo User · ABCD1234 · demo@example.com". */
function InFull({ name, person }: { name: string; person: AuditedPerson | null }) {
  const known = [person?.display_id, person?.email].filter((text) => text && text !== name)
  return (
    <>
      <UserLink id={person?.email && person.user_id}>{name}</UserLink>
      {known.map((text) => (
        // The dot ends a line rather than begin the next one.
        <span key={text}>
          {'\u00a0· '}
          <bdi className="wrap-anywhere">{text}</bdi>
        </span>
      ))}
    </>
  )
}

/** To the millisecond, with the offset of this device's zone. */
function Exactly({ at }: { at: string }) {
  return (
    <time dateTime={at} dir="ltr" className="num">
      {localZone().isoOf(epochMsOf(at)).replace('T', ' ')}
    </time>
  )
}
