import { PublicPage } from '#pwa/components/public-page.tsx'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { formatDay } from '#shared/format.ts'
import { accessibilityStatement } from '#shared/operator/accessibility.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'

/** What we do for people with disabilities, and how to tell us what is missing; anyone may read it. */
export function AccessibilityPage() {
  const { reviewed, introduction, sections } = accessibilityStatement()
  const { supportEmail } = operator
  return (
    <PublicPage className="max-w-3xl">
      <header className="flex flex-col gap-3">
        <h1 className="font-semibold text-2xl text-fg">{t('Accessibility')}</h1>
        <p className="text-base text-fg-2">{introduction}</p>
      </header>
      {sections.map(({ title, points }) => (
        <section
          key={title}
          className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 md:p-6"
        >
          <h2 className="font-semibold text-fg text-lg">{title}</h2>
          <ul className="flex list-disc flex-col gap-2 ps-5 text-fg-2">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <a href={`mailto:${supportEmail}`} className={`${textLinkClass} self-start`}>
        {supportEmail}
      </a>
      <p className="text-fg-3 text-sm">
        {t('We last reviewed this statement on {date}.', { date: formatDay(reviewed) })}
      </p>
    </PublicPage>
  )
}
