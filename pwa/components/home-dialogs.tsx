import { type ComponentType, Suspense, useState } from 'react'
import { type DialogProps, dialogsOf, type HomeDialog } from '#pwa/feature.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { latePart } from '#pwa/loading/late-part.tsx'
import { type LazyView, lazyView } from '#pwa/loading/lazy-view.tsx'
import type { Load } from '#pwa/loading/load.ts'

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
  const { View, Ahead } = partsOf(load)
  if (openings === 0) return readsAhead && <Ahead open={false} onClose={close} />
  return (
    <Suspense>
      <View key={openings} open={isOpen} onClose={close} />
    </Suspense>
  )
}

interface Parts extends Pick<LazyView<DialogProps>, 'View'> {
  /** The same before the dialog was opened once: the page does not wait for it. */
  readonly Ahead: ComponentType<DialogProps>
}

const parts = new WeakMap<Load<DialogProps>, Parts>()

/** The same components for a loader each time: new ones would remount on every render. */
function partsOf(load: Load<DialogProps>): Parts {
  const known = parts.get(load)
  if (known) return known
  const { View, preload } = lazyView(load)
  const Ahead = latePart(async () => {
    await preload()
    return View
  })
  const made = { View, Ahead }
  parts.set(load, made)
  return made
}
