import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'

interface PublicPageProps {
  /** Its greatest width: "max-w-3xl". */
  className: string
  children: ReactNode
}

/** The frame of a page that anyone may read, with the ways back to the app. */
export function PublicPage({ className, children }: PublicPageProps) {
  const { name } = operator
  return (
    <main
      className={classNames(
        'mx-auto flex min-h-dvh w-full flex-col gap-6 px-4 py-6 md:gap-8 md:px-6 md:py-12',
        className,
      )}
    >
      <Link
        to="/"
        className="flex min-h-11 items-center gap-2.5 self-start font-bold text-fg text-lg"
      >
        <img src="/icons/icon.svg" alt="" width="36" height="36" className="size-9" />
        {name}
      </Link>
      {children}
      <Link to="/" className={textLinkClass}>
        {t('Back to {name}', { name })}
      </Link>
    </main>
  )
}
