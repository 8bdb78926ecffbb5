import { Eye } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { IfMay } from '#pwa/components/if-may.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { type KycRequest, revealKyc } from '#shared/contract/kyc.ts'
import type { ResponseOf } from '#shared/contract/route.ts'
import { formatDateTime } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'
import type { Instant } from '#shared/time.ts'

export function KycFacts({ request }: { request: KycRequest }) {
  const [isRevealing, setRevealing] = useState(false)
  const { user, earlier } = request
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <Fact label={t('Full name')}>{request.full_name || t('N/A')}</Fact>
      <Fact label={t('Account')}>
        <UserLink id={user.email && request.user_id}>{user.full_name || t('N/A')}</UserLink>{' '}
        <span className="num text-fg-3">{user.display_id}</span>
      </Fact>
      <Fact label={t('Email')}>{user.email || t('N/A')}</Fact>
      <Fact label={t('SSN')}>
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="num">{request.ssn || t('N/A')}</span>
          {request.ssn && (
            <IfMay permission="kyc.reveal">
              <Button
                size="small"
                icon={<Eye className="size-4" />}
                onClick={() => setRevealing(true)}
              >
                {t('Reveal')}
              </Button>
            </IfMay>
          )}
        </span>
        {isRevealing && <RevealKycDialog request={request} onClose={() => setRevealing(false)} />}
      </Fact>
      <Fact label={t('Address')}>{request.address || t('N/A')}</Fact>
      <Fact label={t('Submitted')}>{formatDateTime(request.submitted_at)}</Fact>
      {request.reviewed_at && (
        <Fact label={t('Reviewed')}>{timeAndName(request.reviewed_at, request.reviewed_by)}</Fact>
      )}
      {request.rejection_reason && (
        <Fact label={t('Rejection reason')}>{translated(request.rejection_reason)}</Fact>
      )}
      {request.reopened && (
        <Fact label={t('Asked to verify again')}>
          {withReason(formatDateTime(request.reopened.asked_at), request.reopened.reason)}
        </Fact>
      )}
      {earlier.length > 0 && (
        <Fact label={t('Earlier decisions')}>
          {earlier.map(({ outcome, decided_at: decidedAt, reason }) => (
            <span key={`${outcome} ${decidedAt}`} className="block">
              {withReason(
                t(
                  '{outcome, select, approved {Approved} rejected {Rejected} reset {Reset} other {Reopened}} {time}',
                  {
                    outcome,
                    time: formatDateTime(decidedAt),
                  },
                ),
                reason,
              )}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  )
}

function timeAndName(at: Instant, name: string | null): string {
  const time = formatDateTime(at)
  return name ? t('{time} by {name}', { time, name }) : time
}

function withReason(said: string, reason: string | null): string {
  return reason ? t('{said}: {reason}', { said, reason: translated(reason) }) : said
}

type Revealed = ResponseOf<typeof revealKyc>

/** Shows the full SSN and address for a reason that is recorded. Closing the dialog removes it from the screen. */
function RevealKycDialog({ request, onClose }: { request: KycRequest; onClose: () => void }) {
  const { submit } = useSubmit(revealKyc)
  const [revealed, setRevealed] = useState<Revealed>()
  const form = useCommandForm({
    initial: { reason: '' },
    send: ({ reason }) => submit({ params: { id: request.id }, body: { reason: reason.trim() } }),
    failed: { title: t('Error'), message: t('Action failed') },
    onSent: ({ response }) => setRevealed(response),
  })
  if (revealed) {
    return (
      <Dialog
        onClose={onClose}
        title={t('Reveal SSN and address')}
        size="small"
        footer={
          <Button className="flex-1 md:flex-none" onClick={onClose}>
            {t('Close')}
          </Button>
        }
      >
        <SummaryList
          rows={[
            { label: t('Full name'), value: revealed.full_name },
            { label: t('SSN'), value: <span className="num">{revealed.ssn}</span>, strong: true },
            {
              label: t('Address'),
              value: <span className="whitespace-pre-line">{revealed.address}</span>,
            },
          ]}
        />
      </Dialog>
    )
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Reveal SSN and address')}
      size="small"
      submit={t('Reveal')}
      back={t('Close')}
      disabled={form.draft.reason.trim() === ''}
    >
      <Notice tone="warn">{t('Your name, the time and the reason are recorded.')}</Notice>
      <Field label={t('Reason')}>
        <TextInput autoComplete="off" maxLength={500} {...form.input('reason')} />
      </Field>
    </FormDialog>
  )
}
