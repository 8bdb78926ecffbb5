import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { DOCUMENT_PAGES_MAX } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'
import { useDocumentPage } from './use-loan-review.ts'

interface DocumentPagesProps {
  loanId: string
  documentId: string
  title: string
  onDownload: () => void
  onClose: () => void
}

/** The pages of a PDF, one at a time, rendered by the server: the file itself is not sent here. */
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
          {t('Download')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <div
          role="toolbar"
          aria-label={t('Pages')}
          className="flex items-center justify-center gap-1"
        >
          <IconButton
            label={t('Previous page')}
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            <ChevronLeft className="size-5 rtl:-scale-x-100" />
          </IconButton>
          <span aria-live="polite" className="num min-w-28 text-center text-fg-2 text-sm">
            {count === undefined
              ? t('Page {page}', { page })
              : t('Page {page} of {count}', { page, count })}
          </span>
          <IconButton
            label={t('Next page')}
            disabled={page >= last}
            onClick={() => setPage(page + 1)}
          >
            <ChevronRight className="size-5 rtl:-scale-x-100" />
          </IconButton>
          <IconButton
            label={isLarge ? t('Zoom out') : t('Zoom in')}
            disabled={!data}
            onClick={() => setLarge(!isLarge)}
          >
            {isLarge ? <ZoomOut className="size-5" /> : <ZoomIn className="size-5" />}
          </IconButton>
        </div>
        {count !== undefined && count > DOCUMENT_PAGES_MAX && (
          <Notice>
            {t('The first {count, plural, one {page is} other {# pages are}} shown here.', {
              count: DOCUMENT_PAGES_MAX,
            })}
          </Notice>
        )}
        {error && (
          <Notice tone="danger">
            {error.message}
            {mayPass(error) && (
              <Button size="small" className="mt-2" onClick={refetch}>
                {t('Try again')}
              </Button>
            )}
          </Notice>
        )}
        {data && !error && (
          <section
            aria-label={t('Page {page}', { page })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows scroll what is zoomed
            tabIndex={0}
            className="max-h-[62dvh] overflow-auto rounded-md border border-line bg-surface-3"
          >
            <img
              src={data.image}
              alt={t('Page {page} of {name}', { page, name: title })}
              width={data.width}
              height={data.height}
              className={classNames('h-auto', isLarge ? 'w-[200%] max-w-none' : 'w-full')}
            />
          </section>
        )}
        {!data && !error && (
          <div role="status" aria-label={t('Loading')}>
            <Skeleton className="h-[50dvh] w-full" />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Unlike what is wrong with the document. */
function mayPass({ status, code }: { status: number; code: string }): boolean {
  return status === 0 || status >= 500 || code === 'busy.try_later'
}
