import { DisclosureArrow } from './disclosure.tsx'

interface AgreementSectionsProps {
  sections: readonly { readonly title: string; readonly paragraphs: readonly string[] }[]
  /** Which sections are unfolded at first. */
  open: 'first' | 'all'
}

export function AgreementSections({ sections, open }: AgreementSectionsProps) {
  return (
    <div className="flex flex-col divide-y divide-line">
      {sections.map(({ title, paragraphs }, index) => (
        <details key={title} open={open === 'all' || index === 0} className="group">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-2 font-medium text-fg text-sm [&::-webkit-details-marker]:hidden">
            {index + 1}. {title}
            <DisclosureArrow />
          </summary>
          <div className="flex flex-col gap-2 pb-4">
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-fg-2 text-sm">
                {paragraph}
              </p>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}
