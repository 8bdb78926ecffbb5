import { useState } from 'react'
import { AgreementSections } from '#pwa/ui/agreement-sections.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { legalAgreements } from '#shared/operator/legal.ts'
import { t } from '#shared/text/t.ts'

export function LegalDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [tab, setTab] = useState<string>('privacy')
  return (
    <Dialog open={open} onClose={onClose} title={t('Legal Agreements')}>
      <Tabs
        label={t('Agreements')}
        value={tab}
        onValueChange={setTab}
        tabs={legalAgreements().map(({ id, title, sections }) => ({
          value: id,
          label: title,
          content: <AgreementSections sections={sections} open="first" />,
        }))}
      />
    </Dialog>
  )
}
