import { Download, FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ImageDialog } from '#pwa/components/image-dialog.tsx'
import { SignedImage } from '#pwa/components/signed-image.tsx'
import { useSignedLink } from '#pwa/hooks/use-signed-link.ts'
import { IconButton } from '#pwa/ui/button.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import type { ReviewedDocument } from '#shared/contract/loan-documents.ts'
import type { ReviewedLoan } from '#shared/contract/loan-reviews.ts'
import { formatBytes } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { DocumentDownload } from './document-download.tsx'
import { DocumentPages } from './document-pages.tsx'

/** What was attached: images and the pages of PDFs are looked at here, everything is downloaded. */
export function LoanDocuments({ loan }: { loan: ReviewedLoan }) {
  const { files } = loan.documents
  const [viewed, setViewed] = useState<string>()
  const [wanted, setWanted] = useState<string>()
  const shown = files.find(({ id }) => id === viewed)
  const asked = files.find(({ id }) => id === wanted)
  if (files.length === 0) {
    return (
      <p className="rounded-md bg-surface-2 px-4 py-4 text-fg-3 text-sm">
        {t('No documents were attached.')}
      </p>
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-2">
        {files.map((file) => (
          <li
            key={file.id}
            className="flex items-center gap-3 rounded-md border border-line bg-surface-2 p-2"
          >
            <Thumbnail file={file} onView={() => setViewed(file.id)} />
            <span className="flex min-w-0 flex-1 flex-col">
              <ShortText className="font-medium text-fg text-sm">{titleOf(file)}</ShortText>
              <ShortText className="num text-fg-3 text-xs">
                {(file.kind !== 'supporting' && file.name ? `${file.name} · ` : '') +
                  formatBytes(file.bytes)}
              </ShortText>
              {!isViewable(file) && (
                <span className="text-fg-3 text-xs">{t('Word files are not shown here.')}</span>
              )}
            </span>
            <DownloadButton file={file} onAsk={() => setWanted(file.id)} />
          </li>
        ))}
      </ul>
      {shown?.url && (
        <ImageDialog
          title={titleOf(shown)}
          url={shown.url}
          fileName={shown.name}
          onClose={() => setViewed(undefined)}
        />
      )}
      {shown && !shown.url && (
        <DocumentPages
          loanId={loan.id}
          documentId={shown.id}
          title={titleOf(shown)}
          onDownload={() => setWanted(shown.id)}
          onClose={() => setViewed(undefined)}
        />
      )}
      {asked && (
        <DocumentDownload
          loanId={loan.id}
          file={asked}
          title={titleOf(asked)}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  )
}

const KINDS: Readonly<Record<ReviewedDocument['kind'], string | undefined>> = {
  front_id: msg('Front of the ID'),
  back_id: msg('Back of the ID'),
  selfie_with_id: msg('Selfie with the ID'),
  supporting: undefined,
}

function titleOf({ kind, name }: ReviewedDocument): string {
  const label = KINDS[kind]
  return label ? t(label) : name || t('Supporting document')
}

function isViewable({ type, url }: ReviewedDocument): boolean {
  return url !== null || type === 'application/pdf'
}

const TILE = 'grid size-14 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface-3'

function Thumbnail({ file, onView }: { file: ReviewedDocument; onView: () => void }) {
  const icon = <FileText aria-hidden="true" className="size-6" />
  if (!isViewable(file)) return <span className={`${TILE} text-fg-3`}>{icon}</span>
  return (
    <ViewButton title={titleOf(file)} onView={onView}>
      {file.url ? (
        <SignedImage src={file.url} alt="" className="size-full object-cover" failed={icon} />
      ) : (
        icon
      )}
    </ViewButton>
  )
}

function ViewButton(props: { title: string; onView: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={t('View {name}', { name: props.title })}
      onClick={props.onView}
      className={`${TILE} text-fg-2 transition-colors hover:text-fg`}
    >
      {props.children}
    </button>
  )
}

function DownloadButton({ file, onAsk }: { file: ReviewedDocument; onAsk: () => void }) {
  const url = useSignedLink(file.url ?? '')
  const label = t('Download {name}', { name: titleOf(file) })
  const icon = <Download aria-hidden="true" className="size-5" />
  if (!file.url) {
    return (
      <IconButton label={label} onClick={onAsk}>
        {icon}
      </IconButton>
    )
  }
  return (
    <a
      href={url}
      download={file.name || true}
      aria-label={label}
      className="inline-grid size-11 shrink-0 place-items-center rounded-md text-fg-2 transition-colors hover:bg-surface-3 hover:text-fg"
    >
      {icon}
    </a>
  )
}
