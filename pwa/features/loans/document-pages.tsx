import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { DOCUMENT_PAGES_MAX } from '#shared/rules/loans.ts'
import { useDocumentPage } from './use-loan-review.ts'

interface DocumentPagesProps {
  loanId: string
  documentId: string
  title: string
  onDownload: () => void
  onClose: () => void
}

/** The pages of a PDF, one at a time, drawn by the server: the file itself does not come here. */
export function DocumentPages(props: DocumentPagesProps) {
  const { loanId, documentId, title, onDownload, onClose } = props
  const [page, setPage] = useState(1)
  const [isLarge, setLarge] = useState(false)
  const [count, setCount] = useState<number>()
  const { data, error, refetch } = useDocumentPage({ id: loanId, documentId, page })
  if (data && data.pages !== count) setCount(data.pages)
  const last = Math.min(count ?? 1, DOCUMENT_PAGES_MAX)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size="large"
      footer={
        <Button onClick={onDownload} className="flex-1 md:flex-none">
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <div role="toolbar" aria-label="Pages" className="flex items-center justify-center gap-1">
          <IconButton label="Previous page" disabled={page === 1} onClick={() => setPage(page - 1)}>
            <ChevronLeft className="size-5" />
          </IconButton>
          <span aria-live="polite" className="num min-w-28 text-center text-fg-2 text-sm">
            Page {page}
            {count !== undefined && ` of ${count}`}
          </span>
          <IconButton label="Next page" disabled={page >= last} onClick={() => setPage(page + 1)}>
            <ChevronRight className="size-5" />
          </IconButton>
          <IconButton
            label={isLarge ? 'Zoom out' : 'Zoom in'}
            disabled={!data}
            onClick={() => setLarge(!isLarge)}
          >
            {isLarge ? <ZoomOut className="size-5" /> : <ZoomIn className="size-5" />}
          </IconButton>
        </div>
        {count !== undefined && count > DOCUMENT_PAGES_MAX && (
          <Notice>The first {DOCUMENT_PAGES_MAX} pages are shown here.</Notice>
        )}
        {error && (
          <Notice tone="down">
            {error.message}
            {error.code === 'busy.try_later' && (
              <Button size="small" className="mt-2" onClick={refetch}>
                Try again
              </Button>
            )}
          </Notice>
        )}
        {data && !error && (
          <section
            aria-label={`Page ${page}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows scroll what is zoomed
            tabIndex={0}
            className="max-h-[62dvh] overflow-auto rounded-md border border-line bg-surface-3"
          >
            <img
              src={data.image}
              alt={`Page ${page} of ${title}`}
              width={data.width}
              height={data.height}
              className={classNames('h-auto', isLarge ? 'w-[200%] max-w-none' : 'w-full')}
            />
          </section>
        )}
        {!data && !error && (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-[50dvh] w-full" />
          </div>
        )}
      </div>
    </Dialog>
  )
}
