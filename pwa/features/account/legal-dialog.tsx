import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { type Agreement, legalAgreements } from '#shared/operator-legal.ts'

interface LegalDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Three agreements, each a list of sections that open. */
export function LegalDialog({ open, onOpenChange }: LegalDialogProps) {
  const [tab, setTab] = useState<string>('privacy')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Legal Agreements">
      <Tabs
        label="Agreements"
        value={tab}
        onValueChange={setTab}
        tabs={legalAgreements().map(({ id, title, sections }) => ({
          value: id,
          label: title,
          content: <Sections sections={sections} />,
        }))}
      />
    </Dialog>
  )
}

function Sections({ sections }: Pick<Agreement, 'sections'>) {
  return (
    <div className="flex flex-col">
      {sections.map(({ title, paragraphs }, index) => (
        <details
          key={title}
          open={index === 0}
          className="group border-line border-b last:border-0"
        >
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-2 font-medium text-fg text-sm [&::-webkit-details-marker]:hidden">
            {index + 1}. {title}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-fg-3 transition-transform group-open:rotate-180"
            />
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
