import { Download } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { dayIn, localZone, utcZone } from '#pwa/hooks/calendar-days.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field, Select, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { msg, t } from '#shared/text/t.ts'
import { periodFault, presetsAt } from './statement-period.ts'
import { useStatement } from './use-activity.ts'

export function Statement() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
      <StatementForm />
      <Card title={t('What the file contains')}>
        <dl className="flex flex-col gap-3 text-sm">
          {CONTENT.map(([term, text]) => (
            <div key={term}>
              <dt className="font-medium text-fg">{t(term)}</dt>
              <dd className="text-fg-3">{t(text)}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}

const CONTENT = [
  [msg('Opening balances'), msg('The balance of each asset at the start of the period.')],
  [
    msg('Movements'),
    msg('Each with its time and reason, what it changed, and both balances after it.'),
  ],
  [msg('Closing balances'), msg('The balances at the end of the period, or now.')],
  [
    msg('References'),
    msg('The position in the log and the stream, by which support and auditors find an entry.'),
  ],
] as const

function StatementForm() {
  const here = localZone()
  const today = dayIn(here, Date.now())
  const presets = presetsAt(today)
  const [period, setPeriod] = useState({ from: presets[0]?.from ?? today, to: today })
  const [isUtc, setUtc] = useState(false)
  const [saved, setSaved] = useState<string>()
  const { isOnline } = useConnection()
  const statement = useStatement()
  const fault = periodFault(period)

  function choose(change: Partial<typeof period>) {
    setSaved(undefined)
    setPeriod({ ...period, ...change })
  }

  const day = (name: 'from' | 'to') => ({
    type: 'date',
    required: true,
    max: today,
    value: period[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => choose({ [name]: target.value }),
  })

  async function download() {
    setSaved(undefined)
    setSaved(await statement.download(period, isUtc ? utcZone() : here))
  }

  return (
    <Card>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!fault && isOnline && !statement.isLoading) void download()
        }}
      >
        <p className="text-fg-2 text-sm">
          {t(
            'A CSV file for spreadsheets and bookkeeping: the balances at the start, every movement with its reason, and the balances at the end.',
          )}
        </p>
        <div className="grid grid-cols-2 gap-2 sm:flex">
          {presets.map(({ label, from, to }) => {
            const isChosen = period.from === from && period.to === to
            return (
              <Button
                key={label}
                size="small"
                variant={isChosen ? 'secondary' : 'outline'}
                aria-pressed={isChosen}
                onClick={() => choose({ from, to })}
              >
                {label}
              </Button>
            )
          })}
        </div>
        <div className="grid grid-cols-2 gap-3 sm:gap-4">
          <Field label={t('First day')}>
            <TextInput {...day('from')} />
          </Field>
          <Field label={t('Last day')} error={fault}>
            <TextInput {...day('to')} />
          </Field>
        </div>
        <Field label={t('Time zone')} hint={t('Days and times follow this time zone.')}>
          <Select
            value={isUtc ? 'utc' : 'here'}
            onChange={(event) => setUtc(event.target.value === 'utc')}
          >
            <option value="here">{t('{zone} (this device)', { zone: here.name })}</option>
            <option value="utc">UTC</option>
          </Select>
        </Field>
        {!isOnline && (
          <Notice tone="warn">{t('You are offline. Statements need a connection.')}</Notice>
        )}
        {statement.failure && <Notice tone="danger">{statement.failure.message}</Notice>}
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          busy={statement.isLoading}
          disabled={!isOnline || fault !== undefined}
          icon={<Download className="size-5" />}
        >
          {t('Download CSV')}
        </Button>
        <p role="status" className="break-words text-center text-fg-2 text-sm empty:sr-only">
          {saved && t('Saved as {file}', { file: saved })}
        </p>
      </form>
    </Card>
  )
}
