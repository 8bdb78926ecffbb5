import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { ImageDialog } from '#pwa/ui/image-dialog.tsx'
import type { LoanDocument } from '#shared/contract/loans.ts'
import { formatBytes } from '#shared/format.ts'

/** What was attached: images are looked at here, everything is downloaded. */
export function LoanDocuments({ files }: { files: readonly LoanDocument[] }) {
  const [viewedId, setViewedId] = useState<string>()
  const viewed = files.find(({ id }) => id === viewedId)
  if (files.length === 0) {
    return (
      <p className="rounded-md bg-surface-2 px-4 py-4 text-fg-3 text-sm">
        No documents were attached.
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
            <Thumbnail file={file} onView={() => setViewedId(file.id)} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-medium text-fg text-sm">{titleOf(file)}</span>
              <span className="num truncate text-fg-3 text-xs">
                {file.kind !== 'supporting' && file.name && `${file.name} · `}
                {formatBytes(file.bytes)}
              </span>
            </span>
            <DownloadLink file={file} />
          </li>
        ))}
      </ul>
      {viewed && (
        <ImageDialog
          title={titleOf(viewed)}
          url={viewed.url}
          fileName={viewed.name}
          onClose={() => setViewedId(undefined)}
        />
      )}
    </>
  )
}

const KINDS: Readonly<Record<LoanDocument['kind'], string | undefined>> = {
  front_id: 'Front of the ID',
  back_id: 'Back of the ID',
  selfie_with_id: 'Selfie with the ID',
  supporting: undefined,
}

function titleOf({ kind, name }: LoanDocument): string {
  return KINDS[kind] ?? (name || 'Supporting document')
}

function isImage({ type }: LoanDocument): boolean {
  return type.startsWith('image/')
}

function Thumbnail({ file, onView }: { file: LoanDocument; onView: () => void }) {
  if (!isImage(file)) {
    return (
      <span className="grid size-14 shrink-0 place-items-center rounded-sm bg-surface-3 text-fg-3">
        <FileText aria-hidden="true" className="size-6" />
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-label={`View ${titleOf(file)}`}
      onClick={onView}
      className="size-14 shrink-0 overflow-hidden rounded-sm bg-surface-3"
    >
      <img src={file.url} alt="" className="size-full object-cover" />
    </button>
  )
}

function DownloadLink({ file }: { file: LoanDocument }) {
  return (
    <a
      href={file.url}
      download={file.name || true}
      aria-label={`Download ${titleOf(file)}`}
      className="inline-grid size-11 shrink-0 place-items-center rounded-md text-fg-2 transition-colors hover:bg-surface-3 hover:text-fg"
    >
      <Download aria-hidden="true" className="size-5" />
    </a>
  )
}
