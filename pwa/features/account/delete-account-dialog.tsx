import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import type { Text } from '#shared/text/t.ts'
import { write } from '#shared/text/t.ts'
import { deletionFailure } from './account-failures.ts'
import { sendDeletion } from './use-account.ts'

/** Source: docs/product.md, Account deletion. */
const WORD = 'DELETE'

/** Asks for the word, deletes, and leaves; or shows what is in the way. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { forgetAccount } = useSession()
  const [obstacles, setObstacles] = useState<readonly string[]>([])
  const form = useCommandForm({
    initial: { typed: '' },
    check: ({ typed }) =>
      fieldProblem({
        typed: typed === WORD ? undefined : `Please type "${WORD}" to confirm account deletion.`,
      }),
    send: () => {
      setObstacles([])
      return sendDeletion()
    },
    failed: (failure) => {
      if (failure.code !== 'account.not_empty') return deletionFailure(failure)
      setObstacles((failure.details.obstacle_texts as Text[]).map(write))
      return undefined
    },
    done: { title: 'Account Deleted' },
    onSent: () => void forgetAccount(),
  })

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Delete Account"
      description="This cannot be undone."
      submit="Delete my account"
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        Your name, addresses, documents, pictures and messages are erased at once. The ledger stays,
        without your name. Download your data first if you want to keep it.
      </p>
      {obstacles.length > 0 && (
        <Notice tone="down">
          <p className="font-medium text-fg">Your account cannot be deleted yet. In the way:</p>
          <ul className="num mt-1 list-disc pl-4">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Field label={`Type ${WORD} to confirm`} error={form.error('typed')}>
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
