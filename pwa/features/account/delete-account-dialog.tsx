import { useState } from 'react'
import { useSession } from '#pwa/hooks/use-session.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { deletionFailure } from './deletion-failure.ts'
import { sendDeletion } from './use-account.ts'

interface DeleteAccountDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Source: docs/product.md, Account deletion. */
const WORD = 'DELETE'

/** Asks for the word, deletes, and leaves; or shows what is in the way. */
export function DeleteAccountDialog({ open, onOpenChange }: DeleteAccountDialogProps) {
  const { forgetAccount } = useSession()
  const [isSubmitting, setSubmitting] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [obstacles, setObstacles] = useState<readonly string[]>([])

  async function remove() {
    setObstacles([])
    setProblem(undefined)
    if (typed !== WORD) return setProblem(`Please type "${WORD}" to confirm account deletion.`)
    setSubmitting(true)
    const result = await sendDeletion()
    setSubmitting(false)
    if (!result.ok) {
      const { code, details } = result.failure
      if (code === 'account.not_empty') return setObstacles(details.obstacles as string[])
      return setProblem(deletionFailure(result.failure))
    }
    showToast({ title: 'Account Deleted', tone: 'success' })
    await forgetAccount()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Account"
      description="This cannot be undone."
      locked={isSubmitting}
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="delete-account-form"
            variant="danger"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
          >
            Delete my account
          </Button>
        </>
      }
    >
      <form
        id="delete-account-form"
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        <p className="text-fg-2 text-sm">
          Your name, addresses, documents, pictures and messages are erased at once. The ledger
          stays and names nobody. Download your data first if you want to keep it.
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
        <Field label={`Type ${WORD} to confirm`} error={problem}>
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
