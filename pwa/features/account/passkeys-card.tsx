import { Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { canUsePasskeys, passkeyActs } from '#pwa/hooks/use-passkeys.ts'
import { showFailure } from '#pwa/stores/toasts.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import type { Passkey } from '#shared/contract/passkeys.ts'
import { deviceName } from '#shared/device-name.ts'
import { formatDateTime } from '#shared/format.ts'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { t } from '#shared/text/t.ts'
import { untitled } from './account-failures.ts'
import { useOwnPasskeys } from './use-account.ts'

/** The user's passkeys, each with its name. */
export function PasskeysCard() {
  const { data, error, isLoading, refetch, remove, isRemoving } = useOwnPasskeys()
  const [renamed, setRenamed] = useState<Passkey>()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey>()

  async function confirmRemoval({ id }: Passkey) {
    const result = await remove({ params: { id } })
    if (result.state === 'refused') showFailure(result.failure)
    setLeaving(undefined)
    refetch()
  }

  return (
    <Card title={t('Passkeys')} flush>
      <div className="flex flex-wrap items-center justify-between gap-4 border-line border-b px-4 py-3">
        <p className="max-w-prose text-fg-2 text-sm">
          {canUsePasskeys()
            ? t('Log in with your fingerprint, face or screen lock instead of a password.')
            : t('To add one, open this site by its name in a browser that supports passkeys.')}
        </p>
        <Button disabled={!data || !canUsePasskeys()} onClick={() => setAdding(true)}>
          {t('Add a passkey')}
        </Button>
      </div>
      {isLoading && <SkeletonRows count={1} />}
      {!data && error && <ErrorState message={error.message} onRetry={refetch} />}
      <ul>
        {data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setRenamed(passkey)}
            onRemove={() => setLeaving(passkey)}
          />
        ))}
      </ul>
      {isAdding && (
        <AddPasskeyDialog
          onClose={() => {
            setAdding(false)
            refetch()
          }}
        />
      )}
      {renamed && (
        <RenamePasskeyDialog
          passkey={renamed}
          onClose={() => {
            setRenamed(undefined)
            refetch()
          }}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t('Remove the passkey')}
          confirmLabel={t('Remove')}
          tone="danger"
          busy={isRemoving}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => void confirmRemoval(leaving)}
        >
          {t(
            '“{name}” will no longer log in to your account. To protect you, nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}}.',
            { name: leaving.name, hours: WITHDRAWAL_HOLD_HOURS },
          )}
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, created_at, last_used_at, synced } = passkey
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 border-line border-b px-4 py-2 last:border-b-0">
      <span className="min-w-0">
        <span className="flex items-center gap-2 text-fg text-sm">
          <span title={name} className="wrap-anywhere line-clamp-2">
            {name}
          </span>
          {synced && <Badge tone="info">{t('Synced')}</Badge>}
        </span>
        <span className="text-fg-3 text-xs">
          {last_used_at
            ? t('Last used {time}', { time: formatDateTime(last_used_at) })
            : t('Added {time}', { time: formatDateTime(created_at) })}
        </span>
      </span>
      <span className="-me-2.5 flex shrink-0">
        <IconButton label={t('Rename {name}', { name })} onClick={onRename}>
          <Pencil className="size-4" />
        </IconButton>
        <IconButton label={t('Remove {name}', { name })} onClick={onRemove}>
          <Trash2 className="size-4" />
        </IconButton>
      </span>
    </li>
  )
}

function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const form = useCommandForm({
    initial: { name: deviceName(navigator.userAgent) },
    check: namedProblem,
    send: ({ name }) => passkeyActs.create(name.trim()),
    failed: (failure) => untitled(failure),
    done: { title: t('Passkey added'), message: t('You can log in with it from now on.') },
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Add a passkey')}
      description={t('Your browser asks where to keep it. Your password still works.')}
      size="small"
      submit={t('Continue')}
    >
      <NameField error={form.error('name')} {...form.input('name')} />
    </FormDialog>
  )
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { rename } = useOwnPasskeys()
  const form = useCommandForm({
    initial: { name: passkey.name },
    check: namedProblem,
    send: ({ name }) => rename({ params: { id: passkey.id }, body: { name: name.trim() } }),
    failed: (failure) => untitled(failure),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Rename the passkey')}
      size="small"
      submit={t('Save')}
      disabled={form.draft.name.trim() === passkey.name}
    >
      <NameField error={form.error('name')} {...form.input('name')} />
    </FormDialog>
  )
}

function namedProblem({ name }: { name: string }) {
  return fieldProblem({ name: name.trim() === '' ? t('Please give it a name.') : undefined })
}

interface NameFieldProps extends ComponentProps<typeof TextInput> {
  error: ComponentProps<typeof Field>['error']
}

function NameField({ error, ...input }: NameFieldProps) {
  return (
    <Field label={t('Name')} hint={t('Helps you tell your passkeys apart.')} error={error}>
      <TextInput maxLength={60} {...input} />
    </Field>
  )
}
