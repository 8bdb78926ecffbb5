import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { downloadLoanDocument, type ReviewedDocument } from '#shared/contract/loan-documents.ts'
import { t } from '#shared/text/t.ts'

interface DocumentDownloadProps {
  loanId: string
  file: ReviewedDocument
  title: string
  onClose: () => void
}

/** Asks before a user's file is downloaded to a device of staff. */
export function DocumentDownload({ loanId, file, title, onClose }: DocumentDownloadProps) {
  const { submit } = useSubmit(downloadLoanDocument)
  const form = useCommandForm({
    initial: {},
    send: () => submit({ params: { id: loanId, documentId: file.id } }),
    failed: { title: t('Error'), message: t('Action failed') },
    onSent: ({ response }) => {
      if (response) saveFrom(response.url, file.name)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Download {name}?', { name: title })}
      size="small"
      submit={t('Download')}
    >
      <Notice tone="warn">
        {t(
          'A user sent this file. Open it only in a program that is up to date. Your name and the time are recorded.',
        )}
      </Notice>
    </FormDialog>
  )
}

function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
