import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { forgetAccount } from '#pwa/hooks/session-acts.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { keptAddresses, keptProofTerm } from '#shared/operator/legal.ts'
import { type Text, t, write } from '#shared/text/t.ts'
import { deletionFailure } from './account-failures.ts'
import { sendDeletion } from './use-account.ts'

/** Source: docs/product.md, Account deletion. */
const WORD = 'DELETE'

/** Asks for the word, deletes the account and logs out; or shows what prevents it. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [obstacles, setObstacles] = useState<readonly Text[]>([])
  const form = useCommandForm({
    initial: { typed: '' },
    check: ({ typed }) =>
      fieldProblem({
        typed:
          typed === WORD
            ? undefined
            : t('Please type "{word}" to confirm account deletion.', { word: WORD }),
      }),
    send: () => {
      setObstacles([])
      return sendDeletion()
    },
    failed: (failure) => {
      if (failure.code !== 'account.not_empty') return deletionFailure(failure)
      setObstacles(failure.details.obstacle_texts as Text[])
      return undefined
    },
    // Shown last, because logging out removes all messages to the user.
    onSent: () => void forgetAccount().then(sayDeleted),
  })

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Delete Account')}
      description={t('This cannot be undone.')}
      submit={t('Delete my account')}
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        {t(
          'Your name, addresses, documents, images and messages are erased at once. The ledger stays, without your name. Download your data first if you want to keep it.',
        )}{' '}
        {keptAddresses()} {keptProofTerm()}
      </p>
      {obstacles.length > 0 && (
        <Notice tone="danger">
          <p className="font-medium text-fg">
            {t('Your account cannot be deleted until these are settled:')}
          </p>
          <ul className="num mt-1 list-disc ps-4">
            {obstacles.map(write).map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Field label={t('Type {word} to confirm', { word: WORD })} error={form.error('typed')}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.input('typed')}
        />
      </Field>
    </FormDialog>
  )
}

function sayDeleted() {
  showToast({ title: t('Account Deleted'), tone: 'success' })
}
