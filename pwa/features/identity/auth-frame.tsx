import type { ReactNode } from 'react'
import { Link, useInRouterContext } from 'react-router-dom'
import { LanguageSwitch } from '#pwa/components/language-switch.tsx'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'

interface AuthFrameProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Shown below the card: the link to the other form. */
  footer?: ReactNode
}

/**
 * The frame of every screen before signing in. It is aligned to the top, so that an error does not
 * move anything above it.
 */
export function AuthFrame({ title, lead, children, footer }: AuthFrameProps) {
  // No other pages are available while the password is one that staff set.
  const canLeave = useInRouterContext()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-6 px-4 pt-[min(14dvh,9rem)] pb-8">
      <header className="flex flex-col gap-1">
        <p className="mb-4 flex items-center gap-2.5 font-bold text-fg text-lg tracking-tight">
          <img src="/icons/icon.svg" alt="" width="36" height="36" className="size-9" />
          {operator.name}
        </p>
        <h1 className="font-semibold text-2xl text-fg">{title}</h1>
        {lead && <p className="text-fg-2 text-sm">{lead}</p>}
      </header>
      <div className="rounded-lg border border-line bg-surface p-4 md:p-6">{children}</div>
      <LanguageSwitch />
      {footer && <footer className="text-center text-fg-2 text-sm">{footer}</footer>}
      {canLeave && (
        <Link to="/accessibility" className={`${textLinkClass} self-center`}>
          {t('Accessibility')}
        </Link>
      )}
    </main>
  )
}
