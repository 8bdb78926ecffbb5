import { type ComponentType, lazy, Suspense, useState } from 'react'
import { type DialogProps, dialogsOf, type HomeDialog, type Load } from '#pwa/feature.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'

/** The dialogs that features offer on the home screen and the account page. */
export function HomeDialogs() {
  return dialogsOf(useFeatures()).map((dialog) => <Offered key={dialog.name} {...dialog} />)
}

/** Its code loads when it first opens. Each opening is a new one, and a closed one may fade out. */
function Offered({ name, load, readsAhead }: HomeDialog & { name: string }) {
  const { dialog, close } = useHomeDialog()
  const isOpen = dialog === name
  const [wasOpen, setWasOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpenings(openings + 1)
  }
  if (openings === 0 && !readsAhead) return null
  const Content = partOf(load)
  return (
    <Suspense>
      <Content key={openings} open={isOpen} onClose={close} />
    </Suspense>
  )
}

const parts = new WeakMap<Load<DialogProps>, ComponentType<DialogProps>>()

/** One component for each loader: a new one would remount on every render. */
function partOf(load: Load<DialogProps>): ComponentType<DialogProps> {
  const part = parts.get(load) ?? lazy(async () => ({ default: await load() }))
  parts.set(load, part)
  return part
}
